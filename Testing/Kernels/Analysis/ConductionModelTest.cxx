// Tests of models of heat conduction: exact temperatures on all elements and images with each
// preconditioner, iterations independent of the mesh size, replacement of multigrid, memory.

#include "Solver/MeshMultigridCases.h"
#include "Solver/ScalarCases.h"
#include "Support/VoxelImages.h"

#include "Analysis/Preconditioning/LadderThresholds.h"
#include "Analysis/Preconditioning/MakeConductionModel.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/Conduction/FilmMatrix.h"
#include "Solver/Aggregation/BlockRowSource.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr CellType AllTypes[] = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

/// Stores notes and messages.
class Notes : public Observer
{
public:
  void note(const std::string& text) override { this->texts.push_back(text); }
  std::vector<std::string> texts;
};

template <class Space>
class ConductionModelTest : public OnSpace<Space>
{
protected:
  struct Solved
  {
    std::vector<double> temperature;
    SolverReport report;
  };

  /// A box from x = 0 to 2, whose temperature is fixed at x = 0.
  static ConductionSystem coldEnd(Mesh mesh)
  {
    ConductionSystem system;
    system.mesh = std::move(mesh);
    system.fixed.resize(system.mesh.numberOfNodes());
    for (std::size_t n = 0; n < system.fixed.size(); ++n)
    {
      system.fixed[n] = system.mesh.points[3 * n] < 1e-9 ? 1 : 0;
    }
    return system;
  }

  /// @param start initial temperatures, including prescribed ones
  Solved solve(const ConductionSystem& system, const ConductionMultigrid& choice,
    const std::vector<double>& conductivities, const std::vector<double>& flows,
    const std::vector<double>& start, double tolerance, const VoxelGrid* grid = nullptr)
  {
    const auto model = makeConductionModel(this->context(), system, choice, grid);
    const Vector<Space> k(model->materialPoints(), conductivities);
    model->setModuli(k, *std::max_element(conductivities.begin(), conductivities.end()));
    const Vector<Space> f(model->unknowns(), flows);
    Vector<Space> T(model->unknowns(), start);
    Solved solved;
    solved.report = model->solve(f, T, tolerance, 3000, this->notes);
    solved.temperature = T.toHost();
    EXPECT_TRUE(solved.report.converged);
    return solved;
  }

  static ConductionMultigrid aggregation()
  {
    ConductionMultigrid choice;
    choice.aggregation = AggregationSettings();
    choice.space = Space::Id;
    return choice;
  }

  static ConductionMultigrid geometric(const Mesh& mesh)
  {
    ConductionMultigrid choice;
    choice.lattice = findVoxelLattice(mesh);
    EXPECT_TRUE(choice.lattice);
    choice.space = Space::Id;
    return choice;
  }

  Notes notes;
};
TYPED_TEST_SUITE(ConductionModelTest, Spaces, SpaceNames);
}

TYPED_TEST(ConductionModelTest, HasTheMatrixThatElasticityImplies)
{
  using Space = TypeParam;
  Random random(3);
  for (const CellType type : AllTypes)
  {
    SCOPED_TRACE(static_cast<int>(type));
    const Mesh mesh = wavyBox(type, { 4, 3, 3 }, { 2.0, 1.0, 1.0 });
    const Vector<Space> k(scalarLayouts(this->context(), mesh).materialPoints,
      random.vector(mesh.numberOfElements(), 0.1, 1.0));
    ConductionRows<Space> rows(this->context(), mesh);
    TraceRows<Space> trace(this->context(), mesh);
    const HostMatrix expected = trace.onHost(k);
    EXPECT_EQ(rows.pattern().starts.toHost(), expected.offsets);
    EXPECT_EQ(rows.pattern().nodes.toHost(), expected.columns);
    const double* values = rows.compute(k);
    std::vector<double> found(expected.values.size());
    this->context().copyToHost(found.data(), values, found.size() * sizeof(double));
    for (std::size_t i = 0; i < found.size(); ++i)
    {
      ASSERT_NEAR(found[i], expected.values[i], 1e-12);
    }
  }
}

TYPED_TEST(ConductionModelTest, FindsTemperaturesThroughAWallWithAFilm)
{
  // Heat flows from temperature 10 at x = 0 through a wall of thickness 2 and conductivity 3 and a
  // film to 1: the flux is 9 / (2 / 3 + 1 / 0.5).
  constexpr double flow = 9.0 / (2.0 / 3.0 + 1.0 / 0.5);
  for (const CellType type : AllTypes)
  {
    const bool isQuadratic = cellShape(type).isQuadratic();
    const std::array<int, 3> cells =
      isQuadratic ? std::array<int, 3>{ 12, 7, 7 } : std::array<int, 3>{ 14, 8, 8 };
    ConductionSystem system = this->coldEnd(wavyBox(type, cells, { 2.0, 1.0, 1.0 }));
    const std::size_t nodes = system.mesh.numberOfNodes();
    std::vector<double> coefficients(nodes, 0.0);
    std::vector<double> ambient(nodes, 1.0);
    std::vector<double> start(nodes, 0.0);
    for (std::size_t n = 0; n < nodes; ++n)
    {
      coefficients[n] = system.mesh.points[3 * n] > 2.0 - 1e-9 ? 0.5 : 0.0;
      start[n] = system.fixed[n] != 0 ? 10.0 : 0.0;
    }
    system.film = filmMatrix(system.mesh, coefficients);
    const std::vector<double> flows = multiply(system.film, ambient);
    const std::vector<double> conductivities(system.mesh.numberOfElements(), 3.0);
    for (const bool multigrid : { false, true })
    {
      SCOPED_TRACE(static_cast<int>(type));
      const auto solved =
        this->solve(system, multigrid ? this->aggregation() : ConductionMultigrid(), conductivities,
          flows, start, 1e-10);
      for (std::size_t n = 0; n < nodes; ++n)
      {
        ASSERT_NEAR(solved.temperature[n], 10.0 - flow / 3.0 * system.mesh.points[3 * n], 1e-7);
      }
      EXPECT_TRUE(this->notes.texts.empty());
      if (multigrid)
      {
        EXPECT_LE(solved.report.iterations, 25);
      }
    }
  }
}

TYPED_TEST(ConductionModelTest, TakesImagesAsMeshes)
{
  VoxelImage image;
  image.cells = { 18, 11, 10 };
  image.spacing = { 0.5, 0.4, 0.3 };
  image.moduli.assign(18 * 11 * 10, 1.0);
  for (std::size_t i = 0; i < image.moduli.size(); ++i)
  {
    // There are layers of void along x, and conductivities that differ by orders of magnitude.
    const std::size_t y = i / 18 % 11;
    image.moduli[i] = y % 4 == 3 && i % 18 > 2 ? 0.0 : i % 7 == 0 ? 1e-6 : 1.0;
  }
  const VoxelGrid grid(image);
  ConductionSystem system = this->coldEnd(grid.mesh());
  const std::vector<double> flows(system.mesh.numberOfNodes(), 0.1);
  const std::vector<double> start(system.mesh.numberOfNodes(), 0.0);
  const auto diagonal = this->solve(system, {}, grid.moduli(), flows, start, 1e-11);
  const auto voxels =
    this->solve(system, this->aggregation(), grid.moduli(), flows, start, 1e-11, &grid);
  EXPECT_LT(voxels.report.iterations, diagonal.report.iterations);
  const auto geometric =
    this->solve(system, this->geometric(system.mesh), grid.moduli(), flows, start, 1e-11, &grid);
  EXPECT_LE(geometric.report.iterations, 20);
  const double largest =
    *std::max_element(diagonal.temperature.begin(), diagonal.temperature.end());
  EXPECT_GT(largest, 1.0);
  for (std::size_t n = 0; n < start.size(); ++n)
  {
    ASSERT_NEAR(voxels.temperature[n], diagonal.temperature[n], 1e-7 * largest);
    ASSERT_NEAR(geometric.temperature[n], diagonal.temperature[n], 1e-7 * largest);
  }
}

TYPED_TEST(ConductionModelTest, LengthyTakesIterationsIndependentOfTheMesh)
{
  for (const CellType type : { CellType::Hexahedron, CellType::QuadraticTetrahedron })
  {
    for (const double weak : { 1.0, 1e-3, 1e-9 })
    {
      std::vector<int> counts;
      // Measured numbers are 7 to 11 for hexahedra and 11 to 18 for quadratic tetrahedra.
      for (const int cells : { 12, 24 })
      {
        const int n = type == CellType::Hexahedron ? cells : cells / 2;
        const ConductionSystem system =
          this->coldEnd(wavyBox(type, { 2 * n, n, n }, { 2.0, 1.0, 1.0 }));
        const std::size_t nodes = system.mesh.numberOfNodes();
        counts.push_back(this
                           ->solve(system, this->aggregation(), porousModuli(system.mesh, weak),
                             std::vector<double>(nodes, 1.0), std::vector<double>(nodes, 0.0), 1e-6)
                           .report.iterations);
      }
      EXPECT_LE(counts[0], 20) << weak;
      EXPECT_LE(counts[1], counts[0] + 4) << weak;
    }
  }
}

TYPED_TEST(ConductionModelTest, FallsBackOnTheDiagonal)
{
  // The conductivities vanish in single precision.
  const ConductionSystem system =
    this->coldEnd(wavyBox(CellType::Hexahedron, { 16, 8, 8 }, { 2.0, 1.0, 1.0 }));
  std::vector<double> start(system.mesh.numberOfNodes(), 0.0);
  for (std::size_t n = 0; n < start.size(); ++n)
  {
    start[n] = system.fixed[n] != 0 ? 7.0 : 0.0;
  }
  const auto solved = this->solve(system, this->aggregation(),
    std::vector<double>(system.mesh.numberOfElements(), 1e-60),
    std::vector<double>(start.size(), 0.0), start, 1e-10);
  ASSERT_EQ(this->notes.texts.size(), 1u);
  EXPECT_NE(
    this->notes.texts[0].find("Multigrid by smoothed aggregation is replaced by the diagonal"),
    std::string::npos);
  for (const double temperature : solved.temperature)
  {
    ASSERT_NEAR(temperature, 7.0, 1e-7);
  }
}

TYPED_TEST(ConductionModelTest, ChoosesMultigridBySize)
{
  ConductionSystem system =
    this->coldEnd(wavyBox(CellType::Hexahedron, { 4, 3, 3 }, { 2.0, 1.0, 1.0 }));
  EXPECT_FALSE(chooseConductionMultigrid(system, {}, TypeParam::Id).aggregation);
  system.solver.preconditioner = Preconditioner::Multigrid;
  EXPECT_TRUE(chooseConductionMultigrid(system, {}, TypeParam::Id).aggregation);
  system.smallestRatio = 1e-13;
  EXPECT_THROW(chooseConductionMultigrid(system, {}, TypeParam::Id), Error);
  system.solver.preconditioner = Preconditioner::RigidBodyModes;
  EXPECT_THROW(chooseConductionMultigrid(system, {}, TypeParam::Id), Error);

  system = this->coldEnd(wavyBox(CellType::Hexahedron, { 30, 20, 20 }, { 2.0, 1.0, 1.0 }));
  ASSERT_GE(system.mesh.numberOfNodes(),
    leastSizeForConduction(ExecutionSpace::Host, MeshKind::Hexahedra, BodyKind::Design));
  system.smallestRatio = 1e-3;
  ConductionMultigrid choice = chooseConductionMultigrid(system, {}, ExecutionSpace::Host);
  EXPECT_TRUE(choice.aggregation);
  EXPECT_FALSE(choice.reason.empty());
  const std::vector<double> flows(system.mesh.numberOfNodes(), 1e30);
  EXPECT_FALSE(chooseConductionMultigrid(system, { &flows }, ExecutionSpace::Host).aggregation);

  // If memory is not sufficient for multigrid, the diagonal is chosen; for still less memory the
  // system is refused.
  const std::size_t needed = conductionModelMemory(system, {});
  ASSERT_LT(needed, conductionModelMemory(system, choice));
  Device device;
  device.availableMemory = needed + 1000;
  ConductionMultigrid fitted = choice;
  fitOnDevice(system, fitted, device, 0);
  EXPECT_FALSE(fitted.aggregation);
  EXPECT_NE(fitted.reason.find("MiB"), std::string::npos);
  device.availableMemory = needed - 1000;
  EXPECT_THROW(fitOnDevice(system, fitted, device, 0), Error);
}

TYPED_TEST(ConductionModelTest, ChoosesMultigridOnVoxelsForTheirGrid)
{
  ConductionSystem system = this->coldEnd(makeBoxMesh({ 30, 24, 24 }, { 2.0, 1.0, 1.0 }));
  ConductionMultigrid choice = chooseConductionMultigrid(system, {}, ExecutionSpace::Host, true);
  EXPECT_TRUE(choice.lattice);
  EXPECT_FALSE(choice.aggregation);
  EXPECT_NE(choice.reason.find("30 x 24 x 24"), std::string::npos);
  EXPECT_THROW(makeConductionModel(this->context(), system, choice), Error);
  Device device;
  device.availableMemory = conductionModelMemory(system, {}) + 1000;
  fitOnDevice(system, choice, device, 0);
  EXPECT_FALSE(choice.lattice);
  // Multigrid on voxels is chosen neither in the numbering of a mesh nor for elements that are not
  // voxels.
  EXPECT_TRUE(chooseConductionMultigrid(system, {}, ExecutionSpace::Host).aggregation);
  system = this->coldEnd(wavyBox(CellType::Hexahedron, { 30, 24, 24 }, { 2.0, 1.0, 1.0 }));
  EXPECT_TRUE(chooseConductionMultigrid(system, {}, ExecutionSpace::Host, true).aggregation);
}

TYPED_TEST(ConductionModelTest, EstimatesTheMemoryOfMultigridOnVoxels)
{
  using Space = TypeParam;
  // The image is solid, or consists of bars with a width of three voxels or of one.
  for (const int width : { 8, 3, 1 })
  {
    SCOPED_TRACE(width);
    VoxelImage image = solidImage({ 48, 48, 40 }, { 1.0, 1.0, 1.0 });
    for (std::size_t v = 0; v < image.moduli.size(); ++v)
    {
      const bool x = v % 48 % 8 < std::size_t(width);
      const bool y = v / 48 % 48 % 8 < std::size_t(width);
      const bool z = v / (48 * 48) % 8 < std::size_t(width);
      image.moduli[v] = (x && y) || (y && z) || (x && z) ? 1.0 : 0.0;
    }
    const VoxelGrid grid(image);
    ConductionSystem system;
    system.mesh = grid.mesh();
    system.fixed.assign(system.mesh.numberOfNodes(), 0);
    system.fixed[0] = 1;
    const ConductionMultigrid choice = this->geometric(system.mesh);
    const Context<Space> context;
    const OperatorLayouts<Space> layouts = layoutsOf(context, grid, 1);
    const Vector<Space> k(layouts.materialPoints, grid.moduli());
    const Vector<Space> f(layouts.unknowns, std::vector<double>(system.fixed.size(), 1.0));
    Vector<Space> T(layouts.unknowns);
    T.zero();
    const std::size_t before = context.allocated();
    context.startPeak();
    const auto model = makeConductionModel(context, system, choice, &grid, true);
    model->setModuli(k, 1.0);
    model->solve(f, T, 1e-5, 100, this->notes);
    const std::size_t peak = context.peak() - before;
    const std::size_t estimate = conductionModelMemory(system, choice);
    EXPECT_LE(peak, estimate);
    // The inverse of the coarsest matrix may have more rows than it has here.
    constexpr std::size_t OfInverse = 1216 * 1216 * (2 * sizeof(double) + sizeof(float));
    EXPECT_LE(double(estimate), 1.9 * double(peak) + double(OfInverse) + double(1 << 22))
      << (estimate >> 20) << " MiB for " << (peak >> 20);
    EXPECT_TRUE(this->notes.texts.empty());
  }
}

TYPED_TEST(ConductionModelTest, LengthyEstimatesItsMemory)
{
  using Space = TypeParam;
  for (const auto& [type, cells] : { std::pair{ CellType::Hexahedron, 28 },
         std::pair{ CellType::Tetrahedron, 26 }, std::pair{ CellType::QuadraticTetrahedron, 16 },
         std::pair{ CellType::QuadraticHexahedron, 14 } })
  {
    for (const bool multigrid : { false, true })
    {
      SCOPED_TRACE(static_cast<int>(type));
      const ConductionSystem system =
        this->coldEnd(wavyBox(type, { 2 * cells, cells, cells }, { 2.0, 1.0, 1.0 }));
      const ConductionMultigrid choice = multigrid ? this->aggregation() : ConductionMultigrid();
      const Context<Space> context;
      const LayoutPointer<Space> points = layoutsOf(context, system.mesh, 1).materialPoints;
      const Vector<Space> k(points, std::vector<double>(system.mesh.numberOfElements(), 1.0));
      const Vector<Space> f(layoutsOf(context, system.mesh, 1).unknowns,
        std::vector<double>(system.mesh.numberOfNodes(), 1.0));
      Vector<Space> T(f.layoutPointer());
      T.zero();
      const std::size_t before = context.allocated();
      context.startPeak();
      const auto model = makeConductionModel(context, system, choice, nullptr, true);
      model->setModuli(k, 1.0);
      model->solve(f, T, 1e-5, 3, this->notes); // all memory is allocated in the first iterations
      const std::size_t peak = context.peak() - before;
      const std::size_t estimate = conductionModelMemory(system, choice);
      EXPECT_LE(peak, estimate);
      EXPECT_LE(double(estimate), 1.9 * double(peak))
        << (estimate >> 20) << " MiB for " << (peak >> 20);
    }
  }
}
