#ifndef TRABECULA_TESTING_KERNELS_MESHMULTIGRIDCASES_H
#define TRABECULA_TESTING_KERNELS_MESHMULTIGRIDCASES_H

#include "Support/Dot.h"
#include "Support/Random.h"
#include "Support/Spaces.h"

#include "Analysis/Static/StaticAnalysis.h"
#include "Analysis/Static/StiffnessMatrix.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Operator/MakeOperator.h"
#include "Operator/SpringOperator.h"
#include "Solver/ConjugateGradient.h"

#include <Eigen/SparseCholesky>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

namespace trabecula::testing
{
/// A box whose inner points are moved, so that no two elements have the same shape.
inline Mesh wavyBox(
  CellType type, const std::array<int, 3>& cells, const std::array<double, 3>& size)
{
  return makeBox(type, cells,
    [&](const std::array<double, 3>& p)
    {
      const double pi = 3.14159265358979323846;
      const double w = 0.05 * std::sin(pi * p[0]) * std::sin(pi * p[1]) * std::sin(2.0 * pi * p[2]);
      return std::array<double, 3>{ size[0] * (p[0] + w), size[1] * (p[1] - 0.7 * w),
        size[2] * (p[2] + 0.4 * w) };
    });
}

/// Constrains the components of nodes at the least x.
inline std::vector<std::uint8_t> clampedEnd(const Mesh& mesh)
{
  double low = mesh.points[0];
  for (std::size_t i = 0; i < mesh.points.size(); i += 3)
  {
    low = std::min(low, mesh.points[i]);
  }
  std::vector<std::uint8_t> constrained(mesh.points.size(), 0);
  for (std::size_t i = 0; i < constrained.size(); ++i)
  {
    constrained[i] = mesh.points[i - i % 3] < low + 1e-9 ? 1 : 0;
  }
  return constrained;
}

constexpr double CaseRatio = 0.3; ///< Poisson's ratio

/// Returns the solution by Eigen's factorization of the assembled matrix.
inline std::vector<double> directSolution(const Mesh& mesh, const std::vector<double>& moduli,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& springs,
  const std::vector<double>& forces)
{
  StaticProblem problem;
  problem.structure.mesh = mesh;
  problem.structure.material = { 1.0, CaseRatio };
  problem.structure.springs = springs;
  problem.moduli = moduli;
  const HostMatrix matrix = stiffnessMatrix(problem);
  const auto n = static_cast<Eigen::Index>(matrix.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t row = 0; row < supports.size(); ++row)
  {
    if (supports[row] != 0)
    {
      entries.emplace_back(static_cast<int>(row), static_cast<int>(row), 1.0);
    }
    for (auto k = static_cast<std::size_t>(matrix.offsets[row]);
         k < static_cast<std::size_t>(matrix.offsets[row + 1]) && supports[row] == 0; ++k)
    {
      const std::int32_t column = matrix.columns[k];
      if (supports[static_cast<std::size_t>(column)] == 0)
      {
        entries.emplace_back(static_cast<int>(row), column, matrix.values[k]);
      }
    }
  }
  Eigen::SparseMatrix<double> reduced(n, n);
  reduced.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(reduced);
  const Eigen::Map<const Eigen::VectorXd> right(forces.data(), n);
  const Eigen::VectorXd solution = factor.solve(right);
  return std::vector<double>(solution.data(), solution.data() + n);
}

/// Returns the moduli of a solid with a pattern of holes that no aggregate follows.
inline std::vector<double> porousModuli(const Mesh& mesh, double weak)
{
  std::vector<double> moduli(mesh.numberOfElements());
  for (std::size_t e = 0; e < moduli.size(); ++e)
  {
    const double* p = &mesh.points[3 * static_cast<std::size_t>(mesh.element(e)[0])];
    const double field = std::sin(9.0 * p[0]) * std::cos(9.0 * p[1]) +
      std::sin(9.0 * p[1]) * std::cos(9.0 * p[2]) + std::sin(9.0 * p[2]) * std::cos(9.0 * p[0]);
    moduli[e] = field > 0.2 ? weak : 1.0;
  }
  return moduli;
}

/// A test of a preconditioner for a mesh, which build() makes.
template <class Space, class Multigrid>
class MeshMultigridTest : public OnSpace<Space>
{
protected:
  struct System
  {
    Mesh mesh;
    std::vector<std::uint8_t> supports;
    std::vector<double> moduli;
    std::vector<double> springs;
    std::unique_ptr<Vector<Space>> modulusField; ///< the multigrid refers to these moduli
    std::unique_ptr<StiffnessOperator<Space>> K;
    std::unique_ptr<SpringOperator<Space>> sum;
    std::unique_ptr<Multigrid> multigrid;
  };

  System make(Mesh mesh, std::vector<double> moduli, std::vector<std::uint8_t> supports,
    std::vector<double> springs = {})
  {
    System system;
    system.mesh = std::move(mesh);
    system.moduli = std::move(moduli);
    system.supports = std::move(supports);
    system.springs = std::move(springs);
    system.K = makeOperator<Space>(layoutsOf(this->context(), system.mesh), system.mesh,
      PoissonsRatios(CaseRatio), this->operatorSettings);
    system.modulusField =
      std::make_unique<Vector<Space>>(system.K->materialPointsPointer(), system.moduli);
    system.K->setModuli(*system.modulusField);
    system.sum = std::make_unique<SpringOperator<Space>>(*system.K, system.springs);
    system.multigrid = this->build(system);
    system.multigrid->update(*system.modulusField, 1.0);
    return system;
  }

  /// Sets other moduli.
  static void update(System& system, const std::vector<double>& moduli)
  {
    system.modulusField->assign(moduli);
    system.K->setModuli(*system.modulusField);
    system.multigrid->update(*system.modulusField, 1.0);
  }

  System make(Mesh mesh)
  {
    std::vector<double> moduli(mesh.numberOfElements(), 1.0);
    std::vector<std::uint8_t> supports = clampedEnd(mesh);
    return this->make(std::move(mesh), std::move(moduli), std::move(supports));
  }

  std::vector<double> randomForces(const System& system)
  {
    std::vector<double> f = this->random.vector(system.supports.size(), -1.0, 1.0);
    for (std::size_t i = 0; i < f.size(); ++i)
    {
      f[i] = system.supports[i] ? 0.0 : f[i];
    }
    return f;
  }

  /// Transverse forces at the free end.
  static std::vector<double> endForces(const System& system)
  {
    double high = system.mesh.points[0];
    for (std::size_t i = 0; i < system.mesh.points.size(); i += 3)
    {
      high = std::max(high, system.mesh.points[i]);
    }
    std::vector<double> f(system.supports.size(), 0.0);
    for (std::size_t i = 0; i < f.size(); i += 3)
    {
      f[i + 2] = system.mesh.points[i] > high - 1e-9 ? -1.0 : 0.0;
    }
    return f;
  }

  int iterations(System& system, const std::vector<double>& forces, double tolerance,
    std::vector<double>* solution = nullptr)
  {
    const Vector<Space> f(system.K->layoutPointer(), forces);
    Vector<Space> u(system.K->layoutPointer());
    u.zero();
    ConjugateGradient<Space> solver(system.K->layoutPointer());
    Observer silent;
    const SolverReport report =
      solver.solve(*system.sum, *system.multigrid, f, u, tolerance, 500, silent);
    EXPECT_TRUE(report.converged);
    if (solution)
    {
      *solution = u.toHost();
    }
    return report.iterations;
  }

  void expectDirectSolution(System& system)
  {
    const std::vector<double> forces = this->randomForces(system);
    std::vector<double> u;
    this->iterations(system, forces, 1e-10, &u);
    const std::vector<double> expected =
      directSolution(system.mesh, system.moduli, system.supports, system.springs, forces);
    double largest = 0.0;
    double error = 0.0;
    for (std::size_t i = 0; i < u.size(); ++i)
    {
      largest = std::max(largest, std::abs(expected[i]));
      error = std::max(error, std::abs(u[i] - expected[i]));
    }
    EXPECT_LE(error, 1e-6 * largest);
  }

  /// Expects solutions on boxes of each element type, with random moduli, to be those of the direct
  /// solver.
  /// @param hasSprings whether some nodes have springs, some of which are stiff
  void expectDirectSolutionsOfAllTypes(bool hasSprings)
  {
    for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
           CellType::Hexahedron, CellType::QuadraticHexahedron })
    {
      SCOPED_TRACE(static_cast<int>(type));
      const Mesh mesh = wavyBox(type, { 8, 4, 4 }, { 2.0, 1.0, 1.0 });
      std::vector<double> springs;
      if (hasSprings)
      {
        springs.resize(mesh.points.size(), 0.0);
        for (std::size_t i = 0; i < springs.size(); i += 41)
        {
          springs[i] = this->random.uniform(0.0, 1.0) * (i % 2 == 0 ? 100.0 : 1.0);
        }
      }
      auto system = this->make(
        mesh, this->random.vector(mesh.numberOfElements(), 0.01, 1.0), clampedEnd(mesh), springs);
      this->expectDirectSolution(system);
    }
  }

  /// Expects few iterations if a part is void. After an update to other moduli, the number of
  /// iterations must equal that of a preconditioner built for these moduli, and results must be
  /// bitwise equal.
  /// @param most iterations to 1e-5
  void expectFewIterationsWithVoid(int most)
  {
    const Mesh mesh = wavyBox(CellType::Hexahedron, { 32, 16, 16 }, { 2.0, 1.0, 1.0 });
    this->operatorSettings.reproducible = true;
    auto system = this->make(mesh, porousModuli(mesh, 1e-9), clampedEnd(mesh));
    EXPECT_LE(this->iterations(system, this->endForces(system), 1e-5), most);
    const std::vector<double> others = porousModuli(mesh, 1e-3);
    this->update(system, others);
    std::vector<double> u;
    const int updated = this->iterations(system, this->endForces(system), 1e-8, &u);
    auto fresh = this->make(mesh, others, clampedEnd(mesh));
    std::vector<double> expected;
    EXPECT_EQ(this->iterations(fresh, this->endForces(fresh), 1e-8, &expected), updated);
    EXPECT_EQ(u, expected);
  }

  void expectMarksOfFreeUnknowns(System& system)
  {
    const std::vector<float> marks = system.multigrid->freeUnknowns().toHost();
    ASSERT_EQ(marks.size(), system.supports.size());
    for (std::size_t i = 0; i < marks.size(); ++i)
    {
      ASSERT_EQ(marks[i] != 0.0F, system.supports[i] == 0);
    }
  }

  /// Expects solutions for one element of each type, supported at three corners.
  void expectSolutionsOfSingleElements()
  {
    for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron,
           CellType::Hexahedron, CellType::QuadraticHexahedron })
    {
      SCOPED_TRACE(static_cast<int>(type));
      const Mesh all = wavyBox(type, { 1, 1, 1 }, { 1.0, 1.0, 1.0 });
      std::vector<std::uint8_t> keep(all.numberOfElements(), 0);
      keep[0] = 1;
      const Mesh mesh = keepElements(all, keep);
      std::vector<std::uint8_t> supports(mesh.points.size(), 0);
      for (int corner = 0; corner < 3; ++corner)
      {
        std::fill_n(supports.begin() + 3 * mesh.element(0)[corner], 3, 1);
      }
      auto system = this->make(mesh, { 1.0 }, supports);
      this->expectDirectSolution(system);
    }
  }

  std::vector<double> applied(System& system, const std::vector<double>& r)
  {
    const Vector<Space> there(system.K->layoutPointer(), r);
    const std::vector<float> result = system.multigrid->apply(there).toHost();
    return std::vector<double>(result.begin(), result.end());
  }

  /// Makes the preconditioner for the mesh, supports and operators of a system, which must remain
  /// valid.
  virtual std::unique_ptr<Multigrid> build(System& system) = 0;

  Random random{ 31 };
  OperatorSettings operatorSettings;
};
}

#endif
