#ifndef TRABECULA_FILTERS_VOXELFIELDWRITER_H
#define TRABECULA_FILTERS_VOXELFIELDWRITER_H

#include "VoxelImageConverter.h"

#include "MicroFe/VoxelMicroFe.h"

#include "vtkType.h"

#include <array>
#include <cstdint>
#include <vector>

class vtkDataSetAttributes;

namespace trabecula::filters
{
using TupleNumbers = std::vector<vtkIdType>; ///< where values belong

/// Where positions of a lattice are in an array over all of it.
TupleNumbers tupleNumbers(
  const std::vector<std::int32_t>& positions, const std::array<int, 3>& size);

/// Where fields of a result are written.
struct FieldTarget
{
  vtkDataSetAttributes* attributes = nullptr;
  /// Tuples that the values belong to, all others are 0; null where each tuple has a value, in
  /// order.
  const TupleNumbers* places = nullptr;
  vtkIdType tuples = 0; ///< in each array
};

/// Adds the fields of an analysis, in space.
void addFields(const VoxelMicroFe& analysis, const ImageVoxels& voxels, const FieldTarget& nodes,
  const FieldTarget& cells);
}

#endif
