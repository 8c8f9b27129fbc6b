#ifndef pqListedResponseDecorator_h
#define pqListedResponseDecorator_h

#include "pqPropertyWidgetDecorator.h"

/**
 * Shows a property while a response is the objective or has a constraint, also before these are
 * applied:
 *
 *   <PropertyWidgetDecorator type="ListedResponse" response="Output Displacement"/>
 *
 * With region="cells" or region="points" instead, it is shown while any response that takes such a
 * region is listed. Advanced properties are always shown with the others.
 */
class pqListedResponseDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqListedResponseDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqListedResponseDecorator() override = default;

  bool canShowWidget(bool showAdvanced) const override;

private:
  Q_DISABLE_COPY(pqListedResponseDecorator)
};

#endif
