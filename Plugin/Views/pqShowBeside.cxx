#include "pqShowBeside.h"

#include "vtkNew.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

//-----------------------------------------------------------------------------
bool pqShowBeside(vtkSMSourceProxy* producer, int port, const char* viewType,
  const pqPlaceBeside& place,
  const std::function<void(vtkSMViewProxy* view, vtkSMProxy* representation)>& prepare)
{
  vtkSMViewLayoutProxy* layout = vtkSMViewLayoutProxy::FindLayout(place.neighbor);
  if (port < 0 || !layout)
  {
    return false;
  }
  vtkSmartPointer<vtkSMProxy> proxy =
    vtk::TakeSmartPointer(layout->GetSessionProxyManager()->NewProxy("views", viewType));
  auto* view = vtkSMViewProxy::SafeDownCast(proxy);
  if (!view)
  {
    return false;
  }
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->InitializeProxy(view);
  controller->RegisterViewProxy(view);
  vtkSMProxy* representation = controller->Show(producer, port, view);
  if (prepare && representation)
  {
    prepare(view, representation);
  }
  // The neighbor is in the first half of the split cell; the second half has the next index.
  const int first =
    layout->Split(layout->GetViewLocation(place.neighbor), place.direction, place.neighborShare);
  layout->AssignView(first + 1, view);
  view->StillRender();
  return true;
}
