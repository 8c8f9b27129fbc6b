#ifndef TRABECULA_FILTERS_BODYSURFACE_H
#define TRABECULA_FILTERS_BODYSURFACE_H

#include "Analysis/Loads/SurfaceLoads.h"

#include "vtkType.h"

#include <string>
#include <vector>

class vtkDataSet;

namespace trabecula::filters
{
/// The cells of a dataset that form the body: those with an array value of at least the threshold.
struct BodyArray
{
  std::string name; ///< cell array of one component; empty means all cells
  double threshold = 0.5;
};

/// The body and its surface: the faces that belong to exactly one of its cells.
struct BodySurface
{
  /// Corners ordered by the right-hand rule about the outward normal, followed by the mid-edge
  /// nodes, if there are any.
  FaceSurface faces;
  std::vector<vtkIdType> points; ///< point index in the dataset, for each point of the faces
  std::vector<vtkIdType> cells;  ///< cell index in the dataset, for each face
  std::vector<Vector3> normals;  ///< outward unit normal of each face
  std::vector<char> hasPoint; ///< for each point of the dataset: whether a cell of the body uses it
  std::vector<char> hasCell;  ///< for each cell of the dataset: whether it belongs to the body

  int cornersOf(std::size_t face) const
  {
    const int nodes = this->faces.nodesOf(face);
    return nodes > 4 ? nodes / 2 : nodes;
  }
};

/**
 * @param input tetrahedra, hexahedra, voxels or image data; or a surface of triangles and
 * quadrilaterals, which is then itself the surface of the body, with one cell per face
 * @throws Error as solidCellsOf(), and with the name of the array if it is missing or unsuitable
 */
BodySurface makeBodySurface(vtkDataSet* input, const BodyArray& body);

/**
 * Returns the faces that can be reached from the seeds across edges at which the normals of both
 * faces differ by less than the angle, in ascending order.
 *
 * @param seeds indices of faces
 * @param angle in degrees
 */
std::vector<vtkIdType> growPatch(
  const BodySurface& surface, const std::vector<vtkIdType>& seeds, double angle);
}

#endif
