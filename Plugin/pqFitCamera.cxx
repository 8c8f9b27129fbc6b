#include "pqFitCamera.h"

#include "pqRenderView.h"
#include "vtkCamera.h"
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
}

//-----------------------------------------------------------------------------
void pqFitCamera(pqView* view)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  if (!renderView || renderView->getNumberOfVisibleDataRepresentations() != 1)
  {
    return;
  }
  if (hasDefaultDirection(renderView->getRenderViewProxy()->GetActiveCamera()))
  {
    renderView->resetViewDirection(-0.5, 0.75, -0.45, 0.0, 0.0, 1.0);
  }
  else
  {
    renderView->resetDisplay();
  }
}
