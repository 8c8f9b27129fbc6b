#include "Operator/Meshfree/MeshfreeMatrixOperator.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Operator/Meshfree/NodePairs.h"
#include "Operator/Meshfree/PointTerms.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// Assembles the blocks of a row on and right of the diagonal in scratch memory, 9 values and a
/// column each; blocks left of the diagonal in other rows are their transposes.
struct AssembleRow
{
  PointTerms terms;
  MatrixView matrix;

  static std::size_t bytes(int most)
  {
    return static_cast<std::size_t>(most) * (9 * sizeof(double) + sizeof(std::int32_t));
  }

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* scratch) const
  {
    const ShapeListsView& shapes = this->terms.shapes;
    const int diagonal = this->matrix.placeOf(n, static_cast<std::int32_t>(n));
    const std::int64_t first = this->matrix.starts[n] + diagonal;
    const int count = this->matrix.neighboursOf(n) - diagonal;
    auto* sums = reinterpret_cast<double*>(scratch);
    auto* columns = reinterpret_cast<std::int32_t*>(sums + 9 * count);
    team.each(9 * count, [&](int i) { sums[i] = 0.0; });
    team.each(count, [&](int i) { columns[i] = this->matrix.neighbours[first + i]; });
    for (std::int64_t i = shapes.nodeStarts[n]; i < shapes.nodeStarts[n + 1]; ++i)
    {
      const std::int64_t q = shapes.pointOf[i];
      // Entries are in ascending order of nodes, so that those from the row's own node on are on or
      // right of the diagonal.
      const std::int64_t begin = shapes.entries[i];
      const double* g = shapes.gradients + 3 * begin;
      const double scale = this->terms.weights[q] * this->terms.moduli[q];
      const double a[3] = { scale * g[0], scale * g[1], scale * g[2] };
#ifndef __CUDACC__
      int place = 0;
#endif
      team.each(static_cast<int>(shapes.starts[q + 1] - begin),
        [&](int k)
        {
          const double* b = shapes.gradients + 3 * (begin + k);
#ifdef __CUDACC__
          const int place = placeAmong(columns, count, shapes.node[begin + k]);
#else
          while (columns[place] != shapes.node[begin + k])
          {
            ++place;
          }
#endif
          double* sum = sums + 9 * place;
          for (int r = 0; r < 3; ++r)
          {
            for (int c = 0; c < 3; ++c)
            {
              sum[3 * r + c] += a[r] * b[c];
            }
          }
        });
    }
    team.each(count,
      [&](int k)
      {
        double block[9];
        this->terms.writeBlock(sums + 9 * k, block);
        const std::int64_t row = columns[k];
        double* own = this->matrix.values + 9 * (first + k);
        double* mirrored = this->matrix.values +
          9 * (this->matrix.starts[row] + this->matrix.placeOf(row, static_cast<std::int32_t>(n)));
        for (int t = 0; t < 9; ++t)
        {
          own[t] = block[t];
          mirrored[t / 3 + t % 3 * 3] = block[t];
        }
      });
  }
};
}

template <class Space>
MeshfreeMatrixOperator<Space>::MeshfreeMatrixOperator(const OperatorLayouts<Space>& layouts,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : MeshfreeOperator<Space>(layouts, discretization, poissonsRatio, false),
    Matrix(
      layouts.context(), MatrixFormat::Bsr, makeNodePairs(layouts.context(), discretization.shapes))
{
}

template <class Space>
void MeshfreeMatrixOperator<Space>::useModuli(const double* moduli)
{
  MeshfreeOperator<Space>::useModuli(moduli);
  this->assemble();
}

template <class Space>
void MeshfreeMatrixOperator<Space>::assemble()
{
  this->IsRounded = false;
  const std::size_t bytes = detail::AssembleRow::bytes(this->Matrix.neighbours().most);
  if (Space::Id == ExecutionSpace::Cuda && bytes > MostTeamScratch)
  {
    throw Error("A node shares integration points with " +
      std::to_string(this->Matrix.neighbours().most) +
      " others, more than the GPU's memory for a row of an assembled matrix takes. Choose "
      "products without an assembled matrix, or lower Support Scale.");
  }
  const MatrixView matrix = this->Matrix.view();
  const detail::PointTerms terms = { this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Moduli, this->Material };
  forEachTeam<32>(this->context(), matrix.nodes, bytes, detail::AssembleRow{ terms, matrix });
}

template <class Space>
void MeshfreeMatrixOperator<Space>::product(const Vector<Space>& x, Vector<Space>& y)
{
  this->Matrix.multiply(x.data(), y.data());
  this->Discretization->constraints.add(x.data(), y.data());
}

template <class Space>
void MeshfreeMatrixOperator<Space>::roundedProduct(const Vector<Space>& x, Vector<Space>& y)
{
  if (!this->IsRounded)
  {
    this->Matrix.roundValues();
    this->IsRounded = true;
  }
  this->Matrix.multiplyRounded(x.data(), y.data());
  this->Discretization->constraints.add(x.data(), y.data());
}

template <class Space>
std::size_t MeshfreeMatrixOperator<Space>::memory(std::int64_t nodes, std::int64_t pairs)
{
  return AssembledMatrix<Space>::memory(MatrixFormat::Bsr, { nodes, pairs, 0 }) +
    9 * static_cast<std::size_t>(pairs) * sizeof(float);
}

template class MeshfreeMatrixOperator<CompiledSpace>;
}
