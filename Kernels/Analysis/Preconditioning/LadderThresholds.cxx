#include "Analysis/Preconditioning/LadderThresholds.h"

#include "Solver/Aggregation/CornerMesh.h"

#include <limits>

namespace trabecula
{
namespace
{
constexpr std::size_t Never = std::numeric_limits<std::size_t>::max();

struct Threshold
{
  LadderRung rung;
  ExecutionSpace space;
  MeshKind mesh;
  std::size_t ofDesign;
  std::size_t ofSolid;
};
}

MeshKind kindOf(const Mesh& mesh)
{
  return hasQuadraticElements(mesh) ? MeshKind::Quadratic
    : isHexahedral(mesh)            ? MeshKind::Hexahedra
                                    : MeshKind::Linear;
}

std::size_t leastSizeFor(LadderRung rung, ExecutionSpace space, MeshKind mesh, BodyKind body)
{
  using Rung = LadderRung;
  using Space = ExecutionSpace;
  using Kind = MeshKind;
  // All thresholds were measured against the next rung (Benchmark/README.md).
  constexpr Threshold thresholds[] = {
    // For fewer elements, rigid-body modes are as fast. On CUDA the latency of the many short steps
    // of multigrid dominates.
    { Rung::VoxelMultigrid, Space::Host, Kind::Hexahedra, 500, 500 },
    { Rung::VoxelMultigrid, Space::Host, Kind::Linear, 500, 500 },
    { Rung::VoxelMultigrid, Space::Host, Kind::Quadratic, 500, 500 },
    { Rung::VoxelMultigrid, Space::Cuda, Kind::Hexahedra, 65536, 65536 },
    { Rung::VoxelMultigrid, Space::Cuda, Kind::Linear, 65536, 65536 },
    { Rung::VoxelMultigrid, Space::Cuda, Kind::Quadratic, 65536, 65536 },
    // The set-up of a lattice takes little time. On CUDA the latency of its short steps dominates
    // for small designs of hexahedra, whose products are cheap, and a coarse space costs less than
    // on processors.
    { Rung::LatticeMultigrid, Space::Host, Kind::Hexahedra, 800, 800 },
    { Rung::LatticeMultigrid, Space::Host, Kind::Linear, 800, 800 },
    { Rung::LatticeMultigrid, Space::Host, Kind::Quadratic, 800, 800 },
    { Rung::LatticeMultigrid, Space::Cuda, Kind::Hexahedra, 150000, 30000 },
    { Rung::LatticeMultigrid, Space::Cuda, Kind::Linear, 900000, 900000 },
    { Rung::LatticeMultigrid, Space::Cuda, Kind::Quadratic, 50000, 50000 },
    // The set-up of aggregation takes more time, which the many solutions of a design save sooner
    // than the single solution of a solid body.
    { Rung::SmoothedAggregation, Space::Host, Kind::Hexahedra, 30000, 300000 },
    { Rung::SmoothedAggregation, Space::Host, Kind::Linear, 10000, 10000 },
    { Rung::SmoothedAggregation, Space::Host, Kind::Quadratic, 10000, 10000 },
    { Rung::SmoothedAggregation, Space::Cuda, Kind::Hexahedra, 50000, Never },
    { Rung::SmoothedAggregation, Space::Cuda, Kind::Linear, 900000, 900000 },
    { Rung::SmoothedAggregation, Space::Cuda, Kind::Quadratic, 50000, 50000 },
  };
  for (const Threshold& threshold : thresholds)
  {
    if (threshold.rung == rung && threshold.space == space && threshold.mesh == mesh)
    {
      return body == BodyKind::Design ? threshold.ofDesign : threshold.ofSolid;
    }
  }
  return Never;
}

std::size_t leastSizeForConduction(ExecutionSpace space, MeshKind mesh, BodyKind body)
{
  const bool isQuadratic = mesh == MeshKind::Quadratic;
  if (space == ExecutionSpace::Cuda)
  {
    return isQuadratic ? 50000 : 100000; // estimated, not measured
  }
  // These thresholds were measured against the diagonal on two cores: a design requires new coarse
  // matrices and a solution, and a solid body also the set-up.
  const bool isDesign = body == BodyKind::Design;
  return isQuadratic ? (isDesign ? 4000 : 8000) : (isDesign ? 5000 : 10000);
}
}
