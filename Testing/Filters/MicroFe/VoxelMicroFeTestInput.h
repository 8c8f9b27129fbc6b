#ifndef TRABECULA_TESTING_FILTERS_VOXELMICROFETESTINPUT_H
#define TRABECULA_TESTING_FILTERS_VOXELMICROFETESTINPUT_H

#include "TopologyTestInput.h"

#include "MicroFe/VoxelMicroFe.h"

#include "vtkVoxelMicroFe.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
constexpr int Solid = vtkVoxelMicroFe::SOLID;
constexpr int Summary = vtkVoxelMicroFe::SUMMARY;
constexpr int MicroFeConvergence = vtkVoxelMicroFe::CONVERGENCE;

/// Returns an image whose cells have the array `Solid`, as a function of their position.
vtkSmartPointer<vtkImageData> voxelImage(
  const std::array<int, 3>& cells, const std::function<double(int, int, int)>& value);

/// Returns an image of solid voxels.
vtkSmartPointer<vtkImageData> block(const std::array<int, 3>& cells);

/// Returns a cube of labels: 0 in a corner, 1 below, 2 above.
vtkSmartPointer<vtkImageData> labelledImage();

/// Returns a connected porous sample of bricks, with the array `Solid` of 0 and 1.
vtkSmartPointer<vtkImageData> porousImage();

/// Returns the same sample with the indices of cells and points as arrays: `Number`, and
/// `PointNumber` of three components, 3 i + c.
vtkSmartPointer<vtkImageData> numberedImage();

/// Returns the same voxels as values at points, which lie at the centres of the cells.
vtkSmartPointer<vtkImageData> valuesAtPoints(vtkImageData* image);

vtkSmartPointer<vtkVoxelMicroFe> microFeOf(vtkImageData* image);

/// Difference of displacements between runs relative to the largest, which results from where the
/// solver stops.
constexpr double AccurateTolerance = 1e-10;
constexpr double FieldTolerance = 1e-7;

/// Returns a filter whose solver tolerance is AccurateTolerance.
vtkSmartPointer<vtkVoxelMicroFe> accurateMicroFeOf(vtkImageData* image);

/// Returns the problem of the porous sample or of another image of zeros and ones, made without VTK
/// with the defaults of the filter.
VoxelMicroFeProblem microFeProblem(vtkImageData* image);

/// Returns the size of the arrays of points and cells without the input's `Solid`, in bytes.
std::size_t bytesOfResults(vtkDataSet* solid);

/// Returns a row of the summary; NaN if there is none.
double quantity(vtkVoxelMicroFe* filter, const std::string& name);
/// Returns a column of the convergence history.
std::vector<double> historyColumn(vtkVoxelMicroFe* filter, const char* name);

/// Returns the largest |a - b| relative to the largest |b|.
double relative(const std::vector<double>& a, const std::vector<double>& b);
}

#endif
