#ifndef pqFitCamera_h
#define pqFitCamera_h

class pqView;

/**
 * Fits the camera of a view with one representation to it, in an oblique direction: ParaView looks
 * along an axis and fits to the first time step, which may be empty after thresholding. A direction
 * chosen by the user is kept.
 *
 * @param bounds to fit to, six numbers; nullptr means the visible bounds
 */
void pqFitCamera(pqView* view, const double* bounds = nullptr);

/// The same for a view with any number of representations: sets an oblique direction and fits the
/// camera, unless the user has chosen a direction.
void pqTurnCamera(pqView* view);

#endif
