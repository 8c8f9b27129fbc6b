#ifndef pqFitCamera_h
#define pqFitCamera_h

#include <QObject>

class pqView;
class vtkObject;

/**
 * Fits the camera of a view with one representation to it, in an oblique direction: ParaView looks
 * along an axis and fits to the first time step, which may be empty after thresholding. A view
 * whose camera the user has changed is left unchanged, see pqCameraBehavior.
 *
 * @param bounds to fit to, six numbers; nullptr means the visible bounds
 */
void pqFitCamera(pqView* view, const double* bounds = nullptr);

/// Sets an oblique direction and fits the camera once, for a view with any number of
/// representations.
void pqTurnCamera(pqView* view);

/// Fits the camera again when the view has the size of its new place in the layout, unless the
/// camera was not set by pqFitCamera() or pqTurnCamera().
void pqRefitCamera(pqView* view);

/// Changes the distance of the camera of a view from a loaded state such that everything is
/// visible, when the view has its size: the state was saved from a window with another aspect
/// ratio.
void pqFitWholePicture(pqView* view);

/**
 * Notes the views whose cameras the user has set, by the mouse or by loading a state. These cameras
 * are not changed any more.
 */
class pqCameraBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqCameraBehavior(QObject* parent = nullptr);
  ~pqCameraBehavior() override = default;

private Q_SLOTS:
  void onViewAdded(pqView* view);
  void onMouse(vtkObject* interactor, unsigned long event);
  void onStateLoaded();

private:
  Q_DISABLE_COPY(pqCameraBehavior)
};

#endif
