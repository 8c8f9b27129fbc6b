#ifndef TRABECULA_OPERATOR_ISOGEOMETRIC_SPACETABLES_H
#define TRABECULA_OPERATOR_ISOGEOMETRIC_SPACETABLES_H

#include "Core/Context.h"
#include "Mesh/Nurbs/NurbsPatch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Functions of a space, the patch's own or one nested in it, at the Gauss points of the patch.
template <class Real>
struct SpaceTablesView
{
  std::int32_t elements[3];      ///< of the space
  const std::int32_t* starts[3]; ///< first span of the patch in each of the space's; one more
  const Real* values[3];         ///< as UnivariateTable, for each span of the patch
  const Real* slopes[3];
};

template <class Real, class Space>
class SpaceTables
{
public:
  SpaceTables() = default;
  /// @param knots of the space in each direction, nested in those of the patch, of equal degrees
  SpaceTables(const Context<Space>& context, const NurbsPatch& patch,
    const std::array<std::vector<double>, 3>& knots);

  SpaceTablesView<Real> view() const;
  /// Most spans of the patch in one of the space.
  int mostSpans(int k) const { return this->MostSpans[static_cast<std::size_t>(k)]; }

private:
  std::array<std::int32_t, 3> Elements{ 1, 1, 1 };
  std::array<int, 3> MostSpans{ 1, 1, 1 };
  std::array<DeviceVector<std::int32_t, Space>, 3> Starts;
  std::array<DeviceVector<Real, Space>, 3> Values;
  std::array<DeviceVector<Real, Space>, 3> Slopes;
};
}

#endif
