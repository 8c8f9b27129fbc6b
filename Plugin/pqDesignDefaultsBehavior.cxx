#include "pqDesignDefaultsBehavior.h"

#include "pqApplicationCore.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMStringListDomain.h"
#include "vtkSmartPointer.h"

#include <string>

namespace
{
constexpr double InteractiveDensityThreshold = 0.5;

//-----------------------------------------------------------------------------
// A list that is empty by default gets the names that start as its hint says, which the filter
// would use anyway: the panel is to show them.
void chooseByPrefix(vtkSMProperty* property)
{
  vtkPVXMLElement* hints = property->GetHints();
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("InteractiveDefault") : nullptr;
  auto* names = property->FindDomain<vtkSMStringListDomain>();
  if (!hint || !names || !property->IsValueDefault())
  {
    return;
  }
  vtkSMPropertyHelper chosen(property);
  const std::string prefix = hint->GetAttributeOrEmpty("prefix");
  for (unsigned int i = 0; i < names->GetNumberOfStrings(); ++i)
  {
    const std::string name = names->GetString(i);
    if (name.rfind(prefix, 0) == 0)
    {
      chosen.Set(chosen.GetNumberOfElements(), name.c_str());
    }
  }
}
}

//-----------------------------------------------------------------------------
pqDesignDefaultsBehavior::pqDesignDefaultsBehavior(QObject* parent) : Superclass(parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqDesignDefaultsBehavior::onFilterCreated);
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::onFilterCreated(pqPipelineSource* source)
{
  if (!pqOptimizationSource::cast(source))
  {
    return;
  }
  vtkSMProperty* threshold = source->getProxy()->GetProperty("DensityThreshold");
  if (threshold && threshold->IsValueDefault())
  {
    vtkSMPropertyHelper(threshold).Set(InteractiveDensityThreshold);
  }
  auto properties = vtk::TakeSmartPointer(source->getProxy()->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    chooseByPrefix(properties->GetProperty());
  }
}
