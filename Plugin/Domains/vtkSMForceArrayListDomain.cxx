#include "vtkSMForceArrayListDomain.h"

#include "vtkObjectFactory.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkSMProperty.h"
#include "vtkSMUncheckedPropertyHelper.h"
#include "vtkType.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace
{
bool isOfBytes(vtkPVArrayInformation* array)
{
  const int types[] = { VTK_BIT, VTK_CHAR, VTK_SIGNED_CHAR, VTK_UNSIGNED_CHAR };
  return array &&
    std::find(std::begin(types), std::end(types), array->GetDataType()) != std::end(types);
}
}

vtkStandardNewMacro(vtkSMForceArrayListDomain);

//------------------------------------------------------------------------------
bool vtkSMForceArrayListDomain::IsFilteredArray(
  vtkPVDataInformation* info, int association, const char* name)
{
  const std::string text = name ? name : "";
  return this->Superclass::IsFilteredArray(info, association, name) ||
    isOfBytes(info->GetArrayInformation(name, association)) || text.rfind("Displacement", 0) == 0 ||
    this->IsInOtherUse(text);
}

//------------------------------------------------------------------------------
bool vtkSMForceArrayListDomain::IsInOtherUse(const std::string& name)
{
  for (const char* function : { "Supports", "PrescribedDisplacement", "Springs", "OutputWeights" })
  {
    vtkSMProperty* other = this->GetRequiredProperty(function);
    if (other && name == vtkSMUncheckedPropertyHelper(other).GetInputArrayNameToProcess())
    {
      return true;
    }
  }
  return false;
}

//------------------------------------------------------------------------------
void vtkSMForceArrayListDomain::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
}
