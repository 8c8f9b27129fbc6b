#include "pqFitCamera.h"

#include "pqRenderView.h"
#include "vtkCamera.h"
#include "vtkPVRenderView.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"

namespace
{
//-----------------------------------------------------------------------------
bool hasDefaultDirection(vtkCamera* camera)
{
  const double* look = camera->GetDirectionOfProjection();
  const double* up = camera->GetViewUp();
  return look[2] < -0.999 && up[1] > 0.999;
}

//-----------------------------------------------------------------------------
// Turns and fits the camera, unless it was turned before.
bool turned(pqRenderView* view)
{
  // ParaView looks at plane data from above, in a mode of its own.
  constexpr int plane = vtkPVRenderView::INTERACTION_MODE_2D;
  const bool turns = vtkSMPropertyHelper(view->getProxy(), "InteractionMode").GetAsInt() != plane &&
    hasDefaultDirection(view->getRenderViewProxy()->GetActiveCamera());
  if (turns)
  {
    view->resetViewDirection(-0.5, 0.75, -0.45, 0.0, 0.0, 1.0);
  }
  return turns;
}
}

//-----------------------------------------------------------------------------
void pqFitCamera(pqView* view, const double* bounds)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  if (!renderView || renderView->getNumberOfVisibleDataRepresentations() != 1)
  {
    return;
  }
  if (!turned(renderView))
  {
    renderView->resetDisplay();
  }
  if (bounds)
  {
    renderView->getRenderViewProxy()->ResetCamera(
      bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]);
    renderView->render();
  }
}

//-----------------------------------------------------------------------------
void pqTurnCamera(pqView* view)
{
  if (auto* renderView = qobject_cast<pqRenderView*>(view))
  {
    turned(renderView);
  }
}
