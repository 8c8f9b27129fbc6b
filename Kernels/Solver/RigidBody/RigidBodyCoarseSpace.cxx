#include "Solver/RigidBody/RigidBodyCoarseSpace.inl"

#include "Solver/Host/DenseHostKernels.h"

namespace trabecula
{
namespace detail
{
template <class Space, class Element>
void addCoarseEntries(const Context<Space>& /*context*/, std::int64_t elements,
  const CoarseLayout& layout, const double* moduli, const UnitMaterials& materials,
  std::int64_t rows, double fixedPoint, std::int64_t* matrix)
{
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < 6 * elements; ++i)
  {
    const std::int64_t position = i / 6;
    visitCoarseEntries<Element>(layout, position, static_cast<int>(i % 6),
      moduli[layout.elements[position]], materials.of(layout.elements[position]),
      [=](std::int64_t row, std::int64_t column, double value)
      {
        const auto added = static_cast<std::int64_t>(value * fixedPoint);
#pragma omp atomic
        matrix[row * rows + column] += added;
      });
  }
}
}

template <>
void RigidBodyCoarseSpace<HostSpace>::solveFor(const double* r)
{
  const std::int64_t aggregates = static_cast<std::int64_t>(this->numberOfAggregates());
  const std::int32_t* nodes = this->Nodes.data();
  const std::int32_t* starts = this->Starts.data();
  const float* offsets = this->Offsets.data();
  double* restricted = this->Restricted.data();
#pragma omp parallel for schedule(static)
  for (std::int64_t p = 0; p < aggregates; ++p)
  {
    double sums[6] = {};
    for (std::int32_t i = starts[p]; i < starts[p + 1]; ++i)
    {
      const double* force = r + 3 * std::int64_t(nodes[i]);
      const float* x = offsets + 3 * std::int64_t(nodes[i]);
      sums[0] += force[0];
      sums[1] += force[1];
      sums[2] += force[2];
      sums[3] += x[1] * force[2] - x[2] * force[1];
      sums[4] += x[2] * force[0] - x[0] * force[2];
      sums[5] += x[0] * force[1] - x[1] * force[0];
    }
    std::copy_n(sums, 6, restricted + 6 * p);
  }

  denseHostKernels().multiplyFloat(this->Rows, this->Rows, this->Rows, this->Inverse.data(),
    1.0 / this->Scale, restricted, this->Values.data());
}

std::size_t defaultNumberOfAggregates(ExecutionSpace space, std::size_t nodes)
{
  // More aggregates reduce the number of iterations, but increase the memory and time for the
  // inverse. A GPU inverts larger matrices in the same time.
  return space == ExecutionSpace::Host ? std::min<std::size_t>(150, nodes / 300)
                                       : std::min<std::size_t>(350, nodes / 250);
}

template class RigidBodyCoarseSpace<HostSpace>;
}
