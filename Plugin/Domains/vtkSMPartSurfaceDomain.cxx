#include "vtkSMPartSurfaceDomain.h"

#include "vtkObjectFactory.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

namespace
{
bool onlyShowsCondition(vtkSMProxy* proxy, int port)
{
  vtkPVXMLElement* hints = proxy ? proxy->GetHints() : nullptr;
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("MechanicalCondition") : nullptr;
  for (const char* name : { "markers_port", "caught_port" })
  {
    int shown = -1;
    if (hint && hint->GetScalarAttribute(name, &shown) && shown == port)
    {
      return true;
    }
  }
  return false;
}
}

vtkStandardNewMacro(vtkSMPartSurfaceDomain);

//------------------------------------------------------------------------------
int vtkSMPartSurfaceDomain::IsInDomain(vtkSMProperty* property)
{
  if (!property)
  {
    return NOT_IN_DOMAIN;
  }
  vtkSMUncheckedPropertyHelper inputs(property);
  for (unsigned int i = 0; i < inputs.GetNumberOfElements(); ++i)
  {
    if (onlyShowsCondition(inputs.GetAsProxy(i), static_cast<int>(inputs.GetOutputPort(i))))
    {
      return NOT_IN_DOMAIN;
    }
  }
  return IN_DOMAIN;
}

//------------------------------------------------------------------------------
void vtkSMPartSurfaceDomain::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
}
