#include "pqShowSurfaceBehavior.h"

#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqHideOtherResults.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
constexpr const char* Hint = "PrintableSurface";
constexpr double PartColor[3] = { 0.77, 0.79, 0.82 };

//-----------------------------------------------------------------------------
bool isPrintable(pqPipelineSource* source)
{
  return pqOptimizationSource::hasHint(source->getProxy(), Hint);
}
}

//-----------------------------------------------------------------------------
pqShowSurfaceBehavior::pqShowSurfaceBehavior(QObject* parent) : Superclass(isPrintable, parent)
{
}

//-----------------------------------------------------------------------------
bool pqShowSurfaceBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  if (!isNew)
  {
    return true;
  }
  pqOutputPort* surface = source->getOutputPort(0);
  const QList<pqView*> views = surface->getViews();
  if (views.empty())
  {
    return false;
  }
  vtkSMSourceProxy* producer = source->getSourceProxy();
  producer->UpdatePipeline(
    vtkSMPropertyHelper(views.front()->getProxy(), "ViewTime", true).GetAsDouble());
  if (producer->GetDataInformation(0)->GetNumberOfCells() == 0)
  {
    return false; // because of an error or a stop
  }
  for (pqView* view : views)
  {
    pqDataRepresentation* representation = surface->getRepresentation(view);
    if (!representation || !representation->isVisible())
    {
      continue;
    }
    vtkSMProxy* shown = representation->getProxy();
    vtkSMPVRepresentationProxy::SetScalarColoring(shown, nullptr, vtkDataObject::POINT);
    for (const char* color : { "AmbientColor", "DiffuseColor" })
    {
      vtkSMPropertyHelper(shown, color, true).Set(PartColor, 3);
    }
    shown->UpdateVTKObjects();
    pqApplyBehavior::hideInputs(source, view);
    pqHideUnusedLegends(view);
    pqFitCamera(view);
    view->render();
  }
  return true;
}
