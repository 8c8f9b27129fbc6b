#ifndef pqFaceView_h
#define pqFaceView_h

#include <QPoint>

#include <array>

class pqRenderView;
class vtkRenderer;

/// Rays of sight through a view, and the view of a face.
namespace pqFaceView
{
/// Returns the ends of the ray through a position, on the near and on the far plane.
std::array<double, 6> rayThrough(vtkRenderer* renderer, const QPoint& position);

/// Turns and moves the camera so that a face is seen from outside, with what is around it.
/// @param sight property LitSight of PickableFaces
void lookAt(pqRenderView* view, const std::array<double, 8>& sight);
}

#endif
