// Tests that the lattice over a mesh on parts is that over the whole mesh, and that multigrid on it
// solves as on the whole.

#include "Parts/DistributedStructure.h"
#include "Parts/LatticeEstimates.h"
#include "Solver/MeshMultigridCases.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "Support/Random.h"

#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/AuxiliaryLattice/LatticeMultigrid.h"
#include "Solver/AuxiliaryLattice/MeshLattice.h"
#include "Solver/ConjugateGradient.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula::testing
{
namespace
{
struct LatticeCase
{
  std::string name;
  WholeStructure whole;
  /// Modulus of the holes of a second design. Where they alternate with solid from element to
  /// element, a lattice does not represent void.
  double weak = 1e-6;
};

/// Two boxes that share one node, of which each is held.
WholeStructure boxesAtOneNode()
{
  const Mesh low = wavyBox(CellType::Hexahedron, { 9, 9, 9 }, { 1.0, 1.0, 1.0 });
  Mesh high = low;
  for (double& x : high.points)
  {
    x += 1.0;
  }
  WholeStructure whole = randomBeam(joinMeshes({ low, high }, 1e-9), 12);
  for (std::size_t i = 0; i < whole.supports.size(); ++i)
  {
    const double x = whole.mesh.points[i - i % 3];
    const bool isHeld = x < 0.1 || x > 1.9;
    whole.supports[i] = isHeld ? 1 : 0;
    whole.forces[i] = isHeld ? 0.0 : 0.01 * static_cast<double>(i % 7) - 0.02;
  }
  return whole;
}

/// The beams that tests solve by default: less is computed, but parts have several bricks.
std::vector<LatticeCase> smallCases()
{
  const std::array<double, 3> size = { 2.0, 1.0, 1.0 };
  return { { "quadratic tetrahedra",
             randomBeam(wavyBox(CellType::QuadraticTetrahedron, { 10, 5, 5 }, size), 5) },
    { "hexahedra", randomBeam(wavyBox(CellType::Hexahedron, { 20, 10, 10 }, size), 5) } };
}

std::vector<LatticeCase> latticeCases()
{
  const std::array<double, 3> size = { 2.0, 1.0, 1.0 };
  const auto beam = [&](CellType type, const std::array<int, 3>& cells)
  { return randomBeam(wavyBox(type, cells, size), 5); };
  const auto beside = [](CellType type, double x, const std::array<int, 3>& cells)
  {
    return makeBox(type, cells,
      [x](const std::array<double, 3>& p) {
        return std::array<double, 3>{ x + p[0], p[1], p[2] };
      });
  };
  return { { "tetrahedra", beam(CellType::Tetrahedron, { 20, 10, 10 }) },
    { "quadratic tetrahedra", beam(CellType::QuadraticTetrahedron, { 12, 6, 6 }) },
    { "hexahedra", beam(CellType::Hexahedron, { 22, 11, 11 }) },
    { "quadratic hexahedra", beam(CellType::QuadraticHexahedron, { 12, 6, 6 }) },
    { "mixed",
      randomBeam(joinMeshes({ beside(CellType::Hexahedron, 0.0, { 8, 8, 8 }),
                              beside(CellType::QuadraticTetrahedron, 1.0, { 4, 4, 4 }) },
                   1e-9),
        7),
      0.1 },
    { "boxes at one node", boxesAtOneNode(), 0.1 } };
}

/// Calls work(division in words, part of each element, parts) for divisions of a mesh. Random ones
/// have parts that touch at one node; others have empty parts.
template <class Work>
void forEachDivision(const Mesh& mesh, const Work& work)
{
  for (const int parts : { 2, 3, 4, 7 })
  {
    std::vector<Division> all = divisions();
    all.resize(parts % 2 == 0 ? 1 : all.size());
    for (const Division& division : all)
    {
      work(division.name + " among " + std::to_string(parts), division.divide(mesh, parts), parts);
    }
  }
}

/// The same for a few divisions of several kinds.
template <class Work>
void forFewDivisions(const Mesh& mesh, const Work& work)
{
  const std::vector<Division> all = divisions();
  for (const auto& [number, parts] : { std::pair{ 0, 2 }, std::pair{ 1, 3 }, std::pair{ 3, 7 } })
  {
    const Division& division = all[static_cast<std::size_t>(number)];
    work(division.name + " among " + std::to_string(parts), division.divide(mesh, parts), parts);
  }
}

/// A number for an unknown of the lattice.
double valueAt(std::int64_t node, std::size_t component)
{
  return 0.01 * static_cast<double>((7 * node + 3 * static_cast<std::int64_t>(component)) % 101);
}

/// What a lattice computes, by indices in the frame.
struct TransferResults
{
  TransferResults(const LatticeFrame& frame, const Mesh& mesh)
    : moduli(static_cast<std::size_t>(frame.size()), -1.0),
      restricted(3 * static_cast<std::size_t>(frame.numberOfPositions()), -1.0),
      supports(restricted.size(), -1.0), prolonged(mesh.points.size(), -1.0)
  {
  }

  std::vector<double> moduli;     ///< of voxels, -1 where there is none
  std::vector<double> restricted; ///< -1 where the grid has no node
  std::vector<double> supports;   ///< as above
  std::vector<double> prolonged;
};

template <class Space>
TransferResults computeTransfers(const WholeStructure& whole, const std::vector<double>& residual,
  const std::vector<std::int32_t>& partOfElement, int parts)
{
  const LatticeFrame frame = frameOf(whole);
  TransferResults results(frame, whole.mesh);
  const std::vector<MeshOfPart> meshes = distributeMesh(whole.mesh, partOfElement, parts);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      const StructureOfPart<Space> structure(whole, meshes, device, std::move(communicator));
      MeshLattice<Space> lattice(
        structure.layouts, structure.part.mesh, frame, CaseRatio, structure.supports);
      lattice.setModuli(structure.moduli, 0.3);
      const std::vector<double> moduli = lattice.voxels().moduli().toHost();
      const std::vector<std::int64_t> cells = lattice.grid().elementIndices();
      for (std::size_t v = 0; v < static_cast<std::size_t>(lattice.grid().numberOfOwnedElements());
           ++v)
      {
        results.moduli[static_cast<std::size_t>(cells[v])] = moduli[v];
      }
      // Coarse fields have no values at ghosts.
      const LayoutPointer<Space>& layout = lattice.voxels().layoutPointer();
      const std::vector<std::int64_t> indices = lattice.grid().nodeIndices();
      const auto owned = static_cast<std::size_t>(layout->ownedSize());
      std::vector<float> field(
        static_cast<std::size_t>(layout->size()), std::numeric_limits<float>::quiet_NaN());
      std::vector<float> marks(field.size(), 1.0F);
      for (std::size_t i = 0; i < owned; ++i)
      {
        field[i] = static_cast<float>(valueAt(indices[i / 3], i % 3));
        marks[i] = lattice.supports()[i] != 0 ? 0.0F : 1.0F;
      }
      const std::vector<double> r =
        withoutGhosts(structure.layouts.unknowns, structure.part.nodes, residual).toHost();
      const DeviceVector<float, Space> there(
        structure.context, std::vector<float>(r.begin(), r.end()));
      Vector<Space> coarse(layout);
      lattice.restrictTo(there.data(), Vector<Space, float>(layout, marks), coarse);
      const std::vector<double> restricted = coarse.toHost();
      for (std::size_t i = 0; i < owned; ++i)
      {
        const std::size_t to = 3 * static_cast<std::size_t>(indices[i / 3]) + i % 3;
        results.restricted[to] = restricted[i];
        results.supports[to] = lattice.supports()[i];
      }
      DeviceVector<float, Space> d(structure.context, r.size());
      DeviceVector<float, Space> x(structure.context, r.size());
      x.zero();
      lattice.prolong(Vector<Space, float>(layout, field), d.data(), x.data());
      const std::vector<float> prolonged = x.toHost();
      collect(structure.part.nodes, std::vector<double>(prolonged.begin(), prolonged.end()), 3,
        results.prolonged);
    });
  return results;
}

struct SolutionResults
{
  /// With moduli, then with others, and with these after recover().
  std::array<std::vector<double>, 3> solutions;
  std::array<double, 3> compliances = {};
  std::array<int, 3> iterations = {};
  std::vector<std::int64_t> sizes;
};

template <class Space>
SolutionResults solveOnLattice(const WholeStructure& whole, const std::vector<double>& otherModuli,
  const LatticeSettings& settings, const std::vector<std::int32_t>& partOfElement, int parts)
{
  SolutionResults results;
  results.solutions.fill(std::vector<double>(whole.supports.size()));
  const LatticeFrame frame = frameOf(whole);
  const std::vector<MeshOfPart> meshes = distributeMesh(whole.mesh, partOfElement, parts);
  runPartsOn<Space>(parts,
    [&](const Device& device, std::shared_ptr<const Communicator> communicator)
    {
      StructureOfPart<Space> structure(whole, meshes, device, std::move(communicator));
      const HaloPlan& nodes = structure.part.nodes;
      const LayoutPointer<Space>& unknowns = structure.layouts.unknowns;
      const auto K = makeOperator<Space>(
        structure.layouts, structure.part.mesh, { CaseRatio, {} }, OperatorSettings());
      SpringOperator<Space> system(*K, {});
      const std::size_t before = structure.context.allocated();
      structure.context.startPeak();
      LatticeMultigrid<Space> M(structure.context, structure.part.mesh, frame, CaseRatio,
        structure.supports, *K, system, settings);
      const Vector<Space> others =
        withoutGhosts(structure.layouts.materialPoints, structure.part.elements, otherModuli);
      const Vector<Space> f(unknowns, valuesOfPart(nodes, whole.forces, 3));
      for (std::size_t i = 0; i < 3; ++i)
      {
        const Vector<Space>& moduli = i == 0 ? structure.moduli : others;
        if (i < 2)
        {
          K->setModuli(moduli);
          M.update(moduli, 2.0);
          expectEstimate(
            structure.context.peak() - before, frame, structure.part.mesh, parts, whole.mesh);
        }
        else
        {
          EXPECT_FALSE(M.recover().empty());
        }
        Vector<Space> u(unknowns);
        u.zero();
        ConjugateGradient<Space> solver(unknowns);
        Observer observer;
        const SolverReport report = solver.solve(system, M, f, u, 1e-10, 200, observer);
        EXPECT_TRUE(report.converged);
        collect(nodes, u.toHost(), 3, results.solutions[i]);
        const double compliance = trabecula::dot<Space>(f, u);
        if (structure.rank == 0)
        {
          results.compliances[i] = compliance;
          results.iterations[i] = report.iterations;
        }
        structure.context.startPeak();
      }
      const std::vector<std::int64_t> sizes = M.levelSizes();
      if (structure.rank == 0)
      {
        results.sizes = sizes;
      }
    });
  return results;
}

/// @param divide calls its argument for each division
template <class Space, class Divide>
void expectSolutionsOfTheWhole(const LatticeCase& of, const Divide& divide)
{
  const std::vector<double> otherModuli = porousModuli(of.whole.mesh, of.weak);
  LatticeSettings settings;
  const SolutionResults expected = solveOnLattice<Space>(of.whole, otherModuli, settings,
    std::vector<std::int32_t>(of.whole.mesh.numberOfElements(), 0), 1);
  divide(
    [&](const std::string& name, const std::vector<std::int32_t>& partOfElement, int parts)
    {
      settings.replicatedNodes = parts % 2 == 0 ? 50000 : 0;
      SCOPED_TRACE(of.name + ", " + name);
      const SolutionResults results =
        solveOnLattice<Space>(of.whole, otherModuli, settings, partOfElement, parts);
      EXPECT_EQ(results.sizes, expected.sizes);
      for (std::size_t i = 0; i < expected.solutions.size(); ++i)
      {
        EXPECT_NEAR(
          results.compliances[i], expected.compliances[i], 1e-8 * expected.compliances[i]);
        EXPECT_LT(relativeDifference(expected.solutions[i], results.solutions[i]), 1e-6);
        EXPECT_NEAR(
          results.iterations[i], expected.iterations[i], 0.1 * expected.iterations[i] + 1.0);
      }
    });
}
}

template <class Space>
class LatticeOnParts : public OnSpace<Space>
{
};
TYPED_TEST_SUITE(LatticeOnParts, Spaces, SpaceNames);

TYPED_TEST(LatticeOnParts, HasTheTransfersOfTheWhole)
{
  for (const LatticeCase& of : latticeCases())
  {
    Random random(8);
    const std::vector<double> residual = random.vector(of.whole.supports.size(), -1.0, 1.0);
    const TransferResults expected = computeTransfers<TypeParam>(
      of.whole, residual, std::vector<std::int32_t>(of.whole.mesh.numberOfElements(), 0), 1);
    EXPECT_GT(std::count(expected.supports.begin(), expected.supports.end(), 1.0), 0);
    forEachDivision(of.whole.mesh,
      [&](const std::string& name, const std::vector<std::int32_t>& partOfElement, int parts)
      {
        SCOPED_TRACE(of.name + ", " + name);
        const TransferResults results =
          computeTransfers<TypeParam>(of.whole, residual, partOfElement, parts);
        // Sums of single precision are in another order.
        EXPECT_LT(relativeDifference(expected.moduli, results.moduli), 1e-13);
        EXPECT_LT(relativeDifference(expected.restricted, results.restricted), 1e-6);
        EXPECT_EQ(results.supports, expected.supports);
        EXPECT_EQ(results.prolonged, expected.prolonged);
      });
  }
}

TYPED_TEST(LatticeOnParts, SolvesAsOnTheWhole)
{
  for (const LatticeCase& of : smallCases())
  {
    expectSolutionsOfTheWhole<TypeParam>(
      of, [&](const auto& work) { forFewDivisions(of.whole.mesh, work); });
  }
}

TYPED_TEST(LatticeOnParts, SlowSolvesAsOnTheWholeInAllDivisions)
{
  for (const LatticeCase& of : latticeCases())
  {
    expectSolutionsOfTheWhole<TypeParam>(
      of, [&](const auto& work) { forEachDivision(of.whole.mesh, work); });
  }
}
}
