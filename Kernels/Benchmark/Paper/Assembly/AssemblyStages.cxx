#include "Benchmark/Paper/Assembly/AssemblyStages.h"

#include "Benchmark/Bandwidth/Bandwidth.h"
#include "Benchmark/Benchmarks.h"
#include "Benchmark/Paper/Assembly/ComparedAssembly.h"
#include "Benchmark/Paper/Assembly/CusparseProduct.h"
#include "Benchmark/Paper/Assembly/EigenAssembly.h"
#include "Benchmark/Paper/Assembly/StoredMatrices.h"
#include "Core/Error.h"
#include "Core/Spaces.h"
#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"

#include <algorithm>
#include <utility>

namespace trabecula::benchmarks
{
namespace
{
constexpr double PoissonsRatio = 0.3;
constexpr int FillRepetitions = 5;
constexpr int Products = 10;
/// Largest number of pairs of nodes for which the lists of Cecka's method are made, as a single
/// thread makes them.
constexpr std::size_t MostSharedPairs = 150'000'000;

template <class Space>
class Measurement
{
public:
  explicit Measurement(const Mesh& mesh)
    : Its(mesh), Layouts(layoutsOf(this->Computing, mesh)), Moduli(this->Layouts.materialPoints)
  {
    fill(this->Moduli, 1.0);
    this->Counts = countNeighbours(mesh);
    this->Triad = triadBandwidth<Space>();
  }

  AssemblyFigures measure()
  {
    this->set("nodes", double(this->Its.numberOfNodes()));
    this->set("elements", double(this->Its.numberOfElements()));
    this->set("pairs", double(this->Counts.pairs));
    this->set("most", double(this->Counts.most));
    this->set("triad_B/s", this->Triad);
    this->neighbours();
    for (const MatrixFormatInfo& format : matrixFormats())
    {
      const bool besideEigen =
        Space::Id == ExecutionSpace::Host && format.format == MatrixFormat::Csr;
      this->format(format,
        besideEigen || format.format == MatrixFormat::Bsr || format.format == MatrixFormat::Ell);
    }
    this->solve();
    this->eigen();
    return std::move(this->Figures);
  }

private:
  void set(const std::string& name, double value) { this->Figures[name] = value; }

  std::size_t pairsOfElements() const
  {
    return this->Its.connectivity.size() * this->Its.nodesPerElement();
  }

  /// Measures stage 1, from given elements.
  void neighbours()
  {
    const auto nodes = static_cast<std::int64_t>(this->Its.numberOfNodes());
    auto groups = makeElementGroups(this->Computing, this->Its);
    this->set("lists_s",
      medianSeconds(this->Computing,
        [&]
        {
          for (ElementGroup<Space>& group : groups)
          {
            findIncidences(this->Computing, nodes, group);
          }
        }));
    this->set("count_s",
      medianSeconds(
        this->Computing, [&] { (void)countNeighbours(this->Computing, nodes, groups); }));
    Samples samples;
    for (int i = 0; i <= FillRepetitions; ++i)
    {
      auto starts = countNeighbours(this->Computing, nodes, groups);
      const double seconds = secondsOf(
        this->Computing, [&] { (void)fillNeighbours(this->Computing, groups, std::move(starts)); });
      if (i > 0)
      {
        samples.add(seconds);
      }
    }
    this->set("fill_s", samples.median());
    // The traffic includes the connectivity twice, its sorted places once, and the rows once.
    this->set("stage1_B",
      16.0 * double(this->Its.connectivity.size()) + 16.0 * double(nodes) +
        4.0 * double(this->Counts.pairs));
  }

  /// Measures stages 2 and 3 in a format.
  void format(const MatrixFormatInfo& info, bool allMethods)
  {
    this->set("memory_" + info.name + "_B",
      double(AssembledMatrix<Space>::memory(info.format, this->Counts)));
    for (const AssemblyMethodInfo& method : assemblyMethods())
    {
      const bool basic = method.method == AssemblyMethod::ByRow;
      if (method.method != AssemblyMethod::Auto && (allMethods || basic))
      {
        this->attempt(info.name + "_" + method.name, [&] { this->values(info, method); });
      }
    }
    for (const ComparedMethodInfo& method : comparedMethods())
    {
      const bool large = method.method == ComparedMethod::SharedNonzeros &&
        this->pairsOfElements() > MostSharedPairs;
      if (allMethods && !large)
      {
        this->attempt(info.name + "_" + method.name, [&] { this->comparedValues(info, method); });
      }
    }
  }

  /// Performs a measurement, which is omitted if it does not fit into memory.
  template <class Measured>
  void attempt(const std::string& name, const Measured& measured)
  {
    try
    {
      measured();
    }
    catch (const Error&)
    {
      this->set("refused_" + name, 1.0);
    }
  }

  AssembledMatrix<Space> matrixOf(
    const MatrixFormatInfo& format, const std::vector<ElementGroup<Space>>& groups) const
  {
    const auto nodes = static_cast<std::int64_t>(this->Its.numberOfNodes());
    return AssembledMatrix<Space>(
      this->Computing, format.format, makeNeighbourMatrix(this->Computing, nodes, groups));
  }

  void values(const MatrixFormatInfo& format, const AssemblyMethodInfo& method)
  {
    checkAssembledMemory(
      this->Its, { format.format, method.method }, this->Counts, deviceOf<Space>());
    auto groups = makeElementGroups(this->Computing, this->Its);
    AssembledMatrix<Space> matrix = this->matrixOf(format, groups);
    const bool byRow = method.method == AssemblyMethod::ByRow;
    if (byRow)
    {
      this->indices(format, groups, matrix);
    }
    MatrixAssembly<Space> assembly(
      this->Computing, this->Its, PoissonsRatio, method.method, std::move(groups), matrix);
    this->assemble(format.name + "_" + method.name, assembly, matrix);
    if (byRow)
    {
      this->product(format, matrix);
    }
  }

  void comparedValues(const MatrixFormatInfo& format, const ComparedMethodInfo& method)
  {
    const std::size_t needed = AssembledMatrix<Space>::memory(format.format, this->Counts) +
      ComparedAssembly<Space>::memory(this->Its, method.method, this->Counts);
    if (needed > deviceOf<Space>().availableMemory)
    {
      throw Error("The matrix and its assembly do not fit.");
    }
    auto groups = makeElementGroups(this->Computing, this->Its);
    AssembledMatrix<Space> matrix = this->matrixOf(format, groups);
    ComparedAssembly<Space> assembly(
      this->Computing, this->Its, PoissonsRatio, method.method, std::move(groups), matrix);
    this->assemble(format.name + "_" + method.name, assembly, matrix);
  }

  template <class Assembly>
  void assemble(const std::string& name, Assembly& assembly, AssembledMatrix<Space>& matrix)
  {
    this->set(name + "_s",
      medianSeconds(this->Computing, [&] { assembly.assemble(this->Moduli.data(), matrix); }));
    // The traffic includes the values written, and the elements, coordinates and moduli read.
    this->set("stage3_B",
      72.0 * double(this->Counts.pairs) + 24.0 * double(this->Its.numberOfNodes()) +
        8.0 * double(this->Its.numberOfElements()) + 4.0 * double(this->Its.connectivity.size()));
  }

  void indices(const MatrixFormatInfo& format, const std::vector<ElementGroup<Space>>& groups,
    AssembledMatrix<Space>& matrix)
  {
    this->set("index_" + format.name + "_s",
      medianSeconds(this->Computing, [&] { matrix.computeIndices(); }));
    this->set("places_s",
      medianSeconds(this->Computing,
        [&]
        {
          for (const ElementGroup<Space>& group : groups)
          {
            (void)findPairPlaces(this->Computing, group.view(), matrix.view());
          }
        }));
  }

  void product(const MatrixFormatInfo& format, const AssembledMatrix<Space>& matrix)
  {
    const Vector<Space> x(this->Layouts.unknowns, this->Its.points);
    Vector<Space> y(this->Layouts.unknowns);
    const double seconds = medianSeconds(this->Computing,
      [&]
      {
        for (int i = 0; i < Products; ++i)
        {
          matrix.multiply(x.data(), y.data());
        }
      });
    this->set("product_" + format.name + "_s", seconds / Products);
    this->set("product_" + format.name + "_B",
      this->Figures["memory_" + format.name + "_B"] + 16.0 * double(this->Its.points.size()));
    if constexpr (Space::Id == ExecutionSpace::Cuda)
    {
      if (format.format == MatrixFormat::Csr)
      {
        const double other =
          secondsOfCusparse(this->Computing, matrix, x.data(), y.data(), Products);
        if (other > 0.0)
        {
          this->set("product_cusparse_s", other);
        }
      }
    }
  }

  /// Constrains the plane of least y or z, whichever contains nodes that are not on a line.
  std::vector<std::uint8_t> supports() const
  {
    const std::vector<double>& p = this->Its.points;
    std::vector<std::uint8_t> constrained;
    for (const std::size_t axis : { std::size_t(1), std::size_t(2) })
    {
      double least = p[axis];
      for (std::size_t i = axis; i < p.size(); i += 3)
      {
        least = std::min(least, p[i]);
      }
      double low[3] = { 1e300, 1e300, 1e300 };
      double high[3] = { -1e300, -1e300, -1e300 };
      constrained.assign(p.size(), 0);
      for (std::size_t i = 0; i < p.size(); ++i)
      {
        if (p[i / 3 * 3 + axis] < least + 1e-6)
        {
          constrained[i] = 1;
          low[i % 3] = std::min(low[i % 3], p[i]);
          high[i % 3] = std::max(high[i % 3], p[i]);
        }
      }
      if (high[0] - low[0] > 1e-3 && high[3 - axis] - low[3 - axis] > 1e-3)
      {
        break;
      }
    }
    return constrained;
  }

  /// Solves for forces on all nodes.
  void solve()
  {
    OperatorSettings settings;
    settings.strategy = Strategy::Assembled;
    const auto K = makeOperator<Space>(this->Layouts, this->Its, PoissonsRatio, settings);
    const std::size_t unknowns = this->Its.points.size();
    const std::vector<std::uint8_t> supports = this->supports();
    const int most = Space::Id == ExecutionSpace::Host ? 300 : 20000;
    const Vector<Space> forces(this->Layouts.unknowns, std::vector<double>(unknowns, 1.0));
    Vector<Space> u(this->Layouts.unknowns);
    ConjugateGradient<Space> solver(this->Layouts.unknowns);
    SpringOperator<Space> system(*K, std::vector<double>());
    DiagonalPreconditioner<Space> jacobi(*K, system, supports);
    Observer silent;
    SolverReport report;
    u.zero();
    this->set("solve_s",
      secondsOf(this->Computing,
        [&]
        {
          K->setModuli(this->Moduli);
          jacobi.update(this->Moduli, 1.0);
          report = solver.solve(*K, jacobi, forces, u, 1e-6, most, silent);
        }));
    this->set("iterations", report.iterations);
    this->set("converged", report.converged ? 1.0 : 0.0);
  }

  void eigen()
  {
    if (Space::Id != ExecutionSpace::Host)
    {
      return;
    }
    const Context<HostSpace> context;
    const auto groups = makeElementGroups(context, this->Its);
    const std::vector<double> moduli(this->Its.numberOfElements(), 1.0);
    std::vector<double> matrices(9 * this->pairsOfElements());
    AssemblyInput input{};
    input.group = groups[0].view();
    input.points = this->Its.points.data();
    input.moduli = moduli.data();
    input.materials.common = unitElasticity(PoissonsRatio);
    this->set("integrate_s",
      secondsOf(
        context, [&] { storeElementMatrices(context, input, groups[0].type, matrices.data()); }));
    this->set("eigen_s", secondsOfTriplets(this->Its, matrices));
  }

  const Mesh& Its;
  const Context<Space> Computing{ deviceOf<Space>() };
  OperatorLayouts<Space> Layouts;
  Vector<Space> Moduli;
  NeighbourCounts Counts;
  double Triad = 0.0;
  AssemblyFigures Figures;
};
}

template <class Space>
AssemblyFigures measureAssembly(const Mesh& mesh)
{
  return Measurement<Space>(mesh).measure();
}

TRABECULA_INSTANTIATE(AssemblyFigures, measureAssembly, (const Mesh& mesh))
}
