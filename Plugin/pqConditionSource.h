#ifndef pqConditionSource_h
#define pqConditionSource_h

#include <array>
#include <string>

class pqPipelineSource;
class pqServerManagerModelItem;
class vtkSMSourceProxy;

/**
 * What the behaviors of this plugin know about a filter that marks a region of a mesh: the hint
 * <MechanicalCondition markers_port="1" color="r g b"/> in its XML.
 */
namespace pqConditionSource
{
/// The item as a pipeline source if it has the hint, else nullptr.
pqPipelineSource* cast(pqServerManagerModelItem* item);

/// Port of what is drawn over the mesh, or -1 if there is none.
int markersPort(vtkSMSourceProxy* proxy);

/// Color of the markers; without one in the hint, they have the colors of design regions.
bool hasMarkersColor(vtkSMSourceProxy* proxy);
std::array<double, 3> markersColor(vtkSMSourceProxy* proxy);

/// Whether nothing of what it marked is on the surface of the mesh.
bool isInside(vtkSMSourceProxy* proxy);
}

#endif
