#ifndef TRABECULA_FILTERS_VOXELMICROFEOUTPUTWRITER_H
#define TRABECULA_FILTERS_VOXELMICROFEOUTPUTWRITER_H

#include "MicroFe/VoxelMicroFe.h"
#include "VoxelImageConverter.h"
#include "VoxelSummary.h"

#include <string>
#include <vector>

class vtkFieldData;
class vtkImageData;
class vtkPolyData;
class vtkTable;
class vtkUnstructuredGrid;

namespace trabecula::filters
{
/// Writes the analysed voxels as hexahedra in space, with the input's arrays and the fields of the
/// result.
void writeSolid(vtkUnstructuredGrid* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels);

/**
 * Writes the whole image of voxels in space, with the input's arrays and the fields of the result,
 * which are 0 in void; cells that are not analysed are hidden (see blankCells()). Values at points
 * become cells around these points, with the input's point arrays as cell arrays.
 */
void writeSolidImage(vtkImageData* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels);

/// Writes the faces that belong to only one of the analysed voxels as polygons in space, with the
/// input's arrays and the fields of the result. Point arrays have values at the corners; cell
/// arrays have the values of the voxel behind the face.
void writeSolidSurface(vtkPolyData* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels);

/// Adds each quantity as a field array of its name, the stiffness matrix if the test yields one,
/// and the name of the device.
void describeAnalysis(
  vtkFieldData* fields, const VoxelMicroFe& analysis, const VoxelMicroFeSettings& settings);

/// Writes a table with the columns Load, Iteration and Residual.
void writeHistory(vtkTable* output, const VoxelMicroFe& analysis);
}

#endif
