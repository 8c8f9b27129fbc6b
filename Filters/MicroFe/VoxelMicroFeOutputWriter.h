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
/// The analysed voxels as hexahedra in space, with the input's arrays and the fields of the result.
void writeSolid(vtkUnstructuredGrid* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels);

/**
 * The whole image of voxels in space, with the input's arrays and the fields of the result, 0 in
 * void; cells that are not analysed are hidden (see blankCells()). Values at points become cells
 * around these points, with the input's point arrays as cell arrays.
 */
void writeSolidImage(vtkImageData* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels);

/// The faces of the analysed voxels that no two of them share, as polygons in space, with the
/// input's arrays and the fields of the result: those of points at their corners, those of cells of
/// the voxel behind.
void writeSolidSurface(vtkPolyData* output, const VoxelMicroFe& analysis, vtkImageData* input,
  const ImageVoxels& voxels);

/// Each quantity as an array of its name, the stiffness matrix if the test gives one, and the
/// device's name.
void describeAnalysis(
  vtkFieldData* fields, const VoxelMicroFe& analysis, const VoxelMicroFeSettings& settings);

/// Columns Load, Iteration, Residual.
void writeHistory(vtkTable* output, const VoxelMicroFe& analysis);
}

#endif
