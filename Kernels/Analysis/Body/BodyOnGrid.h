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
   * @param result set, without estimate of the error; its fault states load cases that the body
   * does not carry, or that the body has no support
   * @return false if stopped
   * @throws Error if the analysis is not possible: for a surface that is not closed, invalid forces
   * or arrays, and errors of the solver and the device
   */
  bool analyse(const BodySettings& settings, const Device& device, Observer& observer,
    std::size_t memoryLimit, BodyStiffness& result) const;

private:
  /// The structural problem of the body, without the load cases that it does not carry.
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
