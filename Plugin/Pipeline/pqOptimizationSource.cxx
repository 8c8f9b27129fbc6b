#include "pqOptimizationSource.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqPipelineSource.h"
#include "pqPropertiesPanel.h"
#include "pqSMAdaptor.h"
#include "pqServer.h"
#include "pqUndoStack.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMAnimationSceneProxy.h"
#include "vtkSMParaViewPipelineController.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <QApplication>
#include <QMainWindow>
#include <QStatusBar>

#include <algorithm>
#include <vector>

namespace
{
constexpr int MillisecondsOfMessage = 15000;

//-----------------------------------------------------------------------------
/// Filters with a snapshot of their properties.
std::vector<vtkSMSourceProxy*>& fetched()
{
  static std::vector<vtkSMSourceProxy*> filters;
  return filters;
}

//-----------------------------------------------------------------------------
vtkPVXMLElement* findHint(vtkSMProxy* proxy, const char* name = "TopologyOptimization")
{
  vtkPVXMLElement* hints = proxy ? proxy->GetHints() : nullptr;
  return hints ? hints->FindNestedElementByName(name) : nullptr;
}
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqOptimizationSource::cast(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  return source && findHint(source->getSourceProxy()) ? source : nullptr;
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqOptimizationSource::castSolver(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  const bool solves =
    source && (cast(source) || findHint(source->getSourceProxy(), "StoppableSolver"));
  return solves ? source : nullptr;
}

//-----------------------------------------------------------------------------
std::string pqOptimizationSource::designArray(vtkSMSourceProxy* proxy)
{
  vtkPVXMLElement* hint = findHint(proxy);
  const char* name = hint ? hint->GetAttribute("design_array") : nullptr;
  return name ? name : "Density";
}

//-----------------------------------------------------------------------------
int pqOptimizationSource::designAttribute(vtkSMSourceProxy* proxy)
{
  vtkPVXMLElement* hint = findHint(proxy);
  const char* name = hint ? hint->GetAttribute("design_attribute") : nullptr;
  return name && std::string(name) == "point" ? vtkDataObject::POINT : vtkDataObject::CELL;
}

//-----------------------------------------------------------------------------
int pqOptimizationSource::designPort(vtkSMSourceProxy* proxy)
{
  int port = -1;
  if (vtkPVXMLElement* hint = findHint(proxy))
  {
    hint->GetScalarAttribute("design_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
bool pqOptimizationSource::hasHint(vtkSMProxy* proxy, const char* name)
{
  return findHint(proxy, name) != nullptr;
}

//-----------------------------------------------------------------------------
int pqOptimizationSource::convergencePort(vtkSMSourceProxy* proxy)
{
  int port = -1;
  if (vtkPVXMLElement* hint = findHint(proxy))
  {
    hint->GetScalarAttribute("convergence_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
int pqOptimizationSource::boundaryPort(vtkSMSourceProxy* proxy)
{
  int port = -1;
  if (vtkPVXMLElement* hint = findHint(proxy))
  {
    hint->GetScalarAttribute("boundary_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
int pqOptimizationSource::summaryPort(vtkSMSourceProxy* proxy)
{
  int port = -1;
  if (vtkPVXMLElement* hint = findHint(proxy, "StoppableSolver"))
  {
    hint->GetScalarAttribute("summary_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
int pqOptimizationSource::structurePort(vtkSMSourceProxy* proxy)
{
  int port = 0;
  if (vtkPVXMLElement* hint = findHint(proxy, "StoppableSolver"))
  {
    hint->GetScalarAttribute("structure_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
double pqOptimizationSource::upperColor(vtkSMSourceProxy* proxy)
{
  vtkPVXMLElement* hint = findHint(proxy, "StoppableSolver");
  const char* name = hint ? hint->GetAttribute("upper_color") : nullptr;
  vtkPVArrayInformation* array = name
    ? proxy->GetDataInformation(pqOptimizationSource::structurePort(proxy))
        ->GetArrayInformation(name, vtkDataObject::FIELD)
    : nullptr;
  return array ? array->GetComponentRange(0)[1] : 0.0;
}

//-----------------------------------------------------------------------------
bool pqOptimizationSource::changesDesign(vtkSMSourceProxy* proxy, const char* name)
{
  vtkSMProperty* property = proxy && name ? proxy->GetProperty(name) : nullptr;
  if (!property || property->GetInformationOnly())
  {
    return false;
  }
  vtkPVXMLElement* hints = property->GetHints();
  return !hints || !hints->FindNestedElementByName("DisplayOnly");
}

//-----------------------------------------------------------------------------
bool pqOptimizationSource::hasVisibleCells(vtkSMSourceProxy* proxy)
{
  vtkPVDataInformation* data = proxy->GetDataInformation(0);
  vtkPVArrayInformation* visible = data->GetArrayInformation("VisibleCells", vtkDataObject::FIELD);
  return data->GetNumberOfCells() > 0 && (!visible || visible->GetComponentRange(0)[1] > 0.0);
}

//-----------------------------------------------------------------------------
QVariant pqOptimizationSource::information(vtkSMSourceProxy* proxy, const char* name)
{
  vtkSMProperty* property = proxy ? proxy->GetProperty(name) : nullptr;
  if (!property)
  {
    return QVariant();
  }
  pqOptimizationSource::fetch(proxy, property);
  return pqSMAdaptor::getElementProperty(property);
}

//-----------------------------------------------------------------------------
void pqOptimizationSource::fetch(vtkSMSourceProxy* proxy, vtkSMProperty* property)
{
  const std::vector<vtkSMSourceProxy*>& known = fetched();
  if (std::find(known.begin(), known.end(), proxy) == known.end())
  {
    proxy->UpdatePropertyInformation(property);
  }
}

//-----------------------------------------------------------------------------
pqOptimizationSource::Snapshot::Snapshot(vtkSMSourceProxy* proxy)
  : IsFetched(!proxy->GetClientSideObject())
{
  if (this->IsFetched)
  {
    proxy->UpdatePropertyInformation();
    fetched().push_back(proxy);
  }
}

//-----------------------------------------------------------------------------
pqOptimizationSource::Snapshot::~Snapshot()
{
  if (this->IsFetched)
  {
    fetched().pop_back();
  }
}

//-----------------------------------------------------------------------------
bool pqOptimizationSource::isLive(vtkSMSourceProxy* proxy)
{
  return pqOptimizationSource::information(proxy, "IsLive").toBool();
}

//-----------------------------------------------------------------------------
bool pqOptimizationSource::isBusy(vtkSMSourceProxy* proxy)
{
  const int state = pqOptimizationSource::information(proxy, "RunState").toInt();
  return state == SettingUp || state == Running;
}

//-----------------------------------------------------------------------------
void pqOptimizationSource::goToTime(pqPipelineSource* source, double time)
{
  // Excluded from undo like ParaView's own time controls: an undo set would discard the redo stack.
  SCOPED_UNDO_EXCLUDE();
  vtkNew<vtkSMParaViewPipelineController> controller;
  if (vtkSMProxy* scene = controller->GetAnimationScene(source->getServer()->session()))
  {
    vtkSMAnimationSceneProxy::UpdateAnimationUsingDataTimeSteps(scene);
    vtkSMPropertyHelper(scene, "AnimationTime").Set(time);
    scene->UpdateVTKObjects();
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationSource::trackNew(pqPipelineSource* source, QSet<pqPipelineSource*>& newSources)
{
  pqUndoStack* stack = pqApplicationCore::instance()->getUndoStack();
  if (source->modifiedState() == pqProxy::UNINITIALIZED)
  {
    newSources.insert(source);
  }
  else if (stack && stack->getInRedo())
  {
    newSources.remove(source); // the results of its Apply have been restored
  }
}

//-----------------------------------------------------------------------------
QList<pqPropertiesPanel*> pqOptimizationSource::propertiesPanels()
{
  QList<pqPropertiesPanel*> panels;
  for (QWidget* widget : QApplication::allWidgets())
  {
    if (auto* panel = qobject_cast<pqPropertiesPanel*>(widget))
    {
      panels.append(panel);
    }
  }
  return panels;
}

//-----------------------------------------------------------------------------
void pqOptimizationSource::showMessage(const QString& text)
{
  if (auto* window = qobject_cast<QMainWindow*>(pqCoreUtilities::mainWidget()))
  {
    window->statusBar()->showMessage(text, MillisecondsOfMessage);
  }
}
