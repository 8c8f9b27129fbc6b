#include "Benchmark/Paper/Meshfree/PairAssembly.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Operator/Meshfree/NodePairs.h"
#include "Operator/Meshfree/PointTerms.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// Writes the node whose row contains each block.
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

/// Computes the block of a pair of nodes. The threads divide the points that both nodes influence,
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
PairAssembly<Space>::PairAssembly(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, double poissonsRatio)
  : Computing(&context), Discretization(&discretization), PoissonsRatio(poissonsRatio),
    Matrix(context, MatrixFormat::Bsr, makeNodePairs(context, discretization.shapes))
{
}

template <class Space>
void PairAssembly<Space>::assemble(const Vector<Space>& moduli, int threads)
{
  const Context<Space>& context = *this->Computing;
  const MatrixView matrix = this->Matrix.view();
  const detail::PointTerms terms = { this->Discretization->shapes.view(),
    this->Discretization->weights.data(), moduli.data(), unitElasticity(this->PoissonsRatio) };
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

template class PairAssembly<CompiledSpace>;
}
