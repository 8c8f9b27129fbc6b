#include "pqDesignDefaultsBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "vtkDataObject.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMStringListDomain.h"
#include "vtkSmartPointer.h"

#include <QTimer>

#include <string>

namespace
{
constexpr double InteractiveDensityThreshold = 0.5;

//-----------------------------------------------------------------------------
// A list that is empty by default gets the names with the prefix of its hint, which the filter
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

//-----------------------------------------------------------------------------
// The first port of an optimization has the cells above its density threshold, at the time shown. A
// filter that needs the whole of the last design has the hint <FinalDesignInput/>.
// @return whether it was connected to another port
bool takeFinalDesign(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  vtkSMProperty* property = proxy->GetProperty("Input");
  if (!property || !pqOptimizationSource::hasHint(proxy, "FinalDesignInput"))
  {
    return false;
  }
  vtkSMPropertyHelper input(property);
  bool isChanged = false;
  for (unsigned int i = 0; i < input.GetNumberOfElements(); ++i)
  {
    auto* producer = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy(i));
    const int port = pqOptimizationSource::designPort(producer);
    if (port > 0 && input.GetOutputPort(i) == 0)
    {
      input.Set(i, producer, static_cast<unsigned int>(port));
      isChanged = true;
    }
  }
  if (isChanged)
  {
    proxy->UpdateVTKObjects();
  }
  return isChanged;
}

//-----------------------------------------------------------------------------
// A filter with the hint <ContinuousDesign array="..." smoothing="..."/> takes a design whose
// densities are continuous as they are: at points, without smoothing.
void takeContinuousDesign(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  vtkPVXMLElement* hints = proxy->GetHints();
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("ContinuousDesign") : nullptr;
  vtkSMProperty* inputs = proxy->GetProperty("Input");
  auto* producer = hint && inputs
    ? vtkSMSourceProxy::SafeDownCast(vtkSMPropertyHelper(inputs).GetAsProxy())
    : nullptr;
  if (!producer || pqOptimizationSource::designAttribute(producer) != vtkDataObject::POINT)
  {
    return;
  }
  vtkSMPropertyHelper(proxy, hint->GetAttributeOrEmpty("array"))
    .SetInputArrayToProcess(
      vtkDataObject::POINT, pqOptimizationSource::designArray(producer).c_str());
  vtkSMPropertyHelper(proxy, hint->GetAttributeOrEmpty("smoothing")).Set(0);
  proxy->UpdateVTKObjects();
}
}

//-----------------------------------------------------------------------------
pqDesignDefaultsBehavior::pqDesignDefaultsBehavior(QObject* parent) : Superclass(parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqDesignDefaultsBehavior::onFilterCreated);
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::sourceAdded, this, &pqDesignDefaultsBehavior::onSourceAdded);
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::onSourceAdded(pqPipelineSource* source)
{
  constexpr int hexahedra = 0;
  vtkSMProperty* geometry = source->getProxy()->GetProperty("ResultGeometry");
  if (pqOptimizationSource::cast(source) && geometry &&
    vtkSMPropertyHelper(geometry).GetAsInt() < 0)
  {
    vtkSMPropertyHelper(geometry).Set(hexahedra);
    source->getProxy()->UpdateVTKObjects();
  }
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::onFilterCreated(pqPipelineSource* source)
{
  takeContinuousDesign(source);
  if (takeFinalDesign(source))
  {
    // The pipeline browser moves it to its new place, and loses the selection.
    this->Moved = source;
    QTimer::singleShot(0, this, &pqDesignDefaultsBehavior::activateMoved);
  }
  if (!pqOptimizationSource::cast(source))
  {
    return;
  }
  vtkSMProperty* threshold = source->getProxy()->GetProperty("DensityThreshold");
  const char* visibility = threshold ? threshold->GetPanelVisibility() : nullptr;
  const bool isOffered = !visibility || std::string(visibility) != "never";
  if (threshold && isOffered && threshold->IsValueDefault())
  {
    vtkSMPropertyHelper(threshold).Set(InteractiveDensityThreshold);
  }
  auto properties = vtk::TakeSmartPointer(source->getProxy()->NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
  {
    chooseByPrefix(properties->GetProperty());
  }
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::activateMoved()
{
  if (this->Moved)
  {
    pqActiveObjects::instance().setActiveSource(this->Moved);
  }
}
