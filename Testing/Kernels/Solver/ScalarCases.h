#ifndef TRABECULA_TESTING_KERNELS_SCALARCASES_H
#define TRABECULA_TESTING_KERNELS_SCALARCASES_H

// This file contains matrices of conduction, with one unknown per node, that are independent of the
// library's operator: for Poisson's ratio 0 and Young's modulus k, the trace of a block of an
// elastic stiffness is 2 k grad N_a . grad N_b.

#include "Mesh/Mesh.h"
#include "Operator/Assembled/HostMatrix.h"
#include "Operator/OperatorLayouts.h"
#include "Operator/StiffnessOperator.h"
#include "Solver/Aggregation/BlockRowSource.h"

#include <Eigen/SparseCholesky>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace trabecula::testing
{
/// Returns layouts of one unknown per node.
template <class Space>
OperatorLayouts<Space> scalarLayouts(const Context<Space>& context, const Mesh& mesh)
{
  OperatorLayouts<Space> layouts = layoutsOf(context, mesh);
  layouts.unknowns = layouts.unknowns->withComponents(1);
  return layouts;
}

/// The assembled matrix of conduction, with films added to the diagonal.
template <class Space>
class TraceRows : public BlockRowSource<Space>
{
public:
  /// @param films one per node; empty means none
  TraceRows(const Context<Space>& context, const Mesh& mesh, std::vector<double> films = {})
    : Computing(&context), Elastic(context, mesh, PoissonsRatios(0.0), {}), Films(std::move(films))
  {
  }

  const BlockPattern<Space>& pattern() const override { return this->Elastic.pattern(); }
  const double* compute(const Vector<Space>& conductivities) override
  {
    this->Values =
      DeviceVector<double, Space>(*this->Computing, this->onHost(conductivities).values);
    return this->Values.data();
  }

  HostMatrix onHost(const Vector<Space>& conductivities)
  {
    const double* blocks = this->Elastic.compute(conductivities);
    std::vector<double> there(static_cast<std::size_t>(9 * this->pattern().pairs()));
    this->Computing->copyToHost(there.data(), blocks, there.size() * sizeof(double));
    HostMatrix result;
    result.offsets = this->pattern().starts.toHost();
    result.columns = this->pattern().nodes.toHost();
    result.values.resize(there.size() / 9);
    for (std::size_t k = 0; k < result.values.size(); ++k)
    {
      result.values[k] = 0.5 * (there[9 * k] + there[9 * k + 4] + there[9 * k + 8]);
    }
    for (std::size_t row = 0; row < this->Films.size(); ++row)
    {
      for (auto k = static_cast<std::size_t>(result.offsets[row]);
           k < static_cast<std::size_t>(result.offsets[row + 1]); ++k)
      {
        result.values[k] +=
          result.columns[k] == static_cast<std::int32_t>(row) ? this->Films[row] : 0.0;
      }
    }
    return result;
  }

private:
  const Context<Space>* Computing;
  ElementRows<Space> Elastic;
  std::vector<double> Films;
  DeviceVector<double, Space> Values;
};

/// The same matrix as an operator, whose products are computed on the host.
template <class Space>
class TraceOperator : public StiffnessOperator<Space>
{
public:
  TraceOperator(const Context<Space>& context, const Mesh& mesh)
    : StiffnessOperator<Space>(scalarLayouts(context, mesh)), Rows(context, mesh)
  {
  }

  const HostMatrix& matrix() const { return this->Matrix; }

protected:
  void product(const Vector<Space>& x, Vector<Space>& y) override
  {
    const std::vector<double> from = x.toHost();
    std::vector<double> to(from.size(), 0.0);
    for (std::size_t row = 0; row < to.size(); ++row)
    {
      for (auto k = static_cast<std::size_t>(this->Matrix.offsets[row]);
           k < static_cast<std::size_t>(this->Matrix.offsets[row + 1]); ++k)
      {
        to[row] += this->Matrix.values[k] * from[static_cast<std::size_t>(this->Matrix.columns[k])];
      }
    }
    y.assign(to);
  }
  void useModuli(const double* moduli) override
  {
    // The argument is a view that is only read.
    this->Matrix =
      this->Rows.onHost(Vector<Space>(this->materialPointsPointer(), const_cast<double*>(moduli)));
  }
  void computeDiagonal(double* d) override
  {
    std::vector<double> diagonal(this->Matrix.offsets.size() - 1, 0.0);
    for (std::size_t row = 0; row < diagonal.size(); ++row)
    {
      for (auto k = static_cast<std::size_t>(this->Matrix.offsets[row]);
           k < static_cast<std::size_t>(this->Matrix.offsets[row + 1]); ++k)
      {
        diagonal[row] +=
          this->Matrix.columns[k] == static_cast<std::int32_t>(row) ? this->Matrix.values[k] : 0.0;
      }
    }
    this->context().copyFromHost(d, diagonal.data(), diagonal.size() * sizeof(double));
  }
  void addEnergies(const double*, double, double*) override { unused(); }
  void computeGeometry(double*, double*) override { unused(); }
  void computeGradients(const double*, double*) override { unused(); }
  void addGradientsTransposed(const double*, double*) override { unused(); }

private:
  static void unused() { throw Error("A test asks its operator for what it does not have."); }

  TraceRows<Space> Rows;
  HostMatrix Matrix;
};

/// Returns the solution by Eigen's factorization; zero at constrained unknowns.
inline std::vector<double> directSolution(const HostMatrix& matrix,
  const std::vector<double>& addedDiagonal, const std::vector<std::uint8_t>& constrained,
  const std::vector<double>& right)
{
  const auto n = static_cast<Eigen::Index>(matrix.rows());
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t row = 0; row < constrained.size(); ++row)
  {
    const auto i = static_cast<int>(row);
    entries.emplace_back(i, i,
      constrained[row] != 0     ? 1.0
        : addedDiagonal.empty() ? 0.0
                                : addedDiagonal[row]);
    for (auto k = static_cast<std::size_t>(matrix.offsets[row]);
         k < static_cast<std::size_t>(matrix.offsets[row + 1]) && constrained[row] == 0; ++k)
    {
      if (constrained[static_cast<std::size_t>(matrix.columns[k])] == 0)
      {
        entries.emplace_back(i, matrix.columns[k], matrix.values[k]);
      }
    }
  }
  Eigen::SparseMatrix<double> reduced(n, n);
  reduced.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(reduced);
  Eigen::VectorXd b = Eigen::Map<const Eigen::VectorXd>(right.data(), n);
  for (Eigen::Index i = 0; i < n; ++i)
  {
    b[i] = constrained[static_cast<std::size_t>(i)] != 0 ? 0.0 : b[i];
  }
  const Eigen::VectorXd solution = factor.solve(b);
  return std::vector<double>(solution.data(), solution.data() + n);
}
}

#endif
