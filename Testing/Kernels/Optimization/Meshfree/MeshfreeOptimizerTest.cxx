// Tests of meshfree optimizations by the interface of runs: derivatives, products, fields,
// checkpoints and constraints.

#include "Support/Meshfree.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Core/Error.h"
#include "Optimization/Meshfree/MeshfreeTask.h"
#include "Optimization/TopologyTask.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;
using namespace trabecula::testing::meshfree;

namespace
{
class MeshfreeOptimization : public OnDevice
{
protected:
  std::unique_ptr<TopologyOptimizer> optimizer(const MeshfreeProblem& problem)
  {
    return std::make_unique<TopologyOptimizer>(problem, makeContext(this->Used), this->Silent);
  }

  /// Returns an optimizer after the analysis of the initial design.
  std::unique_ptr<TopologyOptimizer> analysed(const MeshfreeProblem& problem)
  {
    auto made = this->optimizer(problem);
    made->step(this->Silent);
    return made;
  }

  /// Compares the gradient of the objective with central differences.
  /// @param column if not empty, the column with the differences, up to a factor
  void checkGradient(MeshfreeProblem problem, Random& random, const std::string& column = {})
  {
    const auto valueOf = [&column](const IterationRecord& record)
    { return column.empty() ? record.objective() : record[column]; };
    problem.structure.solver.tolerance = 1e-12;
    problem.design.initialDensity = random.vector(problem.numberOfNodes(), 0.3, 0.9);
    const auto start = this->analysed(problem);
    std::vector<double> gradient = start->gradient();
    std::transform(gradient.begin(), gradient.end(), gradient.begin(),
      [factor = valueOf(start->record()) / start->record().objective()](double value)
      { return factor * value; });
    const double largest = std::abs(*std::max_element(gradient.begin(), gradient.end(),
      [](double a, double b) { return std::abs(a) < std::abs(b); }));
    constexpr double step = 1e-4;
    for (std::size_t node = 0; node < gradient.size(); node += gradient.size() / 6)
    {
      double values[2];
      for (const int side : { 0, 1 })
      {
        MeshfreeProblem other = problem;
        other.design.initialDensity[node] += side == 0 ? -step : step;
        values[side] = valueOf(this->analysed(other)->record());
      }
      EXPECT_NEAR(gradient[node], (values[1] - values[0]) / (2.0 * step), 1e-6 * largest)
        << "node " << node;
    }
  }

  Observer Silent;
};
TRABECULA_ON_EVERY_DEVICE(MeshfreeOptimization);

/// Returns a small cantilever with two load cases, springs, and nodes of its own.
MeshfreeProblem variedProblem()
{
  MeshfreeProblem problem = cantilever({ 8, 4, 2 }, { 8.0, 4.0, 2.0 });
  problem.design.densities.filterRadius = 1.5;
  load(problem, { 8.0, 4.0, 1.0 }, { 0.0, 500.0, 300.0 });
  problem.structure.loadCases[1].name = "Second";
  problem.structure.loadCases[1].weight = 0.4;
  problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.0);
  problem.structure.springs[3 * pointAt(problem.structure.mesh, { 8.0, 0.0, 1.0 }) + 1] = 2e4;
  problem.method.nodes = movedNodes(problem.structure.mesh.points, { 8.0, 4.0, 2.0 }, 0.1);
  return problem;
}

/// Returns a force inverter without symmetry, with springs at input and output.
MeshfreeProblem mechanism()
{
  MeshfreeProblem problem = cantilever({ 8, 8, 1 }, { 8.0, 8.0, 1.0 });
  std::fill(problem.structure.supports.begin(), problem.structure.supports.end(), 0);
  support(problem, [](const Position& x) { return x[0] < 1e-9 && (x[1] < 2.1 || x[1] > 5.9); });
  problem.structure.loadCases.clear();
  load(problem, { 0.0, 4.0, 0.0 }, { 1.0, 0.0, 0.0 });
  problem.structure.springs.assign(problem.structure.mesh.points.size(), 0.0);
  problem.design.outputWeights.assign(problem.structure.mesh.points.size(), 0.0);
  problem.structure.springs[3 * pointAt(problem.structure.mesh, { 0.0, 4.0, 0.0 })] = 1e4;
  const std::size_t output = 3 * pointAt(problem.structure.mesh, { 8.0, 4.0, 0.0 });
  problem.structure.springs[output] = 1e4;
  problem.design.outputWeights[output] = 1.0;
  problem.design.settings.objective = { "OutputDisplacement" };
  problem.design.settings.damping = 0.3;
  return problem;
}
}

TEST_P(MeshfreeOptimization, LengthyHasTheGradientOfTheCompliance)
{
  Random random(3);
  MeshfreeProblem problem = variedProblem();
  this->checkGradient(problem, random);
  problem.design.densities.filter = FilterKind::Density;
  this->checkGradient(problem, random);
  problem.design.densities.interpolation = Interpolation::ModifiedSimp;
  problem.method.consistentIntegration = true;
  this->checkGradient(problem, random);
  problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.05, 1.0);
  this->checkGradient(problem, random);
}

TEST_P(MeshfreeOptimization, OfHalfSolidCellsIsThatOfHalfTheModulus)
{
  MeshfreeProblem problem = cantilever({ 8, 4, 2 }, { 8.0, 4.0, 2.0 });
  problem.structure.solver.tolerance = 1e-11;
  problem.method.penalty = 2e7;
  MeshfreeProblem soft = problem;
  soft.structure.material.youngsModulus *= 0.5;
  problem.solidFractions.assign(problem.structure.mesh.numberOfElements(), 0.5);
  const std::vector<double> found = compliances(problem, 4, this->Used);
  const std::vector<double> expected = compliances(soft, 4, this->Used);
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    EXPECT_NEAR(found[i] / expected[i], 1.0, 1e-7) << "design " << i;
  }
}

TEST_P(MeshfreeOptimization, HasTheVolumeFractionOfWhatCanBeSolid)
{
  Random random(5);
  MeshfreeProblem problem = cantilever({ 8, 4, 2 }, { 8.0, 4.0, 2.0 });
  problem.solidFractions = random.vector(problem.structure.mesh.numberOfElements(), 0.1, 1.0);
  const auto made = this->optimizer(problem);
  for (int design = 0; design < 3; ++design)
  {
    made->step(this->Silent);
    EXPECT_NEAR(made->record()["VolumeFraction"], problem.design.settings.volumeFraction, 1e-6);
  }
}

TEST_P(MeshfreeOptimization, LengthyHasTheGradientOfAnOutput)
{
  Random random(4);
  this->checkGradient(mechanism(), random);
}

TEST_P(MeshfreeOptimization, LengthyHasTheGradientsOfOtherResponses)
{
  Random random(6);
  MeshfreeProblem problem = variedProblem();
  problem.design.settings.constraints = { { { "Compliance" }, 1e9 } };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.densities.filter = FilterKind::Density;
  const std::vector<std::pair<ResponseSettings, std::string>> responses = { { { "LargestStress" },
                                                                              "StressNorm" },
    { { "LocalVolume", {}, {}, { { "Radius", 1.2 } } }, "LocalVolumeNorm_R1.2" },
    { { "CentreOfGravity", {}, {}, { { "Axis", 1.0 } } }, "" }, { { "WorstCompliance" }, "" },
    { { "Compliance", {}, { "Second" } }, "" } };
  for (const auto& [response, column] : responses)
  {
    problem.design.settings.objective = response;
    this->checkGradient(problem, random, column);
  }
}

TEST_P(MeshfreeOptimization, LengthyHasTheSameAnswerByEveryProductAndPreconditioner)
{
  MeshfreeProblem problem = cantilever({ 12, 6, 2 }, { 12.0, 6.0, 2.0 });
  const double expected = compliances(problem, 3, this->Used)[2];
  for (const MeshfreeProduct product :
    { MeshfreeProduct::Assembled, MeshfreeProduct::MatrixFree, MeshfreeProduct::LatticeTable })
  {
    problem.method.product = product;
    EXPECT_NEAR(compliances(problem, 3, this->Used)[2] / expected, 1.0, 1e-9);
  }
  problem.structure.solver.preconditioner = Preconditioner::Jacobi;
  EXPECT_NEAR(compliances(problem, 3, this->Used)[2] / expected, 1.0, 1e-9);
}

TEST_P(MeshfreeOptimization, HasFieldsOfCellsPointsAndNodes)
{
  const MeshfreeProblem problem = variedProblem();
  const auto optimizer = this->optimizer(problem);
  for (int i = 0; i < 3; ++i)
  {
    optimizer->step(this->Silent);
  }
  const std::vector<FieldDescription> fields = optimizer->fields();
  ASSERT_EQ(fields.size(), 6U);
  EXPECT_EQ(fields[3].name, "NodalDensity");
  EXPECT_EQ(fields[3].support, FieldSupport::Cloud);
  EXPECT_EQ(fields[5].name, "Displacement_Second");
  const std::size_t cells = problem.structure.mesh.numberOfElements();
  const std::size_t points = problem.structure.mesh.numberOfNodes();
  for (std::size_t i = 0; i < fields.size(); ++i)
  {
    const std::size_t entities = fields[i].support == FieldSupport::Elements
      ? cells
      : (i == 3 ? problem.numberOfNodes() : points);
    EXPECT_EQ(
      optimizer->field(i).size(), entities * static_cast<std::size_t>(fields[i].components));
  }
  // The work of the forces is that on the displacements of points, and the elastic energy is half
  // of it, except for the energies of the springs and of the penalty.
  double work = 0.0;
  for (std::size_t i = 0; i < 2; ++i)
  {
    const std::vector<double> u = optimizer->field(4 + i);
    const std::vector<double>& f = problem.structure.loadCases[i].forces;
    work += problem.structure.loadCases[i].weight *
      std::inner_product(u.begin(), u.end(), f.begin(), 0.0);
  }
  EXPECT_NEAR(work / optimizer->record()["Compliance"], 1.0, 1e-7);
  const std::vector<double> energy = optimizer->field(1);
  const double stored = std::accumulate(energy.begin(), energy.end(), 0.0); // unit cells
  EXPECT_LT(stored, 0.5 * work);
  EXPECT_GT(stored, 0.4 * work);
  const std::vector<double> density = optimizer->field(0);
  EXPECT_NEAR(std::accumulate(density.begin(), density.end(), 0.0) / double(cells),
    optimizer->record()["VolumeFraction"], 1e-12);
}

TEST_P(MeshfreeOptimization, GoesOnFromAState)
{
  for (const Optimizer method : { Optimizer::OptimalityCriteria, Optimizer::MovingAsymptotes })
  {
    MeshfreeProblem problem = variedProblem();
    problem.design.densities.filter = FilterKind::Density;
    problem.design.settings.optimizer = method;
    const auto first = this->optimizer(problem);
    for (int i = 0; i < 3; ++i)
    {
      first->step(this->Silent);
    }
    const OptimizationState state = first->saveState();
    const auto second = this->optimizer(problem);
    second->restoreState(state);
    EXPECT_EQ(second->iteration(), 2);
    for (std::size_t i = 0; i < first->fields().size(); ++i)
    {
      EXPECT_EQ(first->field(i), second->field(i)) << first->fields()[i].name;
    }
    first->step(this->Silent);
    second->step(this->Silent);
    EXPECT_EQ(first->variables(), second->variables());
    EXPECT_EQ(first->record()["Compliance"], second->record()["Compliance"]);
    OptimizationState other = state;
    other.fields[0].second.pop_back();
    EXPECT_THROW(second->restoreState(other), Error);
  }
}

TEST_P(MeshfreeOptimization, KeepsFixedNodes)
{
  MeshfreeProblem problem = cantilever({ 12, 6, 2 }, { 12.0, 6.0, 2.0 });
  problem.design.designRegion.assign(problem.numberOfNodes(), DesignRegion::Design);
  for (std::size_t i = 0; i < problem.numberOfNodes(); ++i)
  {
    const Position x = positionOf(problem.structure.mesh.points, i);
    problem.design.designRegion[i] = x[1] > 5.5              ? DesignRegion::Solid
      : x[0] > 4.5 && x[0] < 7.5 && x[1] > 1.5 && x[1] < 3.5 ? DesignRegion::Void
                                                             : DesignRegion::Design;
  }
  const auto optimizer = this->optimizer(problem);
  for (int i = 0; i < 6; ++i)
  {
    optimizer->step(this->Silent);
    EXPECT_NEAR(optimizer->record()["VolumeFraction"], 0.4, 1e-6);
  }
  const std::vector<double> density = optimizer->variables();
  for (std::size_t i = 0; i < density.size(); ++i)
  {
    if (problem.design.designRegion[i] != DesignRegion::Design)
    {
      EXPECT_EQ(density[i], problem.design.designRegion[i] == DesignRegion::Solid ? 1.0 : 1e-3);
    }
  }
}

TEST_P(MeshfreeOptimization, LengthyMeetsBounds)
{
  // The volume is minimized with bounds on the compliance and on the volume in the cells of the
  // upper half.
  MeshfreeProblem problem = cantilever({ 12, 6, 2 }, { 12.0, 6.0, 2.0 });
  problem.design.settings.volumeFraction = 0.6;
  const double uniform = compliances(problem, 1, this->Used)[0];
  problem.design.settings.objective = { "Volume" };
  problem.design.settings.optimizer = Optimizer::MovingAsymptotes;
  problem.design.settings.constraints = { { { "Compliance" }, uniform }, { { "Volume", 7 }, 0.3 } };
  for (std::size_t cell = 0; cell < problem.structure.mesh.numberOfElements(); ++cell)
  {
    const double* low =
      &problem.structure.mesh
         .points[3 * static_cast<std::size_t>(problem.structure.mesh.element(cell)[0])];
    problem.design.volumeRegion.push_back(low[1] > 2.5 ? 7 : 3);
  }
  const auto optimizer = this->optimizer(problem);
  for (int i = 0; i < 40; ++i)
  {
    optimizer->step(this->Silent);
  }
  EXPECT_LT(optimizer->record()["Compliance"], 1.01 * uniform);
  EXPECT_LT(optimizer->record()["VolumeFraction_7"], 0.303);
  EXPECT_LT(optimizer->record()["VolumeFraction"], 0.5);
  // The volume of the region is that of the densities of its cells.
  const std::vector<double> density = optimizer->field(0);
  double sum = 0.0;
  double cells = 0.0;
  for (std::size_t cell = 0; cell < density.size(); ++cell)
  {
    sum += problem.design.volumeRegion[cell] == 7 ? density[cell] : 0.0;
    cells += problem.design.volumeRegion[cell] == 7 ? 1.0 : 0.0;
  }
  EXPECT_NEAR(sum / cells, optimizer->record()["VolumeFraction_7"], 1e-12);
}

TEST_P(MeshfreeOptimization, LengthyMovesTheOutputOfAMechanism)
{
  const auto optimizer = this->optimizer(mechanism());
  optimizer->step(this->Silent);
  const double before = optimizer->record().objective();
  for (int i = 0; i < 15; ++i)
  {
    optimizer->step(this->Silent);
  }
  EXPECT_LT(optimizer->record().objective(), before);
}

TEST_P(MeshfreeOptimization, LengthyNeedsFewIterationsOfTheSolver)
{
  // At most 40 iterations are needed to a tolerance of 1e-5 if half of the body is void.
  MeshfreeProblem problem = cantilever({ 40, 20, 2 }, { 100.0, 50.0, 4.0 });
  problem.structure.solver.tolerance = 1e-5;
  const auto optimizer = this->optimizer(problem);
  for (int i = 0; i < 12; ++i)
  {
    optimizer->step(this->Silent);
    EXPECT_LE(optimizer->record().solverIterations(), 40) << "design " << i + 1;
  }
}

TEST_P(MeshfreeOptimization, LengthyFitsTheEstimateOfMemory)
{
  for (const MeshfreeProduct product : { MeshfreeProduct::MatrixFree, MeshfreeProduct::Assembled })
  {
    for (const bool isConsistent : { false, true })
    {
      MeshfreeProblem problem = cantilever({ 16, 8, 4 }, { 16.0, 8.0, 4.0 });
      problem.method.product = product;
      problem.method.consistentIntegration = isConsistent;
      const std::size_t estimate = estimateDeviceMemory(problem);
      const auto optimizer = this->analysed(problem);
      EXPECT_LE(optimizer->peakDeviceMemory(), estimate);
      EXPECT_GT(4 * optimizer->peakDeviceMemory(), estimate);
    }
  }
}

TEST_P(MeshfreeOptimization, StoresBlocksWhereThereIsMemory)
{
  const MeshfreeProblem problem = cantilever({ 16, 8, 4 }, { 16.0, 8.0, 4.0 });
  const std::size_t least = estimateDeviceMemory(problem);
  TopologyOptimizer small(problem, makeContext(this->Used.limitedTo(least)), this->Silent);
  TopologyOptimizer large(problem, makeContext(this->Used), this->Silent);
  small.step(this->Silent);
  large.step(this->Silent);
  EXPECT_LE(small.peakDeviceMemory(), least);
  EXPECT_GT(large.peakDeviceMemory(), small.peakDeviceMemory() + small.peakDeviceMemory() / 10);
  EXPECT_NEAR(large.record()["Compliance"] / small.record()["Compliance"], 1.0, 1e-7);
  EXPECT_THROW(
    TopologyOptimizer(problem, makeContext(this->Used.limitedTo(least / 2)), this->Silent), Error);
}

TEST(MeshfreeTaskTest, IsIdentifiedByItsMethod)
{
  MeshfreeProblem problem = cantilever({ 4, 2, 1 }, { 4.0, 2.0, 1.0 });
  const MeshfreeTask task(problem);
  problem.method.supportScale = 2.2;
  const MeshfreeTask other(problem);
  EXPECT_NE(task.fingerprint(), other.fingerprint());
  EXPECT_EQ(differenceInWords(task.identity(), other.identity()), "Support Scale was 2 and is 2.2");
  EXPECT_EQ(task.designSpace(), other.designSpace());
  TopologyProblem elements;
  elements.structure = problem.structure;
  elements.design = problem.design;
  EXPECT_NE(task.designSpace(), TopologyTask(elements).designSpace());
  EXPECT_TRUE(task.warnings().empty());
}
