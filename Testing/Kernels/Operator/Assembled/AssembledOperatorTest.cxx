// Tests of assembled matrices: every method and format in every space against dense matrices of the
// reference, and against the numbers of the oracle.

#include "Operator/Assembled/AssembledCases.h"
#include "Operator/Assembled/AssembledOperatorTestInput.h"
#include "Support/Problems.h"
#include "Support/Refusals.h"
#include "Support/Spaces.h"

#include "Core/Vectors/Vector.h"
#include "Operator/Assembled/AssembledOperator.h"
#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"
#include "Solver/DiagonalPreconditioner.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
template <class Space>
class AssembledOperatorTest : public OnSpace<Space>
{
protected:
  std::unique_ptr<AssembledOperator<Space>> make(const Mesh& mesh, const AssemblySettings& settings,
    const PoissonsRatios& ratios = PoissonsRatio)
  {
    OperatorSettings all;
    all.strategy = Strategy::Assembled;
    all.assembly = settings;
    auto made = makeOperator(layoutsOf(this->context(), mesh), mesh, ratios, all);
    auto* assembled = dynamic_cast<AssembledOperator<Space>*>(made.get());
    EXPECT_NE(assembled, nullptr);
    (void)made.release();
    return std::unique_ptr<AssembledOperator<Space>>(assembled);
  }
};

const std::array<CellType, 4> Types = { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
  CellType::Hexahedron, CellType::QuadraticHexahedron };

std::vector<double> product(const std::vector<double>& matrix, const std::vector<double>& x)
{
  std::vector<double> y(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
  {
    for (std::size_t j = 0; j < x.size(); ++j)
    {
      y[i] += matrix[i * x.size() + j] * x[j];
    }
  }
  return y;
}

std::vector<double> diagonalOf(const std::vector<double>& matrix, std::size_t rows)
{
  std::vector<double> d(rows);
  for (std::size_t i = 0; i < rows; ++i)
  {
    d[i] = matrix[i * rows + i];
  }
  return d;
}
}

TYPED_TEST_SUITE(AssembledOperatorTest, Spaces, SpaceNames);

TYPED_TEST(AssembledOperatorTest, IsTheDenseReference)
{
  Random random(31);
  for (const AssembledCase& which : assembledCases(random))
  {
    const Mesh& mesh = which.mesh;
    const std::vector<double> x = random.vector(mesh.points.size(), -1, 1);
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> changed = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const std::vector<double> expected = denseReference(mesh, PoissonsRatio, moduli);
    for (const AssemblySettings& settings : allAssemblies())
    {
      SCOPED_TRACE(which.name + ", " + nameOf(settings));
      const auto K = this->make(mesh, settings);
      const Vector<TypeParam> first(K->materialPointsPointer(), changed);
      const Vector<TypeParam> second(K->materialPointsPointer(), moduli);
      const Vector<TypeParam> deviceX(K->layoutPointer(), x);
      K->setModuli(first); // this must not affect later results
      K->setModuli(second);
      EXPECT_LT(relativeDifference(dense(K->matrix().toHost()), expected), Rounding);
      Vector<TypeParam> y = poisoned(K->layoutPointer());
      K->apply(deviceX, y);
      EXPECT_LT(relativeDifference(y.toHost(), product(expected, x)), Rounding);
      Vector<TypeParam> d = poisoned(K->layoutPointer());
      K->diagonal(d);
      EXPECT_LT(relativeDifference(d.toHost(), diagonalOf(expected, x.size())), Rounding);
    }
  }
}

TYPED_TEST(AssembledOperatorTest, HasAPoissonsRatioOfEachElement)
{
  Random random(37);
  for (const AssembledCase& which : assembledCases(random))
  {
    const Mesh& mesh = which.mesh;
    const std::vector<double> moduli = random.vector(mesh.numberOfElements(), 1e-3, 1.0);
    const PoissonsRatios ratios(0.3, random.vector(mesh.numberOfElements(), -0.3, 0.45));
    const std::vector<double> expected = denseReference(mesh, ratios, moduli);
    for (const AssemblyMethodInfo& method : assemblyMethods())
    {
      SCOPED_TRACE(which.name + ", " + method.name);
      const auto K = this->make(mesh, { MatrixFormat::Csr, method.method }, ratios);
      const Vector<TypeParam> deviceModuli(K->materialPointsPointer(), moduli);
      K->setModuli(deviceModuli);
      EXPECT_LT(relativeDifference(dense(K->matrix().toHost()), expected), Rounding);
    }
  }
}

TYPED_TEST(AssembledOperatorTest, SlowHasTheNumbersOfTheOracle)
{
  // These numbers are from oracles/elements_reference.py, matrices: trace, Frobenius norm and x.Kx
  // with E = 1.
  const std::array<std::array<double, 3>, 4> numbers = { { { 204.298530, 14.4668567, 17.4750646 },
    { 940.069645, 26.8713491, 18.3257941 }, { 90.6136610, 6.27483098, 17.4704589 },
    { 535.229700, 24.4288103, 18.3226489 } } };
  for (std::size_t t = 0; t < Types.size(); ++t)
  {
    const Mesh mesh = wavyBox(Types[t]);
    std::vector<double> x(mesh.points.size());
    for (std::size_t i = 0; i < x.size(); ++i)
    {
      x[i] = std::cos(3.0 * mesh.points[i] + double(i % 3));
    }
    for (const AssemblySettings& settings : allAssemblies())
    {
      SCOPED_TRACE(cellShape(Types[t]).name + (", " + nameOf(settings)));
      const auto K = this->make(mesh, settings);
      const Vector<TypeParam> moduli(
        K->materialPointsPointer(), std::vector<double>(mesh.numberOfElements(), 1.0));
      K->setModuli(moduli);
      const HostMatrix matrix = K->matrix().toHost();
      double trace = 0.0;
      double squares = 0.0;
      for (std::size_t row = 0; row < x.size(); ++row)
      {
        for (std::int64_t k = matrix.offsets[row]; k < matrix.offsets[row + 1]; ++k)
        {
          const double value = matrix.values[static_cast<std::size_t>(k)];
          squares += value * value;
          trace += matrix.columns[static_cast<std::size_t>(k)] == static_cast<int>(row) ? value : 0;
        }
      }
      const Vector<TypeParam> deviceX(K->layoutPointer(), x);
      Vector<TypeParam> y = poisoned(K->layoutPointer());
      K->apply(deviceX, y);
      const std::vector<double> Kx = y.toHost();
      double energy = 0.0;
      for (std::size_t i = 0; i < x.size(); ++i)
      {
        energy += x[i] * Kx[i];
      }
      EXPECT_NEAR(trace / numbers[t][0], 1.0, 5e-9);
      EXPECT_NEAR(std::sqrt(squares) / numbers[t][1], 1.0, 5e-9);
      EXPECT_NEAR(energy / numbers[t][2], 1.0, 5e-9);
    }
  }
}

TYPED_TEST(AssembledOperatorTest, LeavesTheRestToTheElements)
{
  Random random(32);
  const Mesh mesh = wavyBox(CellType::QuadraticTetrahedron, 2);
  const std::size_t elements = mesh.numberOfElements();
  const auto K = this->make(mesh, {});
  const auto free = makeOperator(layoutsOf(this->context(), mesh), mesh, PoissonsRatio, {});
  const Vector<TypeParam> u(K->layoutPointer(), random.vector(mesh.points.size(), -1, 1));
  std::array<std::vector<double>, 4> of[2];
  int which = 0;
  for (StiffnessOperator<TypeParam>* op :
    { static_cast<StiffnessOperator<TypeParam>*>(K.get()), free.get() })
  {
    Vector<TypeParam> energies(op->materialPointsPointer(), std::vector<double>(elements, 0.5));
    Vector<TypeParam> volumes(op->materialPointsPointer());
    Vector<TypeParam> centroids(op->materialPoints().withComponents(3));
    Vector<TypeParam> gradients(op->materialPoints().withComponents(9));
    op->addUnitEnergies(u, 2.0, energies);
    op->geometry(volumes, centroids);
    op->displacementGradients(u, gradients);
    of[which++] = { energies.toHost(), volumes.toHost(), centroids.toHost(), gradients.toHost() };
    EXPECT_EQ(op->materialPoints().size(), static_cast<std::int64_t>(elements));
    EXPECT_EQ(op->size(), static_cast<std::int64_t>(mesh.points.size()));
  }
  EXPECT_EQ(of[0], of[1]);
}

TYPED_TEST(AssembledOperatorTest, SolvesWhatTheMatrixFreeProductsSolve)
{
  Random random(33);
  for (const CellType type : Types)
  {
    const Mesh mesh = wavyBox(type, type == CellType::QuadraticHexahedron ? 2 : 3);
    const OperatorLayouts<TypeParam> layouts = layoutsOf(this->context(), mesh);
    const Vector<TypeParam> moduli(
      layouts.materialPoints, random.vector(mesh.numberOfElements(), 0.1, 1.0));
    const Vector<TypeParam> forces(layouts.unknowns, random.vector(mesh.points.size(), -1, 1));
    std::vector<std::uint8_t> supports(mesh.points.size(), 0);
    for (std::size_t n : nodesWhere(mesh, [](const Point& p) { return p[0] < 1e-9; }))
    {
      std::fill_n(supports.begin() + static_cast<std::ptrdiff_t>(3 * n), 3, std::uint8_t(1));
    }
    const auto solve = [&](StiffnessOperator<TypeParam>& K)
    {
      K.setModuli(moduli);
      SpringOperator<TypeParam> system(K, {});
      DiagonalPreconditioner<TypeParam> jacobi(K, system, supports);
      jacobi.update(moduli, 1.0);
      ConjugateGradient<TypeParam> solver(K.layoutPointer());
      Vector<TypeParam> u(K.layoutPointer());
      u.zero();
      Observer silent;
      EXPECT_TRUE(solver.solve(K, jacobi, forces, u, 1e-12, 5000, silent).converged);
      return u.toHost();
    };
    const auto free = makeOperator(layouts, mesh, PoissonsRatio, {});
    const std::vector<double> expected = solve(*free);
    for (const MatrixFormatInfo& format : matrixFormats())
    {
      SCOPED_TRACE(cellShape(type).name + (", " + format.name));
      const auto K = this->make(mesh, { format.format, AssemblyMethod::Auto });
      // The tolerance is that of the residual, 1e-12, times the condition number of such meshes,
      // some thousands.
      EXPECT_LT(relativeDifference(solve(*K), expected), 1e-8);
    }
  }
}

TYPED_TEST(AssembledOperatorTest, SlowIsReproducibleWhereItSaysSo)
{
  Random random(34);
  const Mesh mesh = wavyBox(CellType::QuadraticTetrahedron, 4);
  const Vector<TypeParam> moduli(layoutsOf(this->context(), mesh).materialPoints,
    random.vector(mesh.numberOfElements(), 1e-3, 1.0));
  for (const AssemblySettings& settings : allAssemblies())
  {
    if (!assemblyMethodInfo(settings.method).reproducible && TypeParam::Id == ExecutionSpace::Cuda)
    {
      continue;
    }
    SCOPED_TRACE(nameOf(settings));
    const AssemblySettings reproducible = { settings.format,
      reproducibleMethod(settings.method, TypeParam::Id) };
    const int before = hostThreads();
    std::vector<std::vector<double>> values;
    for (const int threads : { 1, 2, 3 })
    {
      setHostThreads(threads);
      const auto K = this->make(mesh, reproducible);
      K->setModuli(moduli);
      values.push_back(K->matrix().toHost().values);
    }
    setHostThreads(before);
    EXPECT_EQ(values[0], values[1]);
    EXPECT_EQ(values[0], values[2]);
  }
}

TYPED_TEST(AssembledOperatorTest, TakesNoMoreMemoryThanIsCounted)
{
  Random random(35);
  for (const AssembledCase& which : assembledCases(random))
  {
    const Vector<TypeParam> moduli(layoutsOf(this->context(), which.mesh).materialPoints,
      std::vector<double>(which.mesh.numberOfElements(), 1.0));
    for (const AssemblySettings& settings : allAssemblies())
    {
      SCOPED_TRACE(which.name + ", " + nameOf(settings));
      const std::size_t before = this->context().allocated();
      const auto K = this->make(which.mesh, settings);
      this->context().startPeak();
      K->setModuli(moduli);
      OperatorSettings all;
      all.strategy = Strategy::Assembled;
      all.assembly = settings;
      // Rounding of allocations up to whole memory lines, and memory for teams, are not counted
      // exactly.
      EXPECT_LE(this->context().peak() - before,
        operatorMemory(which.mesh, false, all) +
          std::size_t(hostThreads()) * (std::size_t(1) << 17));
    }
  }
}
