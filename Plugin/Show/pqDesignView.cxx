#include "pqDesignView.h"

#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqHideOtherResults.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqShowBoundary.h"
#include "pqView.h"
#include "vtkPVDataInformation.h"
#include "vtkPVGeneralSettings.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"

#include <cmath>
#include <string>

namespace
{
/// The bounds of a design are considered final if its diagonal is at least this fraction of the
/// diagonal of the input.
constexpr double LeastShare = 0.6;

//-----------------------------------------------------------------------------
void colorByDesign(vtkSMSourceProxy* producer, pqDataRepresentation* representation)
{
  vtkSMProxy* proxy = representation->getProxy();
  const std::string array = pqOptimizationSource::designArray(producer);
  if (!vtkSMPVRepresentationProxy::SetScalarColoring(
        proxy, array.c_str(), pqOptimizationSource::designAttribute(producer)))
  {
    return;
  }

  // Only the first filter sets the colors, which all arrays of one name share, so that a color map
  // changed by the user is kept.
  vtkSMProxy* colors = vtkSMPropertyHelper(proxy, "LookupTable").GetAsProxy();
  vtkSMPropertyHelper rescaleMode(colors, "AutomaticRescaleRangeMode");
  if (rescaleMode.GetAsInt() != vtkSMTransferFunctionManager::NEVER)
  {
    const double range[2] = { 0.0, 1.0 };
    rescaleMode.Set(vtkSMTransferFunctionManager::NEVER);
    colors->UpdateVTKObjects();
    vtkSMTransferFunctionProxy::RescaleTransferFunction(colors, range);
    // Without this update, the panel would do it later as an undo step, which discards the redo
    // stack.
    colors->UpdateVTKObjects();
    if (vtkSMProxy* opacity = vtkSMPropertyHelper(colors, "ScalarOpacityFunction").GetAsProxy())
    {
      vtkSMTransferFunctionProxy::RescaleTransferFunction(opacity, range);
      opacity->UpdateVTKObjects();
    }
  }

  if (vtkPVGeneralSettings::GetInstance()->GetScalarBarMode() ==
    vtkPVGeneralSettings::AUTOMATICALLY_SHOW_AND_HIDE_SCALAR_BARS)
  {
    vtkSMProxy* view = representation->getView()->getProxy();
    vtkSMPVRepresentationProxy::SetScalarBarVisibility(proxy, view, true);
    // The title would contain "Magnitude" if no cell is above the threshold to distinguish a scalar
    // from a vector.
    vtkSMProxy* bar = vtkSMTransferFunctionProxy::FindScalarBarRepresentation(colors, view);
    if (bar)
    {
      vtkSMPropertyHelper(bar, "ComponentTitle").Set("");
      bar->UpdateVTKObjects();
    }
  }
}

//-----------------------------------------------------------------------------
const double* boundsOfInput(vtkSMSourceProxy* proxy)
{
  vtkSMPropertyHelper input(proxy, "Input");
  auto* producer = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  return producer ? producer->GetDataInformation(input.GetOutputPort())->GetBounds() : nullptr;
}

//-----------------------------------------------------------------------------
double diagonal(const double* bounds)
{
  return std::hypot(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]);
}
}

namespace pqDesignView
{
//-----------------------------------------------------------------------------
void showColors(pqPipelineSource* source)
{
  if (pqShowBoundary(source))
  {
    return;
  }
  pqOutputPort* iterations = source->getOutputPort(0);
  for (pqView* view : iterations->getViews())
  {
    pqDataRepresentation* representation = iterations->getRepresentation(view);
    if (representation && representation->isVisible())
    {
      colorByDesign(source->getSourceProxy(), representation);
    }
  }
}

//-----------------------------------------------------------------------------
void fitCameras(pqPipelineSource* source)
{
  pqOutputPort* iterations = source->getOutputPort(0);
  // Views may still show another time.
  const double* ofDesign = iterations->getDataInformation()->GetBounds();
  const double* ofInput = boundsOfInput(source->getSourceProxy());
  const bool isEarly = ofInput && diagonal(ofDesign) < LeastShare * diagonal(ofInput);
  for (pqView* view : iterations->getViews())
  {
    pqFitCamera(view, isEarly ? ofInput : ofDesign);
  }
}

//-----------------------------------------------------------------------------
void fitCamerasToInput(pqPipelineSource* source)
{
  for (pqView* view : source->getOutputPort(0)->getViews())
  {
    pqFitCamera(view, boundsOfInput(source->getSourceProxy()));
  }
}

//-----------------------------------------------------------------------------
void hideOthers(pqPipelineSource* source)
{
  for (pqView* view : source->getOutputPort(0)->getViews())
  {
    pqHideOtherResults(source, view);
  }
}

//-----------------------------------------------------------------------------
void tellOfNoCells()
{
  pqOptimizationSource::showMessage(QObject::tr(
    "No cell has reached the density threshold. Lower it, or add iterations, to see a design."));
}
}
