#include "Operator/Assembled/PairPlaces.h"

#include "Core/Teams.h"

namespace trabecula
{
namespace detail
{
struct FindPlaces
{
  GroupView group;
  MatrixView matrix;
  void* data;
  int bytes;

  template <class Team>
  TRABECULA_FUNCTION void operator()(std::int64_t n, const Team& team, char* /*scratch*/) const
  {
    const int per = this->group.nodesPerElement;
    const std::int64_t first = this->group.starts[n];
    team.each(static_cast<int>(this->group.starts[n + 1] - first) * per,
      [&](int i)
      {
        const std::int32_t incidence = this->group.incidences[first + i / per];
        const std::int64_t element = incidence / per;
        const int b = i % per;
        const std::int32_t neighbour = this->group.connectivity[per * element + b];
        this->store(per * std::int64_t(incidence) + b, this->matrix.placeOf(n, neighbour));
      });
  }

  TRABECULA_FUNCTION void store(std::int64_t at, int place) const
  {
    switch (this->bytes)
    {
      case 1:
        static_cast<std::uint8_t*>(this->data)[at] = static_cast<std::uint8_t>(place);
        break;
      case 2:
        static_cast<std::uint16_t*>(this->data)[at] = static_cast<std::uint16_t>(place);
        break;
      default:
        static_cast<std::int32_t*>(this->data)[at] = place;
    }
  }
};
}

template <class Space>
PairPlaces<Space> findPairPlaces(
  const Context<Space>& context, const GroupView& group, const MatrixView& matrix)
{
  PairPlaces<Space> places;
  places.bytes = bytesOfPlace(matrix.width);
  const auto pairs = static_cast<std::size_t>(group.elements) *
    static_cast<std::size_t>(group.nodesPerElement * group.nodesPerElement);
  places.data =
    DeviceVector<std::uint8_t, Space>(context, pairs * static_cast<std::size_t>(places.bytes));
  forEachTeam<32>(context, matrix.nodes, 0,
    detail::FindPlaces{ group, matrix, places.data.data(), places.bytes });
  return places;
}

template PairPlaces<CompiledSpace> findPairPlaces(
  const Context<CompiledSpace>& context, const GroupView& group, const MatrixView& matrix);
}
