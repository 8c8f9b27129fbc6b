#include "Operator/Assembled/AssembledCases.h"
#include "Operator/Assembled/AssembledOperatorTestInput.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Core/Vectors/Vector.h"
#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
class AssembledOnDevice : public OnDevice
{
};
}

TEST_P(AssembledOnDevice, GivesTheComplianceOfTheDefault)
{
  Random random(38);
  for (TopologyProblem problem :
    { cantilever({ 6, 3, 3 }), distortedCantilever({ 5, 3, 2 }, random) })
  {
    problem.structure.solver.tolerance = 1e-11;
    const double expected = firstCompliance(problem, this->Used);
    problem.structure.solver.strategy = Strategy::Assembled;
    EXPECT_NEAR(firstCompliance(problem, this->Used) / expected, 1.0, 1e-9);
  }
}

TEST(AssembledOperator, HasWiderPlacesForLongRows)
{
  // A node has more than 256 neighbours, or more than the blocks of a row that a team stores at a
  // time.
  for (const int tetrahedra : { 300, 700 })
  {
    const Mesh mesh = tetrahedraAroundAnEdge(tetrahedra);
    Random random(36);
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 0.1, 1.0);
    const Context<HostSpace> context;
    const OperatorLayouts<HostSpace> layouts = layoutsOf(context, mesh);
    const Vector<HostSpace> onHost(layouts.materialPoints, moduli);
    const std::vector<double> expected = denseReference(mesh, PoissonsRatio, moduli);
    for (const AssemblyMethodInfo& method : assemblyMethods())
    {
      SCOPED_TRACE(method.name);
      const auto K = makeAssembledOperator(layouts, mesh, PoissonsRatio,
        { MatrixFormat::Csr, method.method }, makeOperator(layouts, mesh, PoissonsRatio, {}));
      K->setModuli(onHost);
      EXPECT_LT(relativeDifference(dense(K->matrix().toHost()), expected), Rounding);
    }
  }
}

TEST(AssembledOperator, RefusesWhatDoesNotFitAndSaysWhatDoes)
{
  const Mesh mesh = wavyBox(CellType::QuadraticTetrahedron, 4);
  const NeighbourCounts counts = countNeighbours(mesh);
  const std::size_t least =
    assembledOperatorMemory(mesh, { MatrixFormat::Bsr, AssemblyMethod::ByRow }, counts);
  Device device;
  device.name = "a small one";
  device.availableMemory = least;
  EXPECT_NO_THROW(
    checkAssembledMemory(mesh, { MatrixFormat::Bsr, AssemblyMethod::ByRow }, counts, device));
  const auto message = [&](const AssemblySettings& settings)
  {
    try
    {
      checkAssembledMemory(mesh, settings, counts, device);
      return std::string();
    }
    catch (const Error& error)
    {
      return std::string(error.what());
    }
  };
  expectMessage(message({ MatrixFormat::Ell, AssemblyMethod::ByRow }),
    { "ell", "by_row", "729 nodes", "17025 blocks", "a small one", "bsr" });
  device.availableMemory = least - 1;
  expectMessage(message({ MatrixFormat::Bsr, AssemblyMethod::ByRow }), { "strategy auto" });
  // The estimate includes padding: value and column of 65 blocks in each row, whereas the mean is
  // 23.4 blocks.
  EXPECT_EQ(AssembledMatrix<HostSpace>::memory(MatrixFormat::Ell, counts),
    std::size_t(729 * 65 * 9 * 12) + neighbourMatrixMemory(counts));
}

TEST(AssembledOperator, RefusesReproducibilityThatIsNotThere)
{
  for (const AssemblyMethodInfo& info : assemblyMethods())
  {
    if (info.reproducible)
    {
      EXPECT_NO_THROW(checkAssemblyMethod(info.method, true, ExecutionSpace::Cuda));
      continue;
    }
    EXPECT_NO_THROW(checkAssemblyMethod(info.method, true, ExecutionSpace::Host));
    EXPECT_THROW(checkAssemblyMethod(info.method, true, ExecutionSpace::Cuda), Error);
  }
  EXPECT_THROW(assemblyMethodInfo(static_cast<AssemblyMethod>(99)), Error);
}

TRABECULA_ON_EVERY_DEVICE(AssembledOnDevice);
