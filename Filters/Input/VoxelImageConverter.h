#ifndef TRABECULA_FILTERS_VOXELIMAGECONVERTER_H
#define TRABECULA_FILTERS_VOXELIMAGECONVERTER_H

#include "Mesh/Voxel/VoxelGrid.h"
#include "MicroFe/VoxelMicroFeProblem.h"

#include <array>
#include <string>
#include <vector>

class vtkDataArray;
class vtkImageData;
class vtkUnsignedCharArray;

namespace trabecula::filters
{
/// The voxels of an image and the array with their values.
struct ImageVoxels
{
  vtkDataArray* values = nullptr;
  /// Ghost flags of the voxels. A voxel with a nonzero flag is void, whatever its value. Null if
  /// there is none.
  vtkUnsignedCharArray* hidden = nullptr;
  /// Whether voxels are centred at the points of the image instead of being its cells.
  bool atPoints = false;
  std::string name;      ///< for messages, as in: Cell array "Solid"
  std::string arrayName; ///< name without quotes
  std::array<int, 3> cells = {};

  /// Corner of the first voxel, in space.
  std::array<double, 3> corner = {};
  std::array<double, 3> spacing = {};
  /// Axes of the image in space, by columns; a rotation or reflection.
  std::array<double, 9> direction = {};

  bool isTurned() const;
  /// Transforms distances from the corner along the image's axes to a position in space.
  std::array<double, 3> toSpace(const double* position) const;
};

/**
 * Finds the array that defines the material of the voxels.
 *
 * @param name of the array; empty means the cell array "YoungsModulus", "Solid" or
 *   "SolidFraction", else the active scalars, cells' first, else the only array of one component
 * @param association vtkDataObject::FIELD_ASSOCIATION_POINTS or _CELLS; any other value means
 * either
 * @throws Error for an input that is empty, flat or has duplicated cells or points, and with the
 * name of an array that is missing or unsuitable
 */
ImageVoxels findVoxels(vtkImageData* image, const std::string& name, int association);

/// Names of point arrays for MechanicalTest::FreeForm.
struct FreeFormArrays
{
  std::string supports;
  std::string displacement; ///< empty means none
  bool displacementIsOptional = false;
  std::string force; ///< empty means none
  bool forceIsOptional = false;
};

/// Reads supports, displacements and forces into the problem.
/// @throws Error with the name of the array, or if voxels are not the cells of the image, or the
/// image is rotated
void readFreeForm(vtkImageData* image, const ImageVoxels& voxels, const FreeFormArrays& arrays,
  VoxelMicroFeProblem& problem);
}

#endif
