#ifndef TRABECULA_OPERATOR_ASSEMBLED_PAIRPLACES_H
#define TRABECULA_OPERATOR_ASSEMBLED_PAIRPLACES_H

#include "Core/Vectors/DeviceVector.h"
#include "Mesh/Neighbours/ElementGroups.h"
#include "Operator/Assembled/RowLayout.h"

#include <cstddef>
#include <cstdint>

namespace trabecula
{
/// The data of a PlacesView, with which the value stage needs no search.
template <class Space>
struct PairPlaces
{
  DeviceVector<std::uint8_t, Space> data;
  int bytes = 1; ///< of each

  PlacesView view() const { return { this->data.data(), this->bytes }; }
};

/// Bytes of the number of a neighbour in rows of at most `most`.
constexpr int bytesOfPlace(int most)
{
  return most <= 256 ? 1 : most <= 65536 ? 2 : 4;
}

/// The places of the elements of one type.
template <class Space>
PairPlaces<Space> findPairPlaces(
  const Context<Space>& context, const GroupView& group, const MatrixView& matrix);
}

#endif
