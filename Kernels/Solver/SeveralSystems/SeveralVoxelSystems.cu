#include "Solver/SeveralSystems/SeveralVoxelSystems.h"

#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Solver/FlexibleKernels.h"

#include <algorithm>
#include <array>

namespace trabecula
{
template <>
struct SeveralVoxelSystems<CudaSpace>::Vectors
{
  Vectors(const Context<CudaSpace>& context, std::size_t count, std::int64_t unknowns)
    : n(unknowns), stride(strideOfVectors(unknowns)),
      residuals(context, count * static_cast<std::size_t>(this->stride)),
      directions(context, residuals.size()), products(context, residuals.size()),
      results(context, static_cast<std::size_t>(2 * SeveralVectors))
  {
    this->results.zero();
  }

  double* r(std::size_t v) { return this->of(this->residuals, v); }
  double* d(std::size_t v) { return this->of(this->directions, v); }
  double* q(std::size_t v) { return this->of(this->products, v); }
  double* of(DeviceVector<double, CudaSpace>& vectors, std::size_t v) const
  {
    return vectors.data() + this->stride * static_cast<std::int64_t>(v);
  }
  double* resultsOf(std::size_t v) { return this->results.data() + 2 * v; }
  /// Those of all systems, which are copied at once.
  EachTwo takeResults() const
  {
    const std::vector<double> values = this->results.toHost();
    EachTwo each = {};
    for (std::size_t v = 0; v < each[0].size(); ++v)
    {
      each[0][v] = values[2 * v];
      each[1][v] = values[2 * v + 1];
    }
    return each;
  }

  std::int64_t n;
  std::int64_t stride; ///< from one vector to the next
  DeviceVector<double, CudaSpace> residuals;
  DeviceVector<double, CudaSpace> directions;
  DeviceVector<double, CudaSpace> products;
  DeviceVector<double, CudaSpace> results; ///< two of each system
  /// Of each system, as they may be computed at the same time.
  std::array<Reducer<CudaSpace>, SeveralVectors> reducers;
  std::vector<RightHandSide<CudaSpace>> forces;
};

template <>
SeveralVoxelSystems<CudaSpace>::SeveralVoxelSystems(Context<CudaSpace>& context,
  VoxelOperator<CudaSpace>& K, VoxelMultigrid<CudaSpace>& multigrid, std::size_t systems)
  : Room(systems), Operator(K), Multigrid(multigrid)
{
  multigrid.prepareSeveral(static_cast<int>(systems));
  this->Work = std::make_unique<Vectors>(context, systems, K.size());
}

template <>
SeveralVoxelSystems<CudaSpace>::~SeveralVoxelSystems() = default;

/// Calls work(v, z) for each active system v in its branch, with its preconditioned residual z.
template <>
template <class OfSystem>
void SeveralVoxelSystems<CudaSpace>::forActive(const VectorSet& active, const OfSystem& work)
{
  const std::int64_t stride = this->Work->stride;
  this->Multigrid.branches().run(this->count(),
    [&](std::size_t v)
    {
      if (active[v])
      {
        work(v, this->Preconditioned + stride * static_cast<std::int64_t>(v));
      }
    });
}

template <>
void SeveralVoxelSystems<CudaSpace>::set(
  const std::vector<RightHandSide<CudaSpace>>& f, const std::vector<double*>& u)
{
  this->Work->forces = f;
  this->Solutions = u;
}

template <>
void SeveralVoxelSystems<CudaSpace>::finish()
{
}

template <>
SeveralSystems::EachTwo SeveralVoxelSystems<CudaSpace>::start()
{
  Vectors& work = *this->Work;
  const float* free = this->Multigrid.freeUnknowns();
  // r = f - A x; r.r in the first result
  const auto residualOf = [&](std::size_t v, const double* x)
  {
    const RightHandSide<CudaSpace>& f = work.forces[v];
    this->Operator.apply(x, work.q(v));
    detail::differenceOnFree<CudaSpace>(work.n, free, f.dense, work.q(v), work.r(v));
    if (f.sparse)
    {
      f.sparse->addTo(work.r(v), free);
    }
    detail::sumOfSquares<CudaSpace>(work.reducers[v], work.n, work.r(v), work.resultsOf(v));
  };
  Branches<CudaSpace>& branches = this->Multigrid.branches();
  branches.run(this->count(),
    [&](std::size_t v)
    {
      detail::takePrescribed<CudaSpace>(
        work.reducers[v], work.n, free, this->Solutions[v], work.d(v), work.resultsOf(v) + 1);
      residualOf(v, work.d(v));
    });
  const EachTwo first = work.takeResults();
  EachTwo result = { first[0], first[0] };
  if (first[1] == Each{}) // all start at zero
  {
    return result;
  }
  branches.run(this->count(),
    [&](std::size_t v)
    {
      if (first[1][v] != 0.0)
      {
        residualOf(v, this->Solutions[v]);
      }
    });
  result[1] = work.takeResults()[0];
  return result;
}

template <>
SeveralSystems::Each SeveralVoxelSystems<CudaSpace>::precondition(const VectorSet& active)
{
  Vectors& work = *this->Work;
  this->Preconditioned = this->Multigrid.applyToSeveral(work.residuals.data(), active);
  this->forActive(active,
    [&](std::size_t v, const float* z)
    {
      detail::dots<CudaSpace>(
        work.reducers[v], work.n, work.r(v), z, work.r(v), work.r(v), work.resultsOf(v));
    });
  return work.takeResults()[0];
}

template <>
SeveralSystems::EachTwo SeveralVoxelSystems<CudaSpace>::turn(
  const Each& beta, const VectorSet& active)
{
  Vectors& work = *this->Work;
  this->forActive(active,
    [&](std::size_t v, const float* z)
    {
      detail::turn<CudaSpace>(work.n, z, beta[v], work.d(v));
      this->Operator.apply(work.d(v), work.q(v));
      detail::dots<CudaSpace>(
        work.reducers[v], work.n, work.d(v), work.q(v), work.d(v), work.r(v), work.resultsOf(v));
    });
  return work.takeResults();
}

template <>
SeveralSystems::EachTwo SeveralVoxelSystems<CudaSpace>::step(
  const Each& alpha, const VectorSet& active)
{
  Vectors& work = *this->Work;
  const float* free = this->Multigrid.freeUnknowns();
  this->forActive(active,
    [&](std::size_t v, const float* z)
    {
      detail::step<CudaSpace>(work.reducers[v], work.n, free, alpha[v], work.d(v), work.q(v), z,
        this->Solutions[v], work.r(v), work.resultsOf(v));
    });
  return work.takeResults();
}

template <>
std::size_t SeveralVoxelSystems<CudaSpace>::memory(
  std::size_t systems, const VoxelMultigrid<CudaSpace>& multigrid)
{
  // Three vectors of conjugate gradients, and partial sums.
  constexpr std::size_t ofSums = std::size_t(1) << 20;
  const auto stride = static_cast<std::size_t>(strideOfVectors(multigrid.levelSizes().front()));
  return 3 * systems * stride * sizeof(double) +
    multigrid.memoryOfSeveral(static_cast<int>(systems)) + ofSums;
}

template class SeveralVoxelSystems<CudaSpace>;
}
