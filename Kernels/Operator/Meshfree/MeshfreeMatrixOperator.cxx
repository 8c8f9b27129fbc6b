#include "Operator/Meshfree/MeshfreeMatrixOperator.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Operator/Meshfree/NodePairs.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// What the blocks of a matrix are summed from.
struct PointTerms
{
  ShapeListsView shapes;
  const double* weights;
  const double* moduli;
  Elasticity material;

  /// The block of a sum S of w E grad Phi_i grad Phi_j^T.
  TRABECULA_FUNCTION void writeBlock(const double* sum, double* block) const
  {
    const double trace = this->material.traceOf(sum);
    for (int i = 0; i < 3; ++i)
    {
      for (int j = 0; j < 3; ++j)
      {
        block[3 * i + j] = this->material.blockOf(sum, trace, i, j);
      }
    }
  }
};

TRABECULA_FUNCTION int placeAmong(const std::int32_t* row, int count, std::int32_t node)
{
  int low = 0;
  int n = count;
  while (n > 1)
  {
    const int half = n / 2;
    low = row[low + half] <= node ? low + half : low;
    n -= half;
  }
  return low;
}

/// The blocks of a row on and right of the diagonal, summed in scratch memory: 9 numbers and a
/// column each; those left of the diagonal of other rows are their transposes.
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
      // Entries ascend with their nodes: those from this node's own on are right of the diagonal.
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

/// The node of each block.
struct FillRows
{
  MatrixView matrix;
  std::int32_t* rows;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* /*scratch*/) const
  {
    const std::int64_t first = this->matrix.starts[n];
    team.each(this->matrix.neighboursOf(n),
      [&](int k) { this->rows[first + k] = static_cast<std::int32_t>(n); });
  }
};

/// The paper's scheme: the block of a pair of nodes, whose threads take the points that both reach
/// and add up their sums.
template <int Size>
struct AssemblePair
{
  PointTerms terms;
  MatrixView matrix;
  const std::int32_t* rows;

#ifdef __CUDACC__
  static constexpr int Threads = Size;
#else
  static constexpr int Threads = 1;
#endif
  static constexpr std::size_t Bytes = 9 * sizeof(double) * Threads;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t pair, const Team& team, char* scratch) const
  {
    auto* sums = reinterpret_cast<double*>(scratch);
    const ShapeListsView& shapes = this->terms.shapes;
    const std::int64_t node = this->rows[pair];
    const std::int32_t other = this->matrix.neighbours[pair];
    const std::int64_t begin = shapes.nodeStarts[node];
    const int points = static_cast<int>(shapes.nodeStarts[node + 1] - begin);
    team.each(Threads,
      [&](int lane)
      {
        double sum[9] = {};
        for (int i = lane; i < points; i += Threads)
        {
          const std::int64_t q = shapes.pointOf[begin + i];
          const std::int64_t start = shapes.starts[q];
          const std::int64_t entry = start +
            placeAmong(shapes.node + start, static_cast<int>(shapes.starts[q + 1] - start), other);
          if (shapes.node[entry] == other)
          {
            const double scale = this->terms.weights[q] * this->terms.moduli[q];
            const double* a = shapes.gradients + 3 * shapes.entries[begin + i];
            const double* b = shapes.gradients + 3 * entry;
            for (int t = 0; t < 9; ++t)
            {
              sum[t] += scale * a[t / 3] * b[t % 3];
            }
          }
        }
        for (int t = 0; t < 9; ++t)
        {
          sums[Threads * t + lane] = sum[t];
        }
      });
    for (int half = Threads / 2; half > 0; half /= 2)
    {
      team.each(9 * half,
        [&](int i)
        {
          double* sum = sums + i / half * Threads;
          sum[i % half] += sum[i % half + half];
        });
    }
    team.each(1,
      [&](int)
      {
        double sum[9];
        for (int t = 0; t < 9; ++t)
        {
          sum[t] = sums[Threads * t];
        }
        this->terms.writeBlock(sum, this->matrix.values + 9 * pair);
      });
  }
};

template <int Size, class Space>
void assemblePairs(const Context<Space>& context, const PointTerms& terms, const MatrixView& matrix,
  std::int64_t pairs, const std::int32_t* rows)
{
  forEachTeam<Size>(
    context, pairs, AssemblePair<Size>::Bytes, AssemblePair<Size>{ terms, matrix, rows });
}
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
  this->assemble(MeshfreeAssembly::ByRow);
}

template <class Space>
void MeshfreeMatrixOperator<Space>::assemble(MeshfreeAssembly assembly, int threads)
{
  const Context<Space>& context = this->context();
  this->IsRounded = false;
  const MatrixView matrix = this->Matrix.view();
  const detail::PointTerms terms = { this->Discretization->shapes.view(),
    this->Discretization->weights.data(), this->Moduli, this->Material };
  if (assembly == MeshfreeAssembly::ByRow)
  {
    const std::size_t bytes = detail::AssembleRow::bytes(this->Matrix.neighbours().most);
    if (Space::Id == ExecutionSpace::Cuda && bytes > MostTeamScratch)
    {
      throw Error("A node shares integration points with " +
        std::to_string(this->Matrix.neighbours().most) +
        " others, more than the GPU's memory for a row of an assembled matrix takes. Choose "
        "products without an assembled matrix, or lower Support Scale.");
    }
    forEachTeam<32>(context, matrix.nodes, bytes, detail::AssembleRow{ terms, matrix });
    return;
  }
  const std::int64_t pairs = this->Matrix.neighbours().pairs();
  const auto rows =
    context.workspace().template lease<std::int32_t>(static_cast<std::size_t>(pairs));
  forEachTeam<32>(context, matrix.nodes, 0, detail::FillRows{ matrix, rows.data() });
  switch (threads)
  {
    case 32:
      return detail::assemblePairs<32>(context, terms, matrix, pairs, rows.data());
    case 64:
      return detail::assemblePairs<64>(context, terms, matrix, pairs, rows.data());
    case 128:
      return detail::assemblePairs<128>(context, terms, matrix, pairs, rows.data());
    case 256:
      return detail::assemblePairs<256>(context, terms, matrix, pairs, rows.data());
    case 512:
      return detail::assemblePairs<512>(context, terms, matrix, pairs, rows.data());
    case 1024:
      return detail::assemblePairs<1024>(context, terms, matrix, pairs, rows.data());
    default:
      throw Error("A block has " + std::to_string(threads) +
        " threads, but must have 32, 64, 128, 256, 512 or 1024.");
  }
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
