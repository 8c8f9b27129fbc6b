#ifndef TRABECULA_ANALYSIS_BODY_BODYONGRID_H
#define TRABECULA_ANALYSIS_BODY_BODYONGRID_H

#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <cstddef>
#include <optional>

namespace trabecula
{
/// The analysis of one body on one grid.
class BodyOnGrid
{
public:
  /// @param problem, grid must remain valid
  BodyOnGrid(const BodyProblem& problem, const SurfaceGrid& grid, double loadRadius);

  /**
   * @param result without estimate of the error; load cases that the body does not carry, and a
   * body that no support holds, are its fault
   * @return false if stopped
   * @throws Error if there is no analysis: a surface that is not closed, forces or arrays that are
   * wrong, or what the solver and the device throw
   */
  bool analyse(const BodySettings& settings, const Device& device, Observer& observer,
    std::size_t memoryLimit, BodyStiffness& result) const;

private:
  /// Without the load cases that the body does not carry.
  /// @param body whose mesh and supports are moved into the result
  /// @return nothing if stopped
  std::optional<StructuralProblem> problemOf(BodyVoxels& body, const BodySettings& settings,
    Observer& observer, BodyStiffness& result) const;

  const BodyProblem& Problem;
  const SurfaceGrid& Grid;
  double LoadRadius;
};
}

#endif
