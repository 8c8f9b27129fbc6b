#ifndef pqShowBeside_h
#define pqShowBeside_h

#include "vtkSMViewLayoutProxy.h"

#include <functional>

class vtkSMProxy;
class vtkSMSourceProxy;
class vtkSMViewProxy;

/**
 * Position of a new view: a part of the layout cell of another one.
 */
struct pqPlaceBeside
{
  vtkSMViewProxy* neighbor = nullptr;
  vtkSMViewLayoutProxy::Direction direction = vtkSMViewLayoutProxy::HORIZONTAL;
  double neighborShare = 0.5; ///< fraction of the cell; the neighbor keeps the left or upper part
};

/**
 * Opens a view of a type and shows an output in it, unless the neighbor is in no layout.
 *
 * The layout is changed last, so that undo removes the view from the layout before it removes the
 * representation, which would render the view; see also pqTableBehavior.
 *
 * @param prepare called for the view and the representation before they are in the layout
 * @return whether the view was opened
 */
bool pqShowBeside(vtkSMSourceProxy* producer, int port, const char* viewType,
  const pqPlaceBeside& place,
  const std::function<void(vtkSMViewProxy* view, vtkSMProxy* representation)>& prepare = {});

#endif
