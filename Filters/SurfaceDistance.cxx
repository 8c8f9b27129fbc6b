#include "SurfaceDistance.h"

#include "PartialObserver.h"

#include "vtkCellArray.h"
#include "vtkDoubleArray.h"
#include "vtkFlyingEdges3D.h"
#include "vtkGenericCell.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSMPThreadLocalObject.h"
#include "vtkSMPTools.h"
#include "vtkStaticCellLocator.h"
#include "vtkTriangle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula::filters
{
namespace
{
/// Points between two looks whether to stop.
constexpr vtkIdType PointsAtATime = 20000;

/// Distance of each point of a surface to another; nothing after a stop.
std::optional<std::vector<double>> distancesTo(
  vtkPolyData* other, vtkPolyData* surface, Observer& observer)
{
  vtkNew<vtkStaticCellLocator> locator;
  locator->SetDataSet(other);
  locator->BuildLocator();
  const vtkIdType points = surface->GetNumberOfPoints();
  std::vector<double> distances(static_cast<std::size_t>(points));
  vtkSMPThreadLocalObject<vtkGenericCell> cells;
  for (vtkIdType first = 0; first < points; first += PointsAtATime)
  {
    observer.progress(static_cast<double>(first) / static_cast<double>(points), "");
    if (observer.stopRequested())
    {
      return std::nullopt;
    }
    vtkSMPTools::For(first, std::min(first + PointsAtATime, points),
      [&](vtkIdType begin, vtkIdType end)
      {
        vtkGenericCell* cell = cells.Local();
        for (vtkIdType i = begin; i < end; ++i)
        {
          double x[3];
          double closest[3];
          vtkIdType id = -1;
          int part = 0;
          double squared = 0.0;
          surface->GetPoint(i, x);
          locator->FindClosestPoint(x, closest, cell, id, part, squared);
          distances[static_cast<std::size_t>(i)] = std::sqrt(squared);
        }
      });
  }
  return distances;
}

struct Integral
{
  double area = 0.0;
  double distance = 0.0; ///< times area
};

/// Distances are linear in triangles.
Integral integrate(vtkPolyData* surface, const std::vector<double>& distances)
{
  Integral sum;
  vtkNew<vtkIdList> corners;
  for (vtkIdType t = 0; t < surface->GetPolys()->GetNumberOfCells(); ++t)
  {
    surface->GetPolys()->GetCellAtId(t, corners);
    double x[3][3];
    double mean = 0.0;
    for (int c = 0; c < 3; ++c)
    {
      surface->GetPoint(corners->GetId(c), x[c]);
      mean += distances[static_cast<std::size_t>(corners->GetId(c))] / 3.0;
    }
    const double area = vtkTriangle::TriangleArea(x[0], x[1], x[2]);
    sum.area += area;
    sum.distance += area * mean;
  }
  return sum;
}
}

vtkSmartPointer<vtkPolyData> thresholdSurface(const std::array<int, 3>& cells,
  const std::array<double, 3>& spacing, const std::array<double, 3>& origin,
  const std::vector<double>& density, double threshold)
{
  // Points are the centres of voxels, and of a layer of void around them.
  vtkNew<vtkImageData> image;
  image->SetDimensions(cells[0] + 2, cells[1] + 2, cells[2] + 2);
  image->SetSpacing(spacing.data());
  image->SetOrigin(
    origin[0] - 0.5 * spacing[0], origin[1] - 0.5 * spacing[1], origin[2] - 0.5 * spacing[2]);
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
      std::copy_n(&density[row], cells[0], values->GetPointer(image->ComputePointId(first)));
    }
  }
  image->GetPointData()->SetScalars(values);

  vtkNew<vtkFlyingEdges3D> contour;
  contour->SetInputData(image);
  contour->SetValue(0, threshold);
  contour->ComputeNormalsOff();
  contour->ComputeScalarsOff();
  contour->Update();
  return contour->GetOutput();
}

std::optional<SurfaceDistances> measureDistances(vtkPolyData* a, vtkPolyData* b, Observer& observer)
{
  SurfaceDistances result;
  if (a->GetNumberOfCells() == 0 || b->GetNumberOfCells() == 0)
  {
    result.hausdorff = result.mean = std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  vtkPolyData* surfaces[2] = { a, b };
  Integral sum;
  for (int s = 0; s < 2; ++s)
  {
    PartialObserver partial(observer, 0.5 * s, 0.5 * s + 0.5);
    const std::optional<std::vector<double>> distances =
      distancesTo(surfaces[1 - s], surfaces[s], partial);
    if (!distances)
    {
      return std::nullopt;
    }
    result.hausdorff =
      std::max(result.hausdorff, *std::max_element(distances->begin(), distances->end()));
    const Integral integral = integrate(surfaces[s], *distances);
    sum.area += integral.area;
    sum.distance += integral.distance;
  }
  result.mean = sum.area > 0.0 ? sum.distance / sum.area : 0.0;
  return result;
}
}
