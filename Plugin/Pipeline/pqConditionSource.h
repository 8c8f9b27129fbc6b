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
/// The item as a pipeline source if it has the hint, else nullptr.
pqPipelineSource* cast(pqServerManagerModelItem* item);

/// Port of the markers, or -1 if there is none.
int markersPort(vtkSMSourceProxy* proxy);

/// Port of the faces or points of the region, or -1 if there is none.
int caughtPort(vtkSMSourceProxy* proxy);

/// Whether an output only shows what a condition does to the mesh: markers, regions.
bool onlyShows(vtkSMSourceProxy* proxy, int port);

/// Hides what regions catch in a view, where it would hover beside a result.
void hideCaught(pqView* view);

/// Color of the markers; without one in the hint, markers have the colors of design regions.
bool hasMarkersColor(vtkSMSourceProxy* proxy);
std::array<double, 3> markersColor(vtkSMSourceProxy* proxy);

/// Whether no part of the region is on the surface of the mesh.
bool isInside(vtkSMSourceProxy* proxy);
}

#endif
