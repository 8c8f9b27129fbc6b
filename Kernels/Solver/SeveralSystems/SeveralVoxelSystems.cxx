#include "Solver/SeveralSystems/SeveralVoxelSystems.h"

#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"

#include <algorithm>
#include <array>
#include <type_traits>

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

/// Sums and loops for a number of vectors side by side.
template <int Vectors>
struct VectorLoops
{
  using Each = SeveralSystems::Each;

  /// Terms sums over all unknowns of each vector; add(i, sums) adds those of unknown i. Chunks have
  /// a fixed size, so that results do not depend on the number of threads.
  template <std::size_t Terms, class Add>
  static std::array<Each, Terms> sumOfSeveral(std::int64_t unknowns, const Add& add)
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
    return sumOfSeveral<1>(unknowns,
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

  /// r = f - q on free unknowns; r.r
  static Each residualOf(
    std::int64_t unknowns, const float* free, const double* f, const double* q, double* r)
  {
    return sumOfSeveral<1>(unknowns,
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
  static void turn(std::int64_t unknowns, const float* z, const Each& beta, double* d)
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

  /// u += alpha d, and r -= alpha q on free unknowns; r.r and r.z
  static std::array<Each, 2> step(std::int64_t unknowns, const float* free, const Each& alpha,
    const double* d, const double* q, const float* z, double* u, double* r)
  {
    return sumOfSeveral<2>(unknowns,
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

/// Calls work with the loops for a number of vectors side by side.
template <class Work>
auto withLoops(int vectors, const Work& work)
{
  return vectors == FewVectors ? work(VectorLoops<FewVectors>())
                               : work(VectorLoops<SeveralVectors>());
}
}

template <>
struct SeveralVoxelSystems<HostSpace>::Vectors
{
  Vectors(Context<HostSpace>& given, int count, std::int64_t unknowns)
    : context(&given), vectors(count), n(unknowns), solutions(given, this->size()),
      residuals(given, this->size()), directions(given, this->size()), products(given, this->size())
  {
  }

  std::size_t size() const
  {
    return static_cast<std::size_t>(this->vectors) * static_cast<std::size_t>(this->n);
  }

  Context<HostSpace>* context;
  int vectors; ///< side by side
  std::int64_t n;
  DeviceVector<double, HostSpace> forces; ///< empty if there are none
  DeviceVector<double, HostSpace> solutions;
  DeviceVector<double, HostSpace> residuals;
  DeviceVector<double, HostSpace> directions;
  DeviceVector<double, HostSpace> products;
};

template <>
SeveralVoxelSystems<HostSpace>::SeveralVoxelSystems(Context<HostSpace>& context,
  VoxelOperator<HostSpace>& K, VoxelMultigrid<HostSpace>& multigrid, std::size_t systems)
  : Room(systems), Operator(K), Multigrid(multigrid)
{
  const int vectors = sideBySide(static_cast<int>(systems));
  multigrid.prepareSeveral(vectors);
  this->Work = std::make_unique<Vectors>(context, vectors, K.size());
}

template <>
SeveralVoxelSystems<HostSpace>::~SeveralVoxelSystems() = default;

template <>
void SeveralVoxelSystems<HostSpace>::set(
  const std::vector<RightHandSide<HostSpace>>& f, const std::vector<double*>& u)
{
  Vectors& work = *this->Work;
  this->Solutions = u;
  work.forces.reset();
  if (std::none_of(f.begin(), f.end(), [](const auto& one) { return one.dense || one.sparse; }))
  {
    return;
  }
  work.forces = DeviceVector<double, HostSpace>(*work.context, work.size());
  work.forces.zero();
  const auto dense = work.context->workspace().template lease<double>(work.n);
  for (std::size_t v = 0; v < f.size(); ++v)
  {
    if (f[v].sparse)
    {
      f[v].sparse->copyTo(dense.data());
    }
    if (f[v].dense || f[v].sparse)
    {
      copyStrided(
        work.n, f[v].dense ? f[v].dense : dense.data(), 1, work.forces.data() + v, work.vectors);
    }
  }
}

template <>
void SeveralVoxelSystems<HostSpace>::finish()
{
  const Vectors& work = *this->Work;
  for (std::size_t v = 0; v < this->Solutions.size(); ++v)
  {
    copyStrided(work.n, work.solutions.data() + v, work.vectors, this->Solutions[v], 1);
  }
}

template <>
SeveralSystems::EachTwo SeveralVoxelSystems<HostSpace>::start()
{
  Vectors& work = *this->Work;
  const std::int64_t vectors = work.vectors;
  const float* free = this->Multigrid.freeUnknowns();
  double* u = work.solutions.data();
  double* d = work.directions.data();
  work.solutions.zero();
  for (std::size_t v = 0; v < this->Solutions.size(); ++v)
  {
    copyStrided(work.n, this->Solutions[v], 1, u + v, vectors);
  }
  forEach<HostSpace>(
    vectors * work.n, [=](std::int64_t i) { d[i] = free[i / vectors] == 0.0F ? u[i] : 0.0; });
  const auto residualOf = [&](const double* x)
  {
    this->Operator.applyToSeveral(work.vectors, x, work.products.data());
    return withLoops(work.vectors,
      [&](auto loops)
      {
        return loops.residualOf(
          work.n, free, work.forces.data(), work.products.data(), work.residuals.data());
      });
  };
  EachTwo result;
  result[0] = residualOf(d);
  result[1] = residualOf(u);
  work.directions.zero();
  return result;
}

template <>
SeveralSystems::Each SeveralVoxelSystems<HostSpace>::precondition(const VectorSet& active)
{
  const Vectors& work = *this->Work;
  this->Preconditioned = this->Multigrid.applyToSeveral(work.residuals.data(), active);
  return withLoops(work.vectors,
    [&](auto loops) { return loops.dots(work.n, work.residuals.data(), this->Preconditioned); });
}

template <>
SeveralSystems::EachTwo SeveralVoxelSystems<HostSpace>::turn(
  const Each& beta, const VectorSet& /*active*/)
{
  Vectors& work = *this->Work;
  double* d = work.directions.data();
  withLoops(work.vectors, [&](auto loops) { loops.turn(work.n, this->Preconditioned, beta, d); });
  this->Operator.applyToSeveral(work.vectors, d, work.products.data());
  return withLoops(work.vectors,
    [&](auto loops) -> EachTwo
    {
      return { loops.dots(work.n, d, work.products.data()),
        loops.dots(work.n, d, work.residuals.data()) };
    });
}

template <>
SeveralSystems::EachTwo SeveralVoxelSystems<HostSpace>::step(
  const Each& alpha, const VectorSet& /*active*/)
{
  Vectors& work = *this->Work;
  return withLoops(work.vectors,
    [&](auto loops)
    {
      return loops.step(work.n, this->Multigrid.freeUnknowns(), alpha, work.directions.data(),
        work.products.data(), this->Preconditioned, work.solutions.data(), work.residuals.data());
    });
}

template <>
std::size_t SeveralVoxelSystems<HostSpace>::memory(
  std::size_t systems, const VoxelMultigrid<HostSpace>& multigrid)
{
  const int vectors = sideBySide(static_cast<int>(systems));
  const auto count = static_cast<std::size_t>(vectors);
  const auto unknowns = static_cast<std::size_t>(multigrid.levelSizes().front());
  // Forces, solutions and three vectors of conjugate gradients; of products what bricks of no fewer
  // than fifty nodes have for others.
  return count *
    (5 * unknowns * sizeof(double) + unknowns / 3 * VoxelHostFaceValues * sizeof(double) / 50) +
    multigrid.memoryOfSeveral(vectors);
}

template class SeveralVoxelSystems<HostSpace>;
}
