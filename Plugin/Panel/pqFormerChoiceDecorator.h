#ifndef pqFormerChoiceDecorator_h
#define pqFormerChoiceDecorator_h

#include "pqPropertyWidgetDecorator.h"

class QComboBox;

/**
 * Decorator for a property with a former name of one of its choices, which scripts may still use:
 * the panel does not offer it.
 *
 *     <PropertyWidgetDecorator type="FormerChoice" choice="Host" />
 */
class pqFormerChoiceDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqFormerChoiceDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqFormerChoiceDecorator() override = default;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqFormerChoiceDecorator)

  QComboBox* Choices;
};

#endif
