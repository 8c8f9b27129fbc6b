#include "Benchmark/Paper/Voxel/PaperVoxelLevel.h"

#include "Benchmark/Paper/Voxel/VoxelHashOperator.h"
#include "Benchmark/Paper/Voxel/VoxelOffsetOperator.h"
#include "Core/Error.h"
#include "Core/Vectors/Layout.h"
#include "Solver/LargestEigenvalue.h"
#include "Solver/SmootherKernels.h"

#include <cmath>

namespace trabecula
{
namespace detail
{
template <class Space>
std::unique_ptr<VoxelCurveOperator<Space>> makeCurveOperator(LayoutPointer<Space> unknowns,
  const MortonOrder& order, double poissonsRatio, VoxelStorage storage)
{
  if (storage == VoxelStorage::Offsets)
  {
    return std::make_unique<VoxelOffsetOperator<Space>>(std::move(unknowns), order, poissonsRatio);
  }
  return std::make_unique<VoxelHashOperator<Space>>(std::move(unknowns), order, poissonsRatio);
}

/// The largest eigenvalue of D^-1 K by Lanczos' method.
template <class Space>
double largestOf(VoxelCurveOperator<Space>& matrix, const Vector<Space>& inverseDiagonal, int steps)
{
  const Context<Space>& context = matrix.context();
  const std::int64_t n = matrix.size();
  const auto size = static_cast<std::size_t>(n);
  DeviceVector<float, Space> inverse(context, size);
  DeviceVector<float, Space> v(context, size);
  DeviceVector<float, Space> w(context, size);
  DeviceVector<float, Space> before(context, size);
  DeviceVector<double, Space> scalars(context, lanczosScalars(steps));
  convert(context, n, inverseDiagonal.data(), inverse.data());
  const double largest = estimateLargestEigenvalue(
    context, n, steps, inverse.data(), v.data(), w.data(), before.data(), scalars.data(),
    [&](float* start) { fillWithNoise(context, n, start); },
    [&](const float* from, float* to) { matrix.multiply(from, to); });
  context.synchronize();
  if (!(largest > 0.0) || !std::isfinite(largest))
  {
    throw Error("The largest eigenvalue of a level could not be estimated.");
  }
  return largest;
}
}

template <class Space>
PaperVoxelLevel<Space>::PaperVoxelLevel(const Context<Space>& context, const MortonOrder& order,
  const std::vector<std::uint8_t>& constrained, double poissonsRatio,
  const PaperVoxelSettings& settings, bool isCoarsest)
{
  const LayoutPointer<Space> unknowns =
    makeLayout(context, Entity::Node, static_cast<std::int64_t>(order.nodeKeys.size()), 3);
  this->matrix = detail::makeCurveOperator<Space>(unknowns, order, poissonsRatio, settings.storage);
  std::vector<double> inverse = curveDiagonal(order, poissonsRatio);
  for (std::size_t i = 0; i < inverse.size(); ++i)
  {
    inverse[i] = (constrained[i / 3] >> i % 3 & 1U) != 0 ? 0.0 : 1.0 / inverse[i];
  }
  this->inverseDiagonal = Vector<Space>(unknowns, inverse);
  if (!isCoarsest)
  {
    this->largestEigenvalue = settings.margin *
      detail::largestOf(*this->matrix, this->inverseDiagonal, settings.lanczosSteps);
  }
  this->z = Vector<Space>(unknowns);
  this->p = Vector<Space>(unknowns);
}

template <class Space>
void PaperVoxelLevel<Space>::setTransfer(const CurveTransfer& transfer)
{
  const Context<Space>& context = this->matrix->context();
  this->firstChild = DeviceVector<std::int32_t, Space>(context, transfer.firstChild);
  this->children = DeviceVector<std::uint8_t, Space>(context, transfer.children);
  this->neighbours = DeviceVector<std::int32_t, Space>(context, transfer.neighbours);
}

template struct PaperVoxelLevel<CompiledSpace>;
}
