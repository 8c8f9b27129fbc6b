#ifndef TRABECULA_TESTING_FILTERS_MESHFREETESTINPUT_H
#define TRABECULA_TESTING_FILTERS_MESHFREETESTINPUT_H

#include "TopologyTestInput.h"

#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkPolyData.h"

#include <array>

namespace trabecula::testing
{
/// A cantilever of unit voxels: x = 0 held, 1000 in -y in the middle of the opposite end. Answers
/// of an independent program are those of 20 x 10 x 2 voxels.
vtkSmartPointer<vtkImageData> meshfreeImage(const std::array<int, 3>& cells = { 20, 10, 2 });
/// The same as hexahedra.
vtkSmartPointer<vtkUnstructuredGrid> meshfreeGrid(const std::array<int, 3>& cells = { 20, 10, 2 });
/// Its points, of which those inside are moved by up to 0.15 each way.
vtkSmartPointer<vtkPolyData> movedNodes(const std::array<int, 3>& cells = { 20, 10, 2 });

/// E = 200000, a volume fraction of 0.4, accurate solutions; every iteration is computed.
vtkSmartPointer<vtkMeshfreeTopologyOptimize> meshfreeFilter(vtkDataSet* data, int iterations);

/// Compliances of all iterations.
std::vector<double> compliances(vtkMeshfreeTopologyOptimize* filter);
}

#endif
