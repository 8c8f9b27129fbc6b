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
/// Voxels with a smaller solid fraction are left out.
constexpr double LeastBodyFraction = 1e-3;

/**
 * The voxels of a body that are analysed: those of the pieces that supports hold. Pieces are
 * connected through faces of voxels.
 *
 * On a plane the grid has one layer as thick as the design, and the mesh one layer of cubes, as
 * thick as the voxels are long: with the lower side held in z and the upper one free this is plane
 * stress up to the second power of the edge.
 */
struct BodyVoxels
{
  SurfaceGrid grid;
  bool isPlane = false;
  std::vector<double> fractions;    ///< one per voxel of the grid; 0 of those left out
  std::vector<std::int32_t> pieces; ///< one per voxel: 1, 2, ..., or 0 of those left out
  std::vector<std::uint8_t> isHeld; ///< for each piece; the first entry is for no piece

  Mesh mesh;                          ///< of the voxels of pieces that are held
  std::vector<double> shares;         ///< solid fraction of each element
  std::vector<std::uint8_t> supports; ///< 3 per node
  std::vector<std::int32_t> numberOf; ///< of the node at each node of the grid; -1 for none

  double looseVolume = 0.0; ///< of the pieces that are not held, length^3
  std::int64_t numberOfPieces() const { return static_cast<std::int64_t>(this->isHeld.size()) - 1; }
  std::int64_t numberOfLoosePieces() const;

  /// The most bytes that bodyFractions() of a surface that does not overlap itself, supports on the
  /// grid and makeBodyVoxels() take at one time, if all voxels are solid; without the analysis and
  /// lists of the surface's triangles.
  static std::size_t mostBytes(const SurfaceGrid& grid);
};

/// Solid fractions, exact; by samples where the surface overlaps itself, as smoothed ones may.
/// @return nothing if the observer asks to stop
std::optional<std::vector<double>> bodyFractions(
  const TriangleMesh& surface, const SurfaceGrid& grid, Observer& observer);

/**
 * @param held 3 per node of the grid: displacement components that are held; on a plane z is not
 * read
 */
BodyVoxels makeBodyVoxels(const SurfaceGrid& grid, bool isPlane, std::vector<double> fractions,
  const std::vector<std::uint8_t>& held);
}

#endif
