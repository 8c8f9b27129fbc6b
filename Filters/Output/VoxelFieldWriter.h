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
using TupleNumbers = std::vector<vtkIdType>; ///< tuple number of each value

/// Tuple numbers of lattice positions in an array over the whole lattice.
TupleNumbers tupleNumbers(
  const std::vector<std::int32_t>& positions, const std::array<int, 3>& size);

/// Target of the fields of a result.
struct FieldTarget
{
  vtkDataSetAttributes* attributes = nullptr;
  /// Tuple number of each value, other tuples are 0; null if each tuple has a value, in order.
  const TupleNumbers* places = nullptr;
  vtkIdType tuples = 0; ///< in each array
};

/// Adds the fields that the settings of an analysis ask for, in space.
void addFields(const VoxelMicroFe& analysis, const ImageVoxels& voxels, const FieldTarget& nodes,
  const FieldTarget& cells);
}

#endif
