#ifndef pqFitCamera_h
#define pqFitCamera_h

class pqView;

/**
 * Fits the camera of a view that shows one thing to it, seen obliquely: ParaView looks along an
 * axis, from where a structure is a silhouette, and has fitted to the first time step, where
 * thresholding may leave nothing. A direction that the user has chosen stays.
 *
 * @param bounds to fit to instead of what is there, six numbers; or nullptr
 */
void pqFitCamera(pqView* view, const double* bounds = nullptr);

/// Turns the camera of a view that shows any number of things to see them obliquely, and fits it to
/// them, unless the user has chosen a direction.
void pqTurnCamera(pqView* view);

#endif
