// This file compares static analyses, from mesh to stresses, with Eigen's conjugate gradients and
// CalculiX.

#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"
#include "Benchmark/Benchmarks.h"
#include "Core/Spaces.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Optimization/TopologyExamples.h"

#include <Eigen/IterativeLinearSolvers>
#include <Eigen/SparseCore>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>

namespace trabecula::benchmarks
{
namespace
{
constexpr double Tolerance = 1e-6;

/// Returns a part of tetrahedra that all have different shapes.
/// @param cells along its height and width, of unit length
/// @param slenderness length over height
StaticProblem tetrahedralPart(CellType type, int cells, int slenderness = 2)
{
  const double length = slenderness;
  StaticProblem problem;
  StructuralProblem& structure = problem.structure;
  structure.mesh = makeBox(type, { slenderness * cells, cells, cells },
    [length](const std::array<double, 3>& p)
    {
      const double w = 0.05 * std::sin(3.0 * p[0]) * std::cos(2.0 * p[1]) * std::cos(2.0 * p[2]);
      return std::array<double, 3>{ length * p[0], p[1] + w, p[2] - w };
    });
  const std::vector<double>& points = structure.mesh.points;
  structure.material = { 210000.0, 0.3 };
  structure.supports.assign(points.size(), 0);
  structure.loadCases.resize(1);
  structure.loadCases[0].forces.assign(points.size(), 0.0);
  for (std::size_t i = 0; i < points.size(); ++i)
  {
    const double x = points[i - i % 3];
    structure.supports[i] = x < 1e-9 ? 1 : 0;
    structure.loadCases[0].forces[i] = i % 3 == 2 && x > length - 1e-9 ? -1.0 : 0.0;
  }
  structure.solver.tolerance = Tolerance;
  return problem;
}

/// Returns the solid connecting rod of the EbE paper.
StaticProblem connectingRod(int size)
{
  const TopologyProblem rod =
    makeExample(TopologyExample::ConnectingRod, paperSize(TopologyExample::ConnectingRod, size));
  StaticProblem problem;
  problem.structure = rod.structure;
  problem.structure.solver.tolerance = Tolerance;
  return problem;
}

void setCounters(benchmark::State& state, const StaticProblem& problem, int iterations)
{
  state.counters["unknowns"] = double(problem.structure.mesh.points.size());
  state.counters["iterations"] = iterations;
}

template <class Space>
void analysisBenchmark(
  benchmark::State& state, StaticProblem problem, Preconditioner preconditioner)
{
  problem.structure.solver.preconditioner = preconditioner;
  const Device device =
    selectDevice(Space::Id == ExecutionSpace::Host ? DeviceRequest::Host : DeviceRequest::Cuda);
  Observer silent;
  for ([[maybe_unused]] auto _ : state)
  {
    const auto analysis = analyseStatic(problem, device, silent);
    state.SetIterationTime(analysis->solveSeconds + analysis->fieldsSeconds);
    setCounters(state, problem, analysis->solverIterations);
    state.counters["solve_s"] = analysis->solveSeconds;
    state.counters["fields_s"] = analysis->fieldsSeconds;
    state.counters["compliance"] = analysis->loadCases[0].summary.compliance;
  }
}

/// Measures Eigen's solver, without the time for assembling the matrix.
void eigenBenchmark(benchmark::State& state, const StaticProblem& problem)
{
  using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>;
  const std::vector<std::uint8_t>& supports = problem.structure.supports;
  const HostMatrix matrix = stiffnessMatrix(problem);
  const auto n = static_cast<Eigen::Index>(matrix.rows());
  Matrix reduced(n, n);
  {
    std::vector<Eigen::Triplet<double, std::int32_t>> entries;
    entries.reserve(matrix.values.size());
    for (std::int32_t row = 0; row < n; ++row)
    {
      const auto at = static_cast<std::size_t>(row);
      for (auto k = static_cast<std::size_t>(matrix.offsets[at]);
           k < static_cast<std::size_t>(matrix.offsets[at + 1]); ++k)
      {
        const std::int32_t column = matrix.columns[k];
        const bool isConstrained =
          supports[at] != 0 || supports[static_cast<std::size_t>(column)] != 0;
        if (!isConstrained || row == column)
        {
          entries.emplace_back(row, column, isConstrained ? 1.0 : matrix.values[k]);
        }
      }
    }
    reduced.setFromTriplets(entries.begin(), entries.end());
  }
  const Eigen::Map<const Eigen::VectorXd> forces(problem.structure.loadCases[0].forces.data(), n);
  for ([[maybe_unused]] auto _ : state)
  {
    const Timer timer;
    Eigen::ConjugateGradient<Matrix, Eigen::Lower | Eigen::Upper> solver;
    solver.setTolerance(Tolerance);
    solver.compute(reduced);
    const Eigen::VectorXd u = solver.solve(forces);
    state.SetIterationTime(timer.seconds());
    setCounters(state, problem, static_cast<int>(solver.iterations()));
    state.counters["compliance"] = forces.dot(u);
  }
}

const char* elementName(CellType type)
{
  switch (type)
  {
    case CellType::Tetrahedron:
      return "C3D4";
    case CellType::QuadraticTetrahedron:
      return "C3D10";
    case CellType::Hexahedron:
      return "C3D8";
    default:
      return "C3D20";
  }
}

void writeCalculix(const std::string& file, const StaticProblem& problem, const char* solver)
{
  const StructuralProblem& structure = problem.structure;
  const Mesh& mesh = structure.mesh;
  std::ofstream out(file);
  out.precision(12); // input fields have at most 20 characters
  out << "*NODE, NSET=ALL\n";
  for (std::size_t n = 0; n < mesh.numberOfNodes(); ++n)
  {
    out << n + 1 << ", " << mesh.points[3 * n] << ", " << mesh.points[3 * n + 1] << ", "
        << mesh.points[3 * n + 2] << "\n";
  }
  out << "*ELEMENT, TYPE=" << elementName(mesh.cellType) << ", ELSET=PART\n";
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    out << e + 1;
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      out << (a == 10 ? ",\n" : ", ") << mesh.element(e)[a] + 1;
    }
    out << "\n";
  }
  out << "*MATERIAL, NAME=M\n*ELASTIC\n"
      << structure.material.youngsModulus << ", " << structure.material.poissonsRatio
      << "\n*SOLID SECTION, ELSET=PART, MATERIAL=M\n*STEP\n*STATIC, SOLVER=" << solver
      << "\n*BOUNDARY\n";
  for (std::size_t i = 0; i < structure.supports.size(); ++i)
  {
    if (structure.supports[i] != 0)
    {
      out << i / 3 + 1 << ", " << i % 3 + 1 << ", " << i % 3 + 1 << "\n";
    }
  }
  out << "*CLOAD\n";
  for (std::size_t i = 0; i < structure.supports.size(); ++i)
  {
    if (structure.loadCases[0].forces[i] != 0.0 && structure.supports[i] == 0)
    {
      out << i / 3 + 1 << ", " << i % 3 + 1 << ", " << structure.loadCases[0].forces[i] << "\n";
    }
  }
  out << "*NODE FILE\nU\n*EL FILE\nS\n*END STEP\n";
}

/// Measures the program "ccx", from reading its input to writing displacements and stresses.
void calculixBenchmark(benchmark::State& state, const StaticProblem& problem, const char* solver)
{
  const std::filesystem::path folder =
    std::filesystem::temp_directory_path() / "trabecula_calculix_benchmark";
  std::filesystem::create_directories(folder);
  writeCalculix((folder / "part.inp").string(), problem, solver);
  const std::string command = "cd '" + folder.string() + "' && ccx part > part.log 2>&1";
  for ([[maybe_unused]] auto _ : state)
  {
    const Timer timer;
    const int status = std::system(command.c_str());
    state.SetIterationTime(timer.seconds());
    if (status != 0 || !std::filesystem::exists(folder / "part.frd"))
    {
      state.SkipWithError("ccx is not installed, or failed");
    }
    setCounters(state, problem, 0);
  }
  std::filesystem::remove_all(folder);
}
}

template <class Space>
void registerSolverComparisons()
{
  using MakeProblem = std::function<StaticProblem()>;
  const auto add = [](const std::string& name, const std::function<void(benchmark::State&)>& run)
  {
    benchmark::RegisterBenchmark(benchmarkName<Space>("static", name).c_str(), run)
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kSecond);
  };
  std::map<std::string, MakeProblem> problems = { { "CR1", [] { return connectingRod(1); } },
    { "CR2", [] { return connectingRod(2); } }, { "CR3", [] { return connectingRod(3); } },
    { "tet4_300k", [] { return tetrahedralPart(CellType::Tetrahedron, 36); } },
    { "tet10_60k", [] { return tetrahedralPart(CellType::QuadraticTetrahedron, 10); } },
    { "tet10_300k", [] { return tetrahedralPart(CellType::QuadraticTetrahedron, 18); } } };
  if (Space::Id != ExecutionSpace::Host)
  {
    problems["tet10_10m"] = [] { return tetrahedralPart(CellType::QuadraticTetrahedron, 58); };
    problems["tet10_beam_40"] = []
    { return tetrahedralPart(CellType::QuadraticTetrahedron, 14, 40); };
    problems["tet4_10m"] = [] { return tetrahedralPart(CellType::Tetrahedron, 117); };
  }
  for (const auto& [name, make] : problems)
  {
    const MakeProblem problem = make;
    add(name + "/multigrid",
      [problem](benchmark::State& state)
      { analysisBenchmark<Space>(state, problem(), Preconditioner::Multigrid); });
    add(name + "/rigid_body_modes",
      [problem](benchmark::State& state)
      { analysisBenchmark<Space>(state, problem(), Preconditioner::RigidBodyModes); });
    if (Space::Id == ExecutionSpace::Host)
    {
      add(
        name + "/eigen", [problem](benchmark::State& state) { eigenBenchmark(state, problem()); });
      add(name + "/calculix_iterative",
        [problem](benchmark::State& state)
        { calculixBenchmark(state, problem(), "ITERATIVE CHOLESKY"); });
      add(name + "/calculix_direct",
        [problem](benchmark::State& state) { calculixBenchmark(state, problem(), "SPOOLES"); });
    }
  }
}

TRABECULA_INSTANTIATE(void, registerSolverComparisons, ())
}
