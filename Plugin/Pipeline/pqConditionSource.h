#ifndef pqConditionSource_h
#define pqConditionSource_h

#include <array>
#include <string>

class pqPipelineSource;
class pqServerManagerModelItem;
class pqView;
class vtkSMSourceProxy;

/**
 * Properties of a filter that defines a condition on a region of a mesh, from the hint
 * <MechanicalCondition markers_port="1" color="r g b"/> in its XML.
 */
namespace pqConditionSource
{
/// Returns the item as a pipeline source if it has the hint, else nullptr.
pqPipelineSource* cast(pqServerManagerModelItem* item);

/// Returns the port of the markers, or -1 if there is none.
int markersPort(vtkSMSourceProxy* proxy);

/// Returns the port of the faces or points of the region, or -1 if there is none.
int caughtPort(vtkSMSourceProxy* proxy);

/// Whether an output only visualizes a condition on the mesh: markers or regions.
bool onlyShows(vtkSMSourceProxy* proxy, int port);

/// Hides the outputs that show regions in a view, where they would cover a result.
void hideCaught(pqView* view);

/// Returns the color of the markers; if the hint has none, markers have the colors of design
/// regions.
bool hasMarkersColor(vtkSMSourceProxy* proxy);
std::array<double, 3> markersColor(vtkSMSourceProxy* proxy);

/// Whether no part of the region is on the surface of the mesh.
bool isInside(vtkSMSourceProxy* proxy);
}

#endif
