#include "pqShowSolutionBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqHideOtherResults.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqShowBeside.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSMViewProxy.h"

#include <QWidget>

#include <string>

namespace
{
constexpr const char* TableType = "SpreadSheetView";
/// Narrow tables are shown beside the structure if there is space, others below it.
constexpr int WidthOfNarrowTable = 470; ///< pixels
constexpr int ColumnsOfNarrowTable = 3;
constexpr double LeastShareOfWidth = 0.6;
constexpr double StructureShareOfHeight = 0.7;

//-----------------------------------------------------------------------------
// Returns the active scalars of a port, those of cells first, and their association.
vtkPVArrayInformation* activeScalars(vtkSMSourceProxy* producer, int port, int& association)
{
  vtkPVDataInformation* data = producer->GetDataInformation(port);
  for (const int candidate : { vtkDataObject::CELL, vtkDataObject::POINT })
  {
    association = candidate;
    vtkPVArrayInformation* scalars =
      data->GetAttributeInformation(candidate)->GetAttributeInformation(
        vtkDataSetAttributes::SCALARS);
    if (scalars)
    {
      return scalars;
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
// Returns the color map of a representation that is colored by the active scalars; a representation
// without colors is first colored by them. Else returns nullptr. ParaView chooses colors when it
// first shows an output, but that output may have been empty after a stop.
vtkSMProxy* colorMap(vtkSMSourceProxy* producer, int port, pqDataRepresentation* representation)
{
  int association = vtkDataObject::CELL;
  vtkPVArrayInformation* scalars = activeScalars(producer, port, association);
  if (!representation || !representation->isVisible() || !scalars)
  {
    return nullptr;
  }
  vtkSMProxy* proxy = representation->getProxy();
  if (!vtkSMPVRepresentationProxy::GetUsingScalarColoring(proxy))
  {
    vtkSMPVRepresentationProxy::SetScalarColoring(proxy, scalars->GetName(), association);
    vtkSMPVRepresentationProxy::SetScalarBarVisibility(
      proxy, representation->getView()->getProxy(), true);
  }
  const char* shown = vtkSMPropertyHelper(proxy, "ColorArrayName").GetInputArrayNameToProcess();
  return shown && std::string(shown) == scalars->GetName()
    ? vtkSMPropertyHelper(proxy, "LookupTable").GetAsProxy()
    : nullptr;
}

//-----------------------------------------------------------------------------
// Returns a table in this layout that shows the summary of another solver, or null.
vtkSMViewProxy* findTable(vtkSMViewLayoutProxy* layout)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqView* view : model->findItems<pqView*>())
  {
    if (view->getProxy()->GetXMLName() != std::string(TableType) ||
      vtkSMViewLayoutProxy::FindLayout(view->getViewProxy()) != layout)
    {
      continue;
    }
    bool isOurs = true;
    for (pqRepresentation* item : view->getRepresentations())
    {
      auto* shown = qobject_cast<pqDataRepresentation*>(item);
      pqOutputPort* port = shown && shown->isVisible() ? shown->getOutputPortFromInput() : nullptr;
      isOurs = isOurs &&
        (!port ||
          port->getPortNumber() ==
            pqOptimizationSource::summaryPort(port->getSource()->getSourceProxy()));
    }
    if (isOurs)
    {
      return view->getViewProxy();
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
// Shows an output in the table of the layout in place of its content, if there is a table.
bool showInTable(vtkSMSourceProxy* producer, int port, pqView* neighbor)
{
  vtkSMViewLayoutProxy* layout = vtkSMViewLayoutProxy::FindLayout(neighbor->getViewProxy());
  vtkSMViewProxy* table = layout ? findTable(layout) : nullptr;
  if (!table)
  {
    return false;
  }
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->HideAll(table);
  controller->Show(producer, port, table);
  table->StillRender();
  return true;
}

//-----------------------------------------------------------------------------
// Returns the place where a new table takes the least space from the picture.
pqPlaceBeside placeOfTable(vtkSMSourceProxy* producer, int port, pqView* neighbor)
{
  const int columns = producer->GetDataInformation(port)
                        ->GetAttributeInformation(vtkDataObject::ROW)
                        ->GetNumberOfArrays();
  const int width = neighbor->widget() ? neighbor->widget()->width() : 0;
  const double share = width > 0 ? 1.0 - static_cast<double>(WidthOfNarrowTable) / width : 0.0;
  return columns <= ColumnsOfNarrowTable && share >= LeastShareOfWidth
    ? pqPlaceBeside{ neighbor->getViewProxy(), vtkSMViewLayoutProxy::HORIZONTAL, share }
    : pqPlaceBeside{ neighbor->getViewProxy(), vtkSMViewLayoutProxy::VERTICAL,
        StructureShareOfHeight };
}

//-----------------------------------------------------------------------------
// Fits colors to results that became available after Apply, as ParaView does on Apply.
void fitColorRange(vtkSMProxy* representation, vtkSMProxy* colors)
{
  switch (vtkSMPropertyHelper(colors, "AutomaticRescaleRangeMode").GetAsInt())
  {
    case vtkSMTransferFunctionManager::GROW_ON_APPLY:
    case vtkSMTransferFunctionManager::GROW_ON_APPLY_AND_TIMESTEP:
      vtkSMPVRepresentationProxy::RescaleTransferFunctionToDataRange(representation, true, false);
      break;
    case vtkSMTransferFunctionManager::RESET_ON_APPLY:
    case vtkSMTransferFunctionManager::RESET_ON_APPLY_AND_TIMESTEP:
      vtkSMPVRepresentationProxy::RescaleTransferFunctionToDataRange(representation, false, false);
      break;
    default:
      break;
  }
}

//-----------------------------------------------------------------------------
// Shows the ends of a legend with as many digits as the table shows for the same largest value,
// unless the user has chosen a format.
void showDigits(vtkSMProxy* colors, pqView* view)
{
  vtkNew<vtkSMTransferFunctionManager> manager;
  vtkSMProxy* legend = manager->GetScalarBarRepresentation(colors, view->getProxy());
  vtkSMProperty* format = legend ? legend->GetProperty("RangeLabelFormat") : nullptr;
  if (format && format->IsValueDefault())
  {
    vtkSMPropertyHelper(format).Set("%-#.5g");
    legend->UpdateVTKObjects();
  }
}

//-----------------------------------------------------------------------------
// Sets the color range from 0 to a value, until the user chooses another range.
void setColorRange(vtkSMProxy* colors, double upper, double upperBefore)
{
  double range[2];
  vtkSMPropertyHelper mode(colors, "AutomaticRescaleRangeMode");
  const bool isOurs = mode.GetAsInt() == vtkSMTransferFunctionManager::NEVER &&
    vtkSMTransferFunctionProxy::GetRange(colors, range) && range[0] == 0.0 &&
    range[1] == upperBefore;
  if (mode.GetAsInt() == vtkSMTransferFunctionManager::NEVER && !isOurs)
  {
    return;
  }
  mode.Set(vtkSMTransferFunctionManager::NEVER);
  colors->UpdateVTKObjects();
  vtkSMTransferFunctionProxy::RescaleTransferFunction(colors, 0.0, upper);
  // Without this update, the panel would do it later as an undo step, which discards the redo
  // stack.
  colors->UpdateVTKObjects();
  if (vtkSMProxy* opacity = vtkSMPropertyHelper(colors, "ScalarOpacityFunction").GetAsProxy())
  {
    vtkSMTransferFunctionProxy::RescaleTransferFunction(opacity, 0.0, upper);
    opacity->UpdateVTKObjects();
  }
}
}

//-----------------------------------------------------------------------------
pqShowSolutionBehavior::pqShowSolutionBehavior(QObject* parent)
  : Superclass([](pqPipelineSource* source)
      { return pqOptimizationSource::summaryPort(source->getSourceProxy()) >= 0; },
      parent)
{
}

//-----------------------------------------------------------------------------
bool pqShowSolutionBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  vtkSMSourceProxy* producer = source->getSourceProxy();
  const int port = pqOptimizationSource::structurePort(producer);
  pqOutputPort* structure = source->getOutputPort(port);
  const QList<pqView*> views = structure->getViews();
  if (views.empty())
  {
    return false;
  }
  // Views that already show the output have not updated it yet.
  producer->UpdatePipeline(
    vtkSMPropertyHelper(views.front()->getProxy(), "ViewTime", true).GetAsDouble());
  if (producer->GetDataInformation(port)->GetNumberOfCells() == 0)
  {
    return false; // there is no result after an error or a stop
  }
  const double upper = pqOptimizationSource::upperColor(producer);
  for (pqView* view : views)
  {
    pqDataRepresentation* shown = structure->getRepresentation(view);
    if (vtkSMProxy* colors = colorMap(producer, port, shown))
    {
      if (upper > 0.0)
      {
        setColorRange(colors, upper, this->UpperColors.value(source, 0.0));
      }
      else
      {
        fitColorRange(shown->getProxy(), colors);
      }
      showDigits(colors, view);
    }
  }
  if (!this->UpperColors.contains(source))
  {
    QObject::connect(
      source, &QObject::destroyed, this, [this, source]() { this->UpperColors.remove(source); });
  }
  this->UpperColors[source] = upper;
  if (isNew)
  {
    for (pqView* view : views)
    {
      pqApplyBehavior::hideInputs(source, view); // they are shown again after an error
      pqHideOtherResults(source, view);
      pqFitCamera(view);
    }
    const int summary = pqOptimizationSource::summaryPort(producer);
    if (!showInTable(producer, summary, views.front()))
    {
      pqShowBeside(producer, summary, TableType, placeOfTable(producer, summary, views.front()));
      pqRefitCamera(views.front());
    }
    pqActiveObjects::instance().setActiveView(views.front());
  }
  return true;
}
