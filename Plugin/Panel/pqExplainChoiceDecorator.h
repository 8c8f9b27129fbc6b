#ifndef pqExplainChoiceDecorator_h
#define pqExplainChoiceDecorator_h

#include "pqPropertyWidgetDecorator.h"

class QLabel;

/**
 * Explains the present choice of an enumeration below it, with a picture if there is one. Nothing
 * is shown for choices that are not listed:
 *
 *   <PropertyWidgetDecorator type="ExplainChoice">
 *     <Choice value="0" text="..." picture=":/Trabecula/Tests/Uniaxial.svg"/>
 *   </PropertyWidgetDecorator>
 */
class pqExplainChoiceDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqExplainChoiceDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqExplainChoiceDecorator() override = default;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqExplainChoiceDecorator)

  QLabel* Picture;
  QLabel* Text;
};

#endif
