#ifndef TRABECULA_ANALYSIS_BODY_BODYVOXELS_H
#define TRABECULA_ANALYSIS_BODY_BODYVOXELS_H

#include "Core/Observer.h"
#include "Geometry/Triangles/TriangleMesh.h"
#include "Geometry/Voxelization/SurfaceGrid.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace trabecula
{
/// Voxels with a smaller solid fraction are removed.
constexpr double LeastBodyFraction = 1e-3;

/**
 * The analysed voxels of a body: those of supported pieces. Pieces are connected through faces of
 * voxels.
 *
 * For plane bodies the grid has one layer as thick as the design, and the mesh one layer of cubes,
 * as thick as the voxels are long: with the lower side supported in z and the upper one free this
 * is plane stress up to the second power of the edge.
 */
struct BodyVoxels
{
  SurfaceGrid grid;
  bool isPlane = false;
  std::vector<double> fractions;    ///< one per voxel of the grid; 0 for removed ones
  std::vector<std::int32_t> pieces; ///< one per voxel: 1, 2, ..., or 0 for removed ones
  std::vector<std::uint8_t> isHeld; ///< whether each piece is supported; entry 0 is for no piece

  Mesh mesh;                          ///< of the voxels of supported pieces
  std::vector<double> shares;         ///< solid fraction of each element
  std::vector<std::uint8_t> supports; ///< 3 per node
  std::vector<std::int32_t> numberOf; ///< node of the mesh at each node of the grid; -1 for none

  double looseVolume = 0.0; ///< of the pieces without support, length^3
  std::int64_t numberOfPieces() const { return static_cast<std::int64_t>(this->isHeld.size()) - 1; }
  std::int64_t numberOfLoosePieces() const;

  /// Upper bound of the bytes that bodyFractions() of a surface that does not overlap itself,
  /// supports on the grid and makeBodyVoxels() take at one time; without the analysis and lists of
  /// the surface's triangles.
  static std::size_t mostBytes(const SurfaceGrid& grid);
};

/// Solid fractions of voxels: exact, or by sampling if the surface overlaps itself, as smoothed
/// surfaces may.
/// @return nothing if the observer asks to stop
std::optional<std::vector<double>> bodyFractions(
  const TriangleMesh& surface, const SurfaceGrid& grid, Observer& observer);

/**
 * The voxels of a body from their solid fractions.
 *
 * @param held 3 per node of the grid, nonzero for supported displacement components; for plane
 * bodies z is ignored
 */
BodyVoxels makeBodyVoxels(const SurfaceGrid& grid, bool isPlane, std::vector<double> fractions,
  const std::vector<std::uint8_t>& held);
}

#endif
