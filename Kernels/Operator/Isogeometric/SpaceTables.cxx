#include "Operator/Isogeometric/SpaceTables.h"

#include "Operator/Isogeometric/Points/PointTables.h"

#include <algorithm>

namespace trabecula
{
template <class Real, class Space>
SpaceTables<Real, Space>::SpaceTables(const Context<Space>& context, const NurbsPatch& patch,
  const std::array<std::vector<double>, 3>& knots)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    const int degree = patch.degrees[k];
    const std::vector<double> breaks = breakPoints(degree, patch.knots[k]);
    const std::vector<double> coarse = breakPoints(degree, knots[k]);
    std::vector<std::int32_t> parents;
    std::vector<std::int32_t> starts;
    for (std::size_t span = 0; span + 1 < breaks.size(); ++span)
    {
      if (breaks[span] >= coarse[starts.size()])
      {
        starts.push_back(static_cast<std::int32_t>(span));
      }
      parents.push_back(static_cast<std::int32_t>(starts.size()) - 1);
    }
    this->Elements[k] = static_cast<std::int32_t>(starts.size());
    starts.push_back(static_cast<std::int32_t>(parents.size()));
    for (std::size_t e = 0; e + 1 < starts.size(); ++e)
    {
      this->MostSpans[k] = std::max(this->MostSpans[k], starts[e + 1] - starts[e]);
    }
    const UnivariateTable table = tabulate(degree, knots[k], breaks, parents);
    this->Starts[k] = DeviceVector<std::int32_t, Space>(context, starts);
    this->Values[k] = DeviceVector<Real, Space>(
      context, std::vector<Real>(table.values.begin(), table.values.end()));
    this->Slopes[k] = DeviceVector<Real, Space>(
      context, std::vector<Real>(table.slopes.begin(), table.slopes.end()));
  }
}

template <class Real, class Space>
SpaceTablesView<Real> SpaceTables<Real, Space>::view() const
{
  SpaceTablesView<Real> view;
  for (std::size_t k = 0; k < 3; ++k)
  {
    view.elements[k] = this->Elements[k];
    view.starts[k] = this->Starts[k].data();
    view.values[k] = this->Values[k].data();
    view.slopes[k] = this->Slopes[k].data();
  }
  return view;
}

template class SpaceTables<float, CompiledSpace>;
template class SpaceTables<double, CompiledSpace>;
}
