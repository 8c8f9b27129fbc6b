#include "Solver/InterleavedKrylovVectors.h"

#include "Core/Parallel.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace trabecula
{
namespace
{
/// to[toStride * i] = from[fromStride * i]
void copyStrided(
  std::int64_t n, const double* from, std::int64_t fromStride, double* to, std::int64_t toStride)
{
  forEach<HostSpace>(n, [=](std::int64_t i) { to[toStride * i] = from[fromStride * i]; });
}

/// Sums and loops for a fixed number of interleaved vectors.
template <int Vectors>
struct VectorLoops
{
  using Each = EachColumn;

  /// Computes Terms sums over all unknowns of each vector; add(i, sums) adds the terms of unknown
  /// i. Chunks have a fixed size, so that results do not depend on the number of threads.
  template <std::size_t Terms, class Add>
  static std::array<Each, Terms> sumOfColumns(std::int64_t unknowns, const Add& add)
  {
    using Numbers = std::array<std::array<double, Vectors>, Terms>;
    constexpr std::int64_t Chunk = 1024;
    const std::int64_t chunks = (unknowns + Chunk - 1) / Chunk;
    std::vector<Numbers> partial(static_cast<std::size_t>(chunks));
#pragma omp parallel for schedule(static) if (chunks >= 8)
    for (std::int64_t c = 0; c < chunks; ++c)
    {
      Numbers mine = {};
      const std::int64_t end = std::min(unknowns, (c + 1) * Chunk);
      for (std::int64_t i = c * Chunk; i < end; ++i)
      {
        add(i, mine);
      }
      partial[static_cast<std::size_t>(c)] = mine;
    }
    std::array<Each, Terms> sums = {};
    for (const Numbers& part : partial)
    {
      for (std::size_t t = 0; t < Terms; ++t)
      {
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          sums[t][v] += part[t][v];
        }
      }
    }
    return sums;
  }

  template <class Real>
  static Each dots(std::int64_t unknowns, const double* a, const Real* b)
  {
    return sumOfColumns<1>(unknowns,
      [a, b](std::int64_t i, auto& sums)
      {
        const double* left = a + Vectors * i;
        const Real* right = b + Vectors * i;
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          sums[0][v] += left[v] * double(right[v]);
        }
      })[0];
  }

  /// r = f - q on free unknowns. @return r.r
  static Each residualOf(
    std::int64_t unknowns, const float* free, const double* f, const double* q, double* r)
  {
    return sumOfColumns<1>(unknowns,
      [=](std::int64_t i, auto& sums)
      {
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          const std::int64_t at = Vectors * i + std::int64_t(v);
          const double residual = free[i] != 0.0F ? (f ? f[at] : 0.0) - q[at] : 0.0;
          r[at] = residual;
          sums[0][v] += residual * residual;
        }
      })[0];
  }

  /// d = z + beta d
  static void addPreviousDirection(
    std::int64_t unknowns, const float* z, const Each& beta, double* d)
  {
    forEach<HostSpace>(unknowns,
      [=](std::int64_t i)
      {
        const float* from = z + Vectors * i;
        double* to = d + Vectors * i;
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          to[v] = from[v] + beta[v] * to[v];
        }
      });
  }

  /// u += alpha d, and r -= alpha q on free unknowns. @return r.r and r.z
  static std::array<Each, 2> step(std::int64_t unknowns, const float* free, const Each& alpha,
    const double* d, const double* q, const float* z, double* u, double* r)
  {
    return sumOfColumns<2>(unknowns,
      [=](std::int64_t i, auto& sums)
      {
        const double isFree = free[i] != 0.0F ? 1.0 : 0.0;
        const std::int64_t at = Vectors * i;
        for (std::size_t v = 0; v < Vectors; ++v)
        {
          u[at + std::int64_t(v)] += alpha[v] * d[at + std::int64_t(v)];
          const double residual =
            isFree * (r[at + std::int64_t(v)] - alpha[v] * q[at + std::int64_t(v)]);
          r[at + std::int64_t(v)] = residual;
          sums[0][v] += residual * residual;
          sums[1][v] += residual * double(z[at + std::int64_t(v)]);
        }
      });
  }
};

/// Calls work with the loops for the given number of interleaved vectors.
template <class Work>
auto withLoops(int vectors, const Work& work)
{
  return vectors == MostColumns ? work(VectorLoops<MostColumns>())
                                : work(VectorLoops<MostColumns / 2>());
}

class InterleavedVectors : public KrylovVectors<HostSpace>
{
public:
  InterleavedVectors(const LayoutPointer<HostSpace>& layout, int columns)
    : Columns(interleavedColumns(columns)), N(layout->ownedSize()),
      Solutions(layout, this->Columns, Arrangement::Interleaved),
      Residuals(layout, this->Columns, Arrangement::Interleaved),
      Directions(layout, this->Columns, Arrangement::Interleaved),
      Products(layout, this->Columns, Arrangement::Interleaved)
  {
  }

  bool fits(const Layout<HostSpace>& layout, int columns, Arrangement arrangement) const override
  {
    return arrangement == Arrangement::Interleaved && columns > 1 &&
      this->Residuals.layout().matches(layout) && interleavedColumns(columns) == this->Columns;
  }

  TwoOfEachColumn start(const LinearSystems<HostSpace>& systems) override
  {
    this->copyForces(systems);
    const float* free = systems.preconditioner.freeUnknowns().data();
    const std::int64_t columns = this->Columns;
    double* u = this->Solutions.data();
    double* d = this->Directions.data();
    this->Solutions.zero();
    for (std::size_t v = 0; v < systems.u.size(); ++v)
    {
      copyStrided(this->N, systems.u[v]->data(), 1, u + v, columns);
    }
    forEach<HostSpace>(
      columns * this->N, [=](std::int64_t i) { d[i] = free[i / columns] == 0.0F ? u[i] : 0.0; });
    const auto residualOf = [&](MultiVector<HostSpace>& x)
    {
      systems.A.apply(x, this->Products, firstColumns(systems.u.size()));
      return this->total(withLoops(this->Columns,
        [&](auto loops)
        {
          return loops.residualOf(
            this->N, free, this->Forces.data(), this->Products.data(), this->Residuals.data());
        }));
    };
    TwoOfEachColumn result;
    result[0] = residualOf(this->Directions);
    result[1] = residualOf(this->Solutions);
    this->Directions.zero();
    return result;
  }

  EachColumn precondition(const LinearSystems<HostSpace>& systems, const ColumnSet& active) override
  {
    this->Preconditioned = systems.preconditioner.applyToColumns(this->Residuals, active).data();
    return this->total(withLoops(this->Columns,
      [&](auto loops)
      { return loops.dots(this->N, this->Residuals.data(), this->Preconditioned); }));
  }

  TwoOfEachColumn updateDirection(const LinearSystems<HostSpace>& systems, const EachColumn& beta,
    const ColumnSet& active) override
  {
    double* d = this->Directions.data();
    withLoops(this->Columns,
      [&](auto loops) { loops.addPreviousDirection(this->N, this->Preconditioned, beta, d); });
    systems.A.apply(this->Directions, this->Products, active);
    return this->total(withLoops(this->Columns,
      [&](auto loops) -> TwoOfEachColumn
      {
        return { loops.dots(this->N, d, this->Products.data()),
          loops.dots(this->N, d, this->Residuals.data()) };
      }));
  }

  TwoOfEachColumn step(const LinearSystems<HostSpace>& systems, const EachColumn& alpha,
    const ColumnSet& /*active*/) override
  {
    return this->total(withLoops(this->Columns,
      [&](auto loops)
      {
        return loops.step(this->N, systems.preconditioner.freeUnknowns().data(), alpha,
          this->Directions.data(), this->Products.data(), this->Preconditioned,
          this->Solutions.data(), this->Residuals.data());
      }));
  }

  void finish(const LinearSystems<HostSpace>& systems) override
  {
    for (std::size_t v = 0; v < systems.u.size(); ++v)
    {
      copyStrided(this->N, this->Solutions.data() + v, this->Columns, systems.u[v]->data(), 1);
    }
  }

  void release() override {}

  /// The vectors are not kept, since allocation takes negligible time on the host.
  bool isKept() const override { return false; }

private:
  /// Returns the sums over all parts, with one reduction.
  EachColumn total(EachColumn sums) const
  {
    this->Residuals.context().sumOverParts(sums.data(), sums.size());
    return sums;
  }
  TwoOfEachColumn total(const TwoOfEachColumn& sums) const
  {
    std::array<double, 2 * std::tuple_size<EachColumn>::value> all = {};
    const auto middle = std::copy(sums[0].begin(), sums[0].end(), all.begin());
    std::copy(sums[1].begin(), sums[1].end(), middle);
    this->Residuals.context().sumOverParts(all.data(), all.size());
    TwoOfEachColumn total = {};
    std::copy(all.begin(), middle, total[0].begin());
    std::copy(middle, all.end(), total[1].begin());
    return total;
  }

  void copyForces(const LinearSystems<HostSpace>& systems)
  {
    this->Forces = MultiVector<HostSpace>();
    if (std::none_of(systems.f.begin(), systems.f.end(),
          [](const auto& one) { return one.dense || one.sparse; }))
    {
      return;
    }
    const LayoutPointer<HostSpace>& layout = this->Residuals.layoutPointer();
    this->Forces = MultiVector<HostSpace>(layout, this->Columns, Arrangement::Interleaved);
    this->Forces.zero();
    LeasedVector<HostSpace> dense(layout);
    for (std::size_t v = 0; v < systems.f.size(); ++v)
    {
      const RightHandSide<HostSpace>& f = systems.f[v];
      if (f.sparse)
      {
        f.sparse->copyTo(dense);
      }
      if (f.dense || f.sparse)
      {
        copyStrided(this->N, f.dense ? f.dense->data() : dense.data(), 1, this->Forces.data() + v,
          this->Columns);
      }
    }
  }

  int Columns;
  std::int64_t N;                ///< number of owned unknowns
  MultiVector<HostSpace> Forces; ///< empty if all forces are zero
  MultiVector<HostSpace> Solutions;
  MultiVector<HostSpace> Residuals;
  MultiVector<HostSpace> Directions;
  MultiVector<HostSpace> Products;
  const float* Preconditioned = nullptr;
};
}

std::unique_ptr<KrylovVectors<HostSpace>> makeInterleavedKrylovVectors(
  const LayoutPointer<HostSpace>& layout, int columns)
{
  return std::make_unique<InterleavedVectors>(layout, columns);
}
}
