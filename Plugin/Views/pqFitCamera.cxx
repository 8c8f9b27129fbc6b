#include "pqFitCamera.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqRenderView.h"
#include "pqServerManagerModel.h"
#include "vtkCamera.h"
#include "vtkCommand.h"
#include "vtkPVRenderView.h"
#include "vtkPVXMLElement.h"
#include "vtkRenderWindowInteractor.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxyLocator.h"
#include "vtkSMRenderViewProxy.h"

#include <QTimer>
#include <QVariant>
#include <QVariantList>

#include <algorithm>
#include <cmath>

namespace
{
// Dynamic properties of views.
constexpr const char* Touched = "TrabeculaTouched";
constexpr const char* PressedCamera = "TrabeculaPressedCamera";
constexpr const char* FittedCamera = "TrabeculaFittedCamera";
constexpr const char* FittedBounds = "TrabeculaFittedBounds";
constexpr double SameCamera = 1e-6; ///< relative

//-----------------------------------------------------------------------------
vtkCamera* cameraOf(pqRenderView* view)
{
  return view->getRenderViewProxy()->GetActiveCamera();
}

//-----------------------------------------------------------------------------
QVariantList stateOf(vtkCamera* camera)
{
  QVariantList state;
  for (const double* vector :
    { camera->GetPosition(), camera->GetFocalPoint(), camera->GetViewUp() })
  {
    state << vector[0] << vector[1] << vector[2];
  }
  return state << camera->GetParallelScale();
}

//-----------------------------------------------------------------------------
bool areSame(const QVariantList& a, const QVariantList& b)
{
  double largest = 0.0;
  double difference = 0.0;
  for (int i = 0; i < a.size() && i < b.size(); ++i)
  {
    largest = std::max(largest, std::abs(a[i].toDouble()));
    difference = std::max(difference, std::abs(a[i].toDouble() - b[i].toDouble()));
  }
  return a.size() == b.size() && difference <= SameCamera * largest;
}

//-----------------------------------------------------------------------------
bool hasDefaultDirection(vtkCamera* camera)
{
  const double* look = camera->GetDirectionOfProjection();
  const double* up = camera->GetViewUp();
  return look[2] < -0.999 && up[1] > 0.999;
}

//-----------------------------------------------------------------------------
bool isPlane(pqRenderView* view)
{
  // ParaView shows plane data from above, in a special interaction mode.
  return vtkSMPropertyHelper(view->getProxy(), "InteractionMode").GetAsInt() ==
    vtkPVRenderView::INTERACTION_MODE_2D;
}

//-----------------------------------------------------------------------------
void fit(pqRenderView* view, const QVariantList& bounds)
{
  if (bounds.empty())
  {
    view->resetCamera();
  }
  else
  {
    double box[6];
    std::transform(
      bounds.begin(), bounds.end(), box, [](const QVariant& value) { return value.toDouble(); });
    view->getRenderViewProxy()->ResetCamera(box[0], box[1], box[2], box[3], box[4], box[5]);
    view->render();
  }
  view->setProperty(FittedBounds, bounds);
  view->setProperty(FittedCamera, stateOf(cameraOf(view)));
}

//-----------------------------------------------------------------------------
// Calls a function with the next events, when the view has its final place; not if it has been
// deleted by then.
template <typename Function>
void callLater(pqRenderView* view, const Function& function)
{
  auto* timer = new QTimer(view);
  timer->setSingleShot(true);
  QObject::connect(timer, &QTimer::timeout, view, function);
  QObject::connect(timer, &QTimer::timeout, timer, &QObject::deleteLater);
  timer->start(0);
}

//-----------------------------------------------------------------------------
// Sets an oblique direction, unless the direction differs from ParaView's default.
void turn(pqRenderView* view)
{
  if (!isPlane(view) && hasDefaultDirection(cameraOf(view)))
  {
    view->resetViewDirection(-0.5, 0.75, -0.45, 0.0, 0.0, 1.0);
  }
}
}

//-----------------------------------------------------------------------------
void pqFitCamera(pqView* view, const double* bounds)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  if (!renderView || renderView->getNumberOfVisibleDataRepresentations() != 1 ||
    renderView->property(Touched).toBool())
  {
    return;
  }
  turn(renderView);
  QVariantList box;
  for (int i = 0; bounds && i < 6; ++i)
  {
    box << bounds[i];
  }
  fit(renderView, box);
}

//-----------------------------------------------------------------------------
void pqTurnCamera(pqView* view)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  if (renderView && !renderView->property(Touched).toBool() && !isPlane(renderView) &&
    hasDefaultDirection(cameraOf(renderView)))
  {
    turn(renderView);
    fit(renderView, {});
  }
}

//-----------------------------------------------------------------------------
void pqRefitCamera(pqView* view)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  const auto refit = [renderView]() // not called if the view has been deleted
  {
    if (!renderView->property(Touched).toBool() &&
      areSame(renderView->property(FittedCamera).toList(), stateOf(cameraOf(renderView))))
    {
      fit(renderView, renderView->property(FittedBounds).toList());
    }
  };
  if (renderView)
  {
    callLater(renderView, refit);
  }
}

//-----------------------------------------------------------------------------
void pqFitWholePicture(pqView* view)
{
  if (auto* renderView = qobject_cast<pqRenderView*>(view))
  {
    callLater(renderView,
      [renderView]()
      {
        // The camera is not as close as possible, so that nothing is cut off when the size of the
        // window changes slightly.
        renderView->resetCamera();
        renderView->setProperty(Touched, true); // as for all views from states
      });
  }
}

//-----------------------------------------------------------------------------
pqCameraBehavior::pqCameraBehavior(QObject* parent) : Superclass(parent)
{
  pqApplicationCore* core = pqApplicationCore::instance();
  QObject::connect(core->getServerManagerModel(), &pqServerManagerModel::viewAdded, this,
    &pqCameraBehavior::onViewAdded);
  QObject::connect(core, &pqApplicationCore::stateLoaded, this, &pqCameraBehavior::onStateLoaded);
  // The plugin may be loaded into a running session.
  for (pqView* view : core->getServerManagerModel()->findItems<pqView*>())
  {
    this->onViewAdded(view);
  }
}

//-----------------------------------------------------------------------------
void pqCameraBehavior::onViewAdded(pqView* view)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  vtkRenderWindowInteractor* interactor =
    renderView ? renderView->getRenderViewProxy()->GetInteractor() : nullptr;
  if (!interactor)
  {
    return;
  }
  for (const vtkCommand::EventIds event :
    { vtkCommand::LeftButtonPressEvent, vtkCommand::MiddleButtonPressEvent,
      vtkCommand::RightButtonPressEvent, vtkCommand::LeftButtonReleaseEvent,
      vtkCommand::MiddleButtonReleaseEvent, vtkCommand::RightButtonReleaseEvent,
      vtkCommand::MouseWheelForwardEvent, vtkCommand::MouseWheelBackwardEvent })
  {
    pqCoreUtilities::connect(interactor, event, this, SLOT(onMouse(vtkObject*, unsigned long)));
  }
}

//-----------------------------------------------------------------------------
void pqCameraBehavior::onMouse(vtkObject* interactor, unsigned long event)
{
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqRenderView* view : model->findItems<pqRenderView*>())
  {
    if (view->getRenderViewProxy()->GetInteractor() != interactor)
    {
      continue;
    }
    const QVariantList camera = stateOf(cameraOf(view));
    switch (event)
    {
      case vtkCommand::MouseWheelForwardEvent:
      case vtkCommand::MouseWheelBackwardEvent:
        view->setProperty(Touched, true);
        break;
      case vtkCommand::LeftButtonPressEvent:
      case vtkCommand::MiddleButtonPressEvent:
      case vtkCommand::RightButtonPressEvent:
        view->setProperty(PressedCamera, camera);
        break;
      default: // a click, as for a selection, does not move the camera
        if (!areSame(view->property(PressedCamera).toList(), camera))
        {
          view->setProperty(Touched, true);
        }
    }
  }
}

//-----------------------------------------------------------------------------
void pqCameraBehavior::onStateLoaded()
{
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqView* view : model->findItems<pqView*>())
  {
    view->setProperty(Touched, true);
  }
}
