#ifndef pqManufacturingMarks_h
#define pqManufacturingMarks_h

#include "vtkSmartPointer.h"

#include <QList>

class vtkProp;
class vtkSMProxy;

/// What stages for manufacture look like in a view.
namespace pqManufacturingMarks
{
/// Returns the planes, axes and arrows of the stages that are on in the panel; none if the bounds
/// of the input are not known.
QList<vtkSmartPointer<vtkProp>> make(vtkSMProxy* proxy);
}

#endif
