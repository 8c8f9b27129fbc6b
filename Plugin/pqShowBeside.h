#ifndef pqShowBeside_h
#define pqShowBeside_h

#include "vtkSMViewLayoutProxy.h"

#include <functional>

class vtkSMProxy;
class vtkSMSourceProxy;
class vtkSMViewProxy;

/**
 * Where a view is to be opened: in a part of the cell that another one has now.
 */
struct pqPlaceBeside
{
  vtkSMViewProxy* neighbor = nullptr;
  vtkSMViewLayoutProxy::Direction direction = vtkSMViewLayoutProxy::HORIZONTAL;
  double neighborShare = 0.5; ///< of the cell; the neighbor stays on the left or on top
};

/**
 * Opens a view of a type and shows an output in it, unless the neighbor has no place in a layout.
 *
 * The layout is changed last. So undo, which goes backwards, takes the view out of the layout
 * before what it shows is removed, which would ask it to render; see pqTableBehavior, too.
 *
 * @param prepare called for the view and the representation before they are in the layout
 * @return whether the view was opened
 */
bool pqShowBeside(vtkSMSourceProxy* producer, int port, const char* viewType,
  const pqPlaceBeside& place,
  const std::function<void(vtkSMViewProxy* view, vtkSMProxy* representation)>& prepare = {});

#endif
