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

/// An image whose cells have the array `Solid`, given by their position.
vtkSmartPointer<vtkImageData> voxelImage(
  const std::array<int, 3>& cells, const std::function<double(int, int, int)>& value);

/// All voxels solid.
vtkSmartPointer<vtkImageData> block(const std::array<int, 3>& cells);

/// A cube of labels: 0 in a corner, 1 below, 2 above.
vtkSmartPointer<vtkImageData> labelledImage();

/// A connected porous sample of bricks, with the array `Solid` of 0 and 1.
vtkSmartPointer<vtkImageData> porousImage();

/// The same with cells and points that know their numbers: the arrays `Number`, and `PointNumber`
/// of three components, 3 i + c.
vtkSmartPointer<vtkImageData> numberedImage();

/// The same voxels as values at points, which lie at the centres of the cells.
vtkSmartPointer<vtkImageData> valuesAtPoints(vtkImageData* image);

vtkSmartPointer<vtkVoxelMicroFe> microFeOf(vtkImageData* image);

/// Where the solver stops differs from run to run by as much, in displacements over the largest.
constexpr double AccurateTolerance = 1e-10;
constexpr double FieldTolerance = 1e-7;

/// With AccurateTolerance.
vtkSmartPointer<vtkVoxelMicroFe> accurateMicroFeOf(vtkImageData* image);

/// The problem of the porous sample or another image of zeros and ones, without VTK: the defaults
/// of the filter.
VoxelMicroFeProblem microFeProblem(vtkImageData* image);

/// Bytes of the arrays of points and cells, but for the input's `Solid`.
std::size_t bytesOfResults(vtkDataSet* solid);

/// A row of the summary; NaN if there is none.
double quantity(vtkVoxelMicroFe* filter, const std::string& name);
/// A column of the convergence history.
std::vector<double> historyColumn(vtkVoxelMicroFe* filter, const char* name);

/// Largest |a - b| over the largest |b|.
double relative(const std::vector<double>& a, const std::vector<double>& b);
}

#endif
