#ifndef pqConditionSource_h
#define pqConditionSource_h

#include <array>
#include <string>

class pqPipelineSource;
class pqServerManagerModelItem;
class vtkSMSourceProxy;

/**
 * What the behaviors of this plugin know about a filter that marks a region of a mesh: the hint
 * <MechanicalCondition markers_port="1" color="r g b" color_cells_by="Name"/> in its XML, all of
 * whose attributes are optional.
 */
namespace pqConditionSource
{
/// The item as a pipeline source if it has the hint, else nullptr.
pqPipelineSource* cast(pqServerManagerModelItem* item);

/// Port of what is drawn over the mesh, or -1 if there is none.
int markersPort(vtkSMSourceProxy* proxy);

/// Color of the markers.
std::array<double, 3> markersColor(vtkSMSourceProxy* proxy);
}

#endif
