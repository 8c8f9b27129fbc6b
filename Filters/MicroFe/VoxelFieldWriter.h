#ifndef TRABECULA_FILTERS_VOXELFIELDWRITER_H
#define TRABECULA_FILTERS_VOXELFIELDWRITER_H

#include "VoxelImageConverter.h"

#include "MicroFe/VoxelMicroFe.h"

#include "vtkType.h"

#include <cstdint>
#include <vector>

class vtkDataSetAttributes;

namespace trabecula::filters
{
/// The target arrays of the fields of a result.
struct FieldTarget
{
  vtkDataSetAttributes* attributes = nullptr;
  /// Index of the tuple of each value, all other tuples being 0; null if each tuple has a value, in
  /// order.
  const std::vector<std::int64_t>* places = nullptr;
  vtkIdType tuples = 0; ///< number of tuples of each array
  /// Tuple i takes the computed value sources[i]; null if there are places, or if each tuple has
  /// its own value.
  const std::vector<std::int32_t>* sources = nullptr;
};

/// Adds the fields that the settings of an analysis select, in space.
void addFields(const VoxelMicroFe& analysis, const ImageVoxels& voxels, const FieldTarget& nodes,
  const FieldTarget& cells);
}

#endif
