#include "ThresholdSurface.h"

#include "vtkCellArray.h"
#include "vtkDoubleArray.h"
#include "vtkFlyingEdges3D.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"

#include <algorithm>

namespace trabecula::filters
{
namespace
{
TriangleMesh meshOf(vtkPolyData* surface)
{
  TriangleMesh mesh;
  mesh.points.resize(3 * static_cast<std::size_t>(surface->GetNumberOfPoints()));
  for (vtkIdType i = 0; i < surface->GetNumberOfPoints(); ++i)
  {
    surface->GetPoint(i, &mesh.points[3 * static_cast<std::size_t>(i)]);
  }
  vtkCellArray* triangles = surface->GetPolys();
  mesh.triangles.reserve(3 * static_cast<std::size_t>(triangles->GetNumberOfCells()));
  vtkNew<vtkIdList> corners;
  for (vtkIdType t = 0; t < triangles->GetNumberOfCells(); ++t)
  {
    triangles->GetCellAtId(t, corners);
    for (vtkIdType c = 0; c < 3; ++c)
    {
      mesh.triangles.push_back(static_cast<std::int32_t>(corners->GetId(c)));
    }
  }
  return mesh;
}
}

TriangleMesh thresholdSurface(const CommonMesh& common, std::size_t design, double threshold)
{
  // Points are the centres of the voxels and of a surrounding layer of void.
  const std::array<int, 3>& cells = common.cells;
  vtkNew<vtkImageData> image;
  double origin[3];
  for (std::size_t d = 0; d < 3; ++d)
  {
    origin[d] = common.origin[d] - 0.5 * common.spacing[d];
  }
  image->SetDimensions(cells[0] + 2, cells[1] + 2, cells[2] + 2);
  image->SetSpacing(common.spacing.data());
  image->SetOrigin(origin);
  vtkNew<vtkDoubleArray> values;
  values->SetName("Density");
  values->SetNumberOfTuples(image->GetNumberOfPoints());
  values->FillValue(0.0);
  for (int k = 0; k < cells[2]; ++k)
  {
    for (int j = 0; j < cells[1]; ++j)
    {
      int first[3] = { 1, j + 1, k + 1 };
      const std::size_t row =
        std::size_t(cells[0]) * (std::size_t(j) + std::size_t(cells[1]) * std::size_t(k));
      std::copy_n(
        &common.images[design][row], cells[0], values->GetPointer(image->ComputePointId(first)));
    }
  }
  image->GetPointData()->SetScalars(values);

  vtkNew<vtkFlyingEdges3D> contour;
  contour->SetInputData(image);
  contour->SetValue(0, threshold);
  contour->ComputeNormalsOff();
  contour->ComputeScalarsOff();
  contour->Update();
  return meshOf(contour->GetOutput());
}
}
