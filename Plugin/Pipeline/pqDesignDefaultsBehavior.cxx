#include "pqDesignDefaultsBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqBodyInputs.h"
#include "pqConditionSource.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMParaViewPipelineController.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMPropertyIterator.h"
#include "vtkSMSettings.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMStringListDomain.h"
#include "vtkSmartPointer.h"

#include <string>
#include <utility>

namespace
{
constexpr double InteractiveDensityThreshold = 0.5;

//-----------------------------------------------------------------------------
// Sets a list that is empty by default to the names with the prefix of its hint. The filter would
// use these anyway, but the panel is to show them.
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
// Whether the user has saved a default value, which may equal the default of the filter.
bool isSavedDefault(vtkSMProxy* proxy, const std::string& property)
{
  const std::string name =
    std::string(".") + proxy->GetXMLGroup() + "." + proxy->GetXMLName() + "." + property;
  return vtkSMSettings::GetInstance()->HasSetting(name.c_str());
}

//-----------------------------------------------------------------------------
// Updates a port of a live run: views have updated only the port that they show.
void updateLiveDesign(vtkSMSourceProxy* producer, int port)
{
  if (!pqOptimizationSource::isLive(producer) || !producer->GetOutputPortsCreated() ||
    producer->GetDataInformation(static_cast<unsigned int>(port))->GetNumberOfPoints() > 0)
  {
    return;
  }
  vtkNew<vtkSMParaViewPipelineController> controller;
  if (vtkSMProxy* keeper = controller->FindTimeKeeper(producer->GetSession()))
  {
    producer->UpdatePipeline(vtkSMPropertyHelper(keeper, "Time").GetAsDouble());
  }
}

//-----------------------------------------------------------------------------
// Connects a filter with the hint <FinalDesignInput/>, which requires the whole last design, to the
// final design. The first port of an optimization has only the cells above its density threshold,
// at the present time.
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
      updateLiveDesign(producer, port); // arrays can be chosen only when they are known
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
bool isInCategory(vtkSMProxy* proxy, const char* category)
{
  vtkPVXMLElement* hints = proxy->GetHints();
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("ShowInMenu") : nullptr;
  return hint && std::string(hint->GetAttributeOrEmpty("category")) == category;
}

//-----------------------------------------------------------------------------
// Connects a filter of this plugin that is created on markers or on a region to the mesh instead.
// @return whether it was connected to another port
bool takeMesh(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  vtkSMProperty* property = proxy->GetProperty("Input");
  if (!property || !isInCategory(proxy, "Trabecula"))
  {
    return false;
  }
  vtkSMPropertyHelper input(property);
  bool isChanged = false;
  for (unsigned int i = 0; i < input.GetNumberOfElements(); ++i)
  {
    auto* producer = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy(i));
    if (pqConditionSource::onlyShows(producer, static_cast<int>(input.GetOutputPort(i))))
    {
      input.Set(i, producer, 0);
      isChanged = true;
    }
  }
  if (isChanged)
  {
    // Defaults that depend on the input, such as lengths, were those of the other output. Values
    // saved by the user are kept.
    proxy->ResetPropertiesToDefault(vtkSMProxy::ONLY_DOMAIN);
    vtkSMSettings::GetInstance()->GetProxySettings(proxy);
    proxy->UpdateVTKObjects();
  }
  return isChanged;
}

//-----------------------------------------------------------------------------
// Sets the input array and smoothing of a filter with the hint <ContinuousDesign array="..."
// smoothing="..."/> for a design with continuous densities: they are point densities and need no
// smoothing.
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

//-----------------------------------------------------------------------------
// Connects a filter with the hint <PartSurfaceInput property="..."/> to the surface from which its
// voxels were made: the input of the first filter upstream that has the hint <VoxelizedSurface/>.
void takePartSurface(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  vtkPVXMLElement* hints = proxy->GetHints();
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("PartSurfaceInput") : nullptr;
  vtkSMProperty* property =
    hint ? proxy->GetProperty(hint->GetAttributeOrEmpty("property")) : nullptr;
  if (!property || vtkSMPropertyHelper(property).GetNumberOfElements() > 0)
  {
    return;
  }
  vtkSMProxy* upstream = proxy;
  while (vtkSMProperty* input = upstream ? upstream->GetProperty("Input") : nullptr)
  {
    vtkSMPropertyHelper helper(input, true);
    vtkSMProxy* producer = helper.GetNumberOfElements() > 0 ? helper.GetAsProxy() : nullptr;
    if (producer && upstream != proxy &&
      pqOptimizationSource::hasHint(upstream, "VoxelizedSurface"))
    {
      vtkSMPropertyHelper(property).Set(producer, helper.GetOutputPort());
      proxy->UpdateVTKObjects();
      return;
    }
    upstream = producer;
  }
}
}

//-----------------------------------------------------------------------------
pqDesignDefaultsBehavior::pqDesignDefaultsBehavior(QObject* parent) : Superclass(parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqDesignDefaultsBehavior::onFilterCreated);
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::sourceAdded, this, &pqDesignDefaultsBehavior::onSourceAdded);
  this->Later.setSingleShot(true);
  this->Later.setInterval(0);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqDesignDefaultsBehavior::activateMoved);
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (!pqOptimizationSource::cast(source))
  {
    return;
  }
  // Default values without a meaning of their own, which the filter treats as 0.
  const std::pair<const char*, int> oldest[] = { { "ResultGeometry", -1 }, { "SolidLayers", -2 } };
  for (const auto& [name, absent] : oldest)
  {
    vtkSMProperty* property = source->getProxy()->GetProperty(name);
    if (property && vtkSMPropertyHelper(property).GetAsInt() == absent)
    {
      vtkSMPropertyHelper(property).Set(0);
      source->getProxy()->UpdateVTKObjects();
    }
  }
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::onFilterCreated(pqPipelineSource* source)
{
  const bool isOnMesh = takeMesh(source);
  takeContinuousDesign(source);
  takePartSurface(source);
  const bool isFinal = takeFinalDesign(source);
  if (pqCompleteBodyInputs(source) || isFinal || isOnMesh)
  {
    // The pipeline browser moves the filter to its new place and loses the selection.
    this->Moved = source;
    this->Later.start();
  }
  for (const char* name : { "Live", "Background" })
  {
    vtkSMProperty* property = source->getProxy()->GetProperty(name);
    // Analyses of several ranks do not continue in the background.
    const bool hasEffect =
      std::string(name) == "Live" || source->getServer()->getNumberOfPartitions() == 1;
    if (property && property->IsValueDefault() && !isSavedDefault(source->getProxy(), name) &&
      hasEffect)
    {
      vtkSMPropertyHelper(property).Set(1); // keeps the window responsive
      // This is part of the creation, because otherwise undo of Apply would revert it.
      source->getProxy()->UpdateVTKObjects();
    }
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
  source->getProxy()->UpdateVTKObjects();
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::activateMoved()
{
  if (this->Moved)
  {
    pqActiveObjects::instance().setActiveSource(this->Moved);
  }
}
