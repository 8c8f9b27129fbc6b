#ifndef TRABECULA_ANALYSIS_BODY_BODYONGRID_H
#define TRABECULA_ANALYSIS_BODY_BODYONGRID_H

#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/BodyVoxels.h"
#include "Geometry/Voxelization/SurfaceGrid.h"

#include <cstddef>

namespace trabecula
{
class BodyLoads;

/// The analysis of one body on one grid.
class BodyOnGrid
{
public:
  /// @param problem, grid must remain valid
  BodyOnGrid(const BodyProblem& problem, const SurfaceGrid& grid, double loadRadius);

  /**
   * @param result without estimate of the error; load cases that the body does not carry are its
   * fault
   * @return false if stopped
   * @throws Error if there is no analysis: a surface that is not closed, a body without support,
   * forces or arrays that are wrong
   */
  bool analyse(const BodySettings& settings, const Device& device, Observer& observer,
    std::size_t memoryLimit, BodyStiffness& result) const;

private:
  /// Without the load cases that the body does not carry.
  StructuralProblem problemOf(
    const BodyVoxels& body, const BodySettings& settings, BodyStiffness& result) const;
  void addSprings(const BodyLoads& loads, StructuralProblem& problem, BodyStiffness& result) const;

  const BodyProblem& Problem;
  const SurfaceGrid& Grid;
  double LoadRadius;
};
}

#endif
