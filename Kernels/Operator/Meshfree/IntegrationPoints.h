#ifndef TRABECULA_OPERATOR_MESHFREE_INTEGRATIONPOINTS_H
#define TRABECULA_OPERATOR_MESHFREE_INTEGRATIONPOINTS_H

#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Points of an integral over the background cells, cell after cell.
struct IntegrationPoints
{
  std::vector<double> places;  ///< 3 per point, length
  std::vector<double> weights; ///< 1 per point, with the Jacobian: length cubed
  int perCell = 1;
  /// Part of each cell that is solid, as of voxels that a surface passes through, by which
  /// stiffness and volume count; empty for whole cells. Not part of the weights: gradients that are
  /// consistent with the faces are so over whole cells.
  std::vector<double> solidFractions;

  std::size_t size() const { return this->weights.size(); }
};

/// Points of integrals over faces, face after face.
struct FacePoints
{
  static constexpr int PerFace = 4;

  std::vector<double> places;  ///< 3 per point, length
  std::vector<double> weights; ///< 1 per point, length squared
  std::vector<double> normals; ///< 3 per point, unit vectors that point out of the cell

  std::size_t size() const { return this->weights.size(); }
};

/**
 * Gauss points of hexahedra.
 *
 * @param perDirection 1 to 4 @throws Error naming the first cell that is inverted at one of them
 */
IntegrationPoints cellPoints(const Mesh& mesh, int perDirection);

/// Values at the points of cellPoints() from those of the points of the mesh, by the linear shape
/// functions of the hexahedra.
std::vector<double> valuesInCells(
  const Mesh& mesh, int perDirection, const std::vector<double>& ofPoints);

/// 2 x 2 Gauss points on faces of hexahedra.
/// @param sides as numbered by ElementFaces
FacePoints facePointsOf(const Mesh& mesh, const std::vector<std::int64_t>& sides);

/// Points of all six faces of each cell.
FacePoints facePointsOfCells(const Mesh& mesh);
}

#endif
