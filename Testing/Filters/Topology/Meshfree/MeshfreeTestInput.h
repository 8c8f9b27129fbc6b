#ifndef TRABECULA_TESTING_FILTERS_MESHFREETESTINPUT_H
#define TRABECULA_TESTING_FILTERS_MESHFREETESTINPUT_H

#include "TopologyTestInput.h"

#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkPolyData.h"

#include <array>

namespace trabecula::testing
{
/// Returns a cantilever of unit voxels: x = 0 held, 1000 in -y in the middle of the opposite end.
/// The answers of an independent program are for 20 x 10 x 2 voxels.
vtkSmartPointer<vtkImageData> meshfreeImage(const std::array<int, 3>& cells = { 20, 10, 2 });
/// Returns the same cantilever as hexahedra.
vtkSmartPointer<vtkUnstructuredGrid> meshfreeGrid(const std::array<int, 3>& cells = { 20, 10, 2 });
/// Returns its points; inner points are moved by up to 0.15 in each direction.
vtkSmartPointer<vtkPolyData> movedNodes(const std::array<int, 3>& cells = { 20, 10, 2 });

/// Returns a filter with E = 200000, a volume fraction of 0.4 and accurate solutions, which
/// computes every iteration.
vtkSmartPointer<vtkMeshfreeTopologyOptimize> meshfreeFilter(vtkDataSet* data, int iterations);

/// Returns the compliances of all iterations.
std::vector<double> compliances(vtkMeshfreeTopologyOptimize* filter);
}

#endif
