#include "CompositeInput.h"

#include "vtkCompositeDataSet.h"
#include "vtkInformation.h"
#include "vtkInformationVector.h"

namespace trabecula::filters
{
std::string compositeInput(vtkInformationVector* port)
{
  vtkDataObject* whole = vtkDataObject::GetData(port->GetInformationObject(0));
  return vtkCompositeDataSet::SafeDownCast(whole) ? whole->GetClassName() : "";
}
}
