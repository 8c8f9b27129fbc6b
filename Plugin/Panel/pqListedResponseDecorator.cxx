#include "pqListedResponseDecorator.h"

#include "pqCoreUtilities.h"
#include "pqPropertyWidget.h"
#include "pqResponseKinds.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

namespace
{
constexpr unsigned int WordsOfConstraint = 6;
}

//-----------------------------------------------------------------------------
pqListedResponseDecorator::pqListedResponseDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent)
{
  for (const char* name : { "Objective", "Constraints" })
  {
    if (vtkSMProperty* property = parent->proxy()->GetProperty(name))
    {
      for (const vtkCommand::EventIds event :
        { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
      {
        pqCoreUtilities::connect(property, event, this, SIGNAL(visibilityChanged()));
      }
    }
  }
}

//-----------------------------------------------------------------------------
bool pqListedResponseDecorator::canShowWidget(bool showAdvanced) const
{
  vtkSMProxy* proxy = this->parentWidget()->proxy();
  vtkSMProperty* constraints = proxy->GetProperty("Constraints");
  if (!constraints || showAdvanced)
  {
    return true;
  }
  const QString wanted = this->xml()->GetAttributeOrEmpty("response");
  const QString region = this->xml()->GetAttributeOrEmpty("region");
  QStringList listed = { pqResponseKinds::objective(proxy) };
  const vtkSMUncheckedPropertyHelper rows(constraints);
  for (unsigned int i = 0; i < rows.GetNumberOfElements(); i += WordsOfConstraint)
  {
    listed << rows.GetAsString(i);
  }
  for (const pqResponseKind& kind : pqResponseKinds::read(proxy))
  {
    if ((listed.contains(kind.name) || listed.contains(kind.label)) &&
      (region.isEmpty() ? kind.label == wanted : kind.regionOf == region))
    {
      return true;
    }
  }
  return false;
}
