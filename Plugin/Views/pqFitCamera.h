#ifndef pqFitCamera_h
#define pqFitCamera_h

#include <QObject>

class pqView;
class vtkObject;

/**
 * Fits the camera of a view with one representation to it, in an oblique direction: ParaView looks
 * along an axis and fits to the first time step, which may be empty after thresholding. Nothing is
 * done in a view that the user has touched, see pqCameraBehavior.
 *
 * @param bounds to fit to, six numbers; nullptr means the visible bounds
 */
void pqFitCamera(pqView* view, const double* bounds = nullptr);

/// The same for a view with any number of representations: sets an oblique direction and fits the
/// camera, once.
void pqTurnCamera(pqView* view);

/// Fits the camera again once the view has the size of its new place in the layout, unless another
/// than pqFitCamera() or pqTurnCamera() has set it.
void pqRefitCamera(pqView* view);

/// Moves the camera of a view of a loaded state so near or far that all is seen, once the view has
/// its size: the state was saved from a window of another shape.
void pqFitWholePicture(pqView* view);

/**
 * Notes the views whose cameras the user has set, by the mouse or by loading a state. These cameras
 * are not changed from then on.
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
