#include "Solver/Aggregation/BlockRowSource.h"

#include "Solver/Aggregation/BlockLoops.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
void addSpringsToBlocks(
  const Context<Space>& context, const BlockRowsView matrix, const double* springs, double* values)
{
  forEach(
    context, 3 * matrix.rows, TRABECULA_LAMBDA(std::int64_t t) {
      const std::int64_t row = t / 3;
      const int place = matrix.placeOf(row, static_cast<std::int32_t>(row));
      if (springs[t] != 0.0 && place < matrix.length(row))
      {
        values[9 * (matrix.starts[row] + place) + 4 * (t % 3)] += springs[t];
      }
    });
}
}

template <class Space>
ElementRows<Space>::ElementRows(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, const std::vector<double>& springs)
  : ElementRows(context, mesh, ratios, springs, makeElementGroups(context, mesh))
{
}

template <class Space>
ElementRows<Space>::ElementRows(const Context<Space>& context, const Mesh& mesh,
  const PoissonsRatios& ratios, const std::vector<double>& springs,
  std::vector<ElementGroup<Space>> groups)
  : Matrix(context, MatrixFormat::Bsr,
      makeNeighbourMatrix(context, static_cast<std::int64_t>(mesh.numberOfNodes()), groups)),
    Assembly(context, mesh, ratios,
      // Results must be bitwise reproducible, also on CUDA.
      reproducibleMethod(AssemblyMethod::Auto, Space::Id), std::move(groups), this->Matrix)
{
  if (std::any_of(springs.begin(), springs.end(), [](double s) { return s != 0.0; }))
  {
    this->Springs = DeviceVector<double, Space>(context, springs);
  }
}

template <class Space>
const double* ElementRows<Space>::compute(const Vector<Space>& moduli)
{
  this->Assembly.assemble(moduli.data(), this->Matrix);
  if (this->Springs.size() > 0)
  {
    detail::addSpringsToBlocks(this->Springs.context(),
      detail::blockRows(this->Matrix.neighbours()), this->Springs.data(),
      this->Matrix.view().values);
  }
  return this->Matrix.values();
}

template class ElementRows<CompiledSpace>;
}
