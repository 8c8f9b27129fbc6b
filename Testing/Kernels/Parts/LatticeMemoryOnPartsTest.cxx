// Tests that multigrid on a lattice over the parts of a mesh needs no more memory than is
// estimated.

#include "Parts/DistributedStructure.h"
#include "Parts/LatticeEstimates.h"
#include "Solver/MeshMultigridCases.h"
#include "Support/Meshes/JoinedMeshes.h"

#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/AuxiliaryLattice/LatticeMultigrid.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
template <class Space>
class LatticeOnPartsMemory : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(LatticeOnPartsMemory, Spaces, SpaceNames);

TYPED_TEST(LatticeOnPartsMemory, IsNoMoreThanEstimated)
{
  // Bars that are one element thick, and many bodies of four elements an edge.
  const Mesh all = wavyBox(CellType::Hexahedron, { 26, 16, 16 }, { 2.6, 1.6, 1.6 });
  std::vector<std::uint8_t> keep(all.numberOfElements());
  for (std::size_t e = 0; e < keep.size(); ++e)
  {
    keep[e] = (e % 26 % 5 == 0) + (e / 26 % 16 % 5 == 0) + (e / 416 % 5 == 0) >= 2 ? 1 : 0;
  }
  const WholeStructure bars = randomBeam(keepElements(all, keep), 3);
  std::vector<Mesh> boxes;
  for (int b = 0; b < 12; ++b)
  {
    boxes.push_back(wavyBox(CellType::Hexahedron, { 4, 4, 4 }, { 1.0, 1.0, 1.0 }));
    for (std::size_t i = 0; i < boxes.back().points.size(); i += 3)
    {
      boxes.back().points[i] += 1.3 * (b % 4);
      boxes.back().points[i + 1] += 1.3 * (b / 4);
    }
  }
  const WholeStructure bodies = randomBeam(joinMeshes(boxes, 1e-9), 4);
  ASSERT_EQ(numberOfBodies(bodies.mesh), 12U);
  for (const WholeStructure* whole : { &bars, &bodies })
  {
    SCOPED_TRACE(whole == &bars ? "bars" : "bodies");
    for (const int parts : { 1, 2, 7 })
    {
      SCOPED_TRACE(std::to_string(parts) + " parts");
      const LatticeFrame frame = frameOf(*whole);
      const std::vector<MeshOfPart> meshes =
        distributeMesh(whole->mesh, bisectElements(whole->mesh, parts), parts);
      runPartsOn<TypeParam>(parts,
        [&](const Device& device, std::shared_ptr<const Communicator> communicator)
        {
          StructureOfPart<TypeParam> structure(*whole, meshes, device, std::move(communicator));
          const auto K = makeOperator<TypeParam>(
            structure.layouts, structure.part.mesh, { CaseRatio, {} }, OperatorSettings());
          SpringOperator<TypeParam> system(*K, {});
          const std::size_t before = structure.context.allocated();
          structure.context.startPeak();
          LatticeMultigrid<TypeParam> M(structure.context, structure.part.mesh, frame, CaseRatio,
            std::vector<std::uint8_t>(structure.supports.size(), 0), *K, system);
          const std::size_t needed = structure.context.peak() - before;
          // Up to 4096 rows are counted for the coarsest level.
          expectEstimate(needed, frame, structure.part.mesh, parts, whole->mesh, 350'000'000);
        });
    }
  }
}
}
