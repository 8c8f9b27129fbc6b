#ifndef TRABECULA_TESTING_FILTERS_VOXELIZATION_SURFACEREGIONSTESTINPUT_H
#define TRABECULA_TESTING_FILTERS_VOXELIZATION_SURFACEREGIONSTESTINPUT_H

#include "vtkDesignRegion.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCleanPolyData.h"
#include "vtkDataArray.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"
#include "vtkSmartPointer.h"
#include "vtkStaticCellLocator.h"
#include "vtkThreshold.h"
#include "vtkTransform.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace trabecula::testing
{
using Point = std::array<double, 3>;

constexpr int Bores = 3;

constexpr std::array<double, Bores> Radii = { 4.0, 3.0, 5.0 };

constexpr double Half = 10.0; ///< of the edge of the square around a bore
constexpr double Thickness = 8.0;

inline Point centreOfBore(int bore)
{
  return { Half + 2.0 * Half * bore, Half, 0.5 * Thickness };
}

/// Returns the position of the plate.
inline vtkSmartPointer<vtkTransform> place()
{
  auto transform = vtkSmartPointer<vtkTransform>::New();
  transform->Translate(3.0, -2.0, 1.0);
  transform->RotateZ(20.0);
  transform->RotateX(35.0);
  return transform;
}

/// A plate of quadrilaterals, long ones between bores and edges. The cell array `Bore` has the
/// number of the bore, -1 elsewhere.
inline vtkSmartPointer<vtkPolyData> plate()
{
  constexpr int PerSide = 8;
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkIntArray> bores;
  bores->SetName("Bore");
  const auto transform = place();
  const auto add = [&](const std::array<Point, 4>& corners, int bore)
  {
    cells->InsertNextCell(4);
    for (const Point& corner : corners)
    {
      cells->InsertCellPoint(points->InsertNextPoint(transform->TransformPoint(corner.data())));
    }
    bores->InsertNextValue(bore);
  };
  for (int bore = 0; bore < Bores; ++bore)
  {
    const Point c = centreOfBore(bore);
    std::vector<Point> outer;
    std::vector<Point> inner;
    for (int i = 0; i <= 4 * PerSide; ++i)
    {
      const double t = -1.0 + 2.0 * (i % PerSide) / PerSide;
      const int side = i / PerSide % 4;
      const std::array<double, 2> d = side == 0 ? std::array<double, 2>{ t, -1.0 }
        : side == 1                             ? std::array<double, 2>{ 1.0, t }
        : side == 2                             ? std::array<double, 2>{ -t, 1.0 }
                                                : std::array<double, 2>{ -1.0, -t };
      const double scale = Radii[std::size_t(bore)] / std::hypot(d[0], d[1]);
      outer.push_back({ c[0] + Half * d[0], c[1] + Half * d[1], 0.0 });
      inner.push_back({ c[0] + scale * d[0], c[1] + scale * d[1], 0.0 });
    }
    const auto raised = [](Point x)
    {
      x[2] = Thickness;
      return x;
    };
    for (std::size_t i = 0; i < 4 * PerSide; ++i)
    {
      add({ raised(inner[i]), raised(outer[i]), raised(outer[i + 1]), raised(inner[i + 1]) }, -1);
      add({ inner[i], inner[i + 1], outer[i + 1], outer[i] }, -1);
      add({ inner[i], raised(inner[i]), raised(inner[i + 1]), inner[i + 1] }, bore);
      const std::size_t side = i / PerSide;
      if (side % 2 == 0 || (side == 1 && bore + 1 == Bores) || (side == 3 && bore == 0))
      {
        add({ outer[i], outer[i + 1], raised(outer[i + 1]), raised(outer[i]) }, -1);
      }
    }
  }
  vtkNew<vtkPolyData> surface;
  surface->SetPoints(points);
  surface->SetPolys(cells);
  surface->GetCellData()->AddArray(bores);
  // Merges points as readers of STL files do, so that neighbours have points in common.
  vtkNew<vtkCleanPolyData> merge;
  merge->SetInputData(surface);
  merge->SetTolerance(0.0);
  merge->Update();
  return merge->GetOutput();
}

inline vtkIdType cellOfBore(vtkPolyData* surface, int bore)
{
  vtkDataArray* bores = surface->GetCellData()->GetArray("Bore");
  vtkIdType cell = 0;
  while (static_cast<int>(bores->GetComponent(cell, 0)) != bore)
  {
    ++cell;
  }
  return cell;
}

/// Returns a selection of one cell of each bore.
inline vtkSmartPointer<vtkSelection> selectionOf(
  vtkPolyData* surface, const std::vector<int>& bores)
{
  vtkNew<vtkIdTypeArray> cells;
  for (const int bore : bores)
  {
    cells->InsertNextValue(cellOfBore(surface, bore));
  }
  vtkNew<vtkSelectionNode> node;
  node->SetContentType(vtkSelectionNode::INDICES);
  node->SetFieldType(vtkSelectionNode::CELL);
  node->SetSelectionList(cells);
  auto selection = vtkSmartPointer<vtkSelection>::New();
  selection->AddNode(node);
  return selection;
}

inline vtkSmartPointer<vtkDesignRegion> regionOn(
  vtkPolyData* surface, const std::vector<int>& bores, double distance, int kind)
{
  auto region = vtkSmartPointer<vtkDesignRegion>::New();
  region->SetInputDataObject(surface);
  region->SetInputDataObject(1, selectionOf(surface, bores));
  region->SetRegion(vtkDesignRegion::FACE_PATCH);
  region->SetDistance(distance);
  region->SetKind(kind);
  return region;
}

inline vtkSmartPointer<vtkVoxelizeSurface> voxelsOf(vtkAlgorithm* region, double edge = 1.0)
{
  auto voxels = vtkSmartPointer<vtkVoxelizeSurface>::New();
  voxels->SetInputConnection(region->GetOutputPort());
  voxels->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
  voxels->SetVoxelSize(edge);
  voxels->Update();
  EXPECT_EQ(std::string(voxels->GetErrorMessage()), "");
  return voxels;
}

/// Computes distances to the polygons of a bore by means of VTK.
class DistanceToBore
{
public:
  DistanceToBore(vtkPolyData* surface, int bore)
  {
    vtkNew<vtkThreshold> threshold;
    threshold->SetInputData(surface);
    threshold->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Bore");
    threshold->SetThresholdFunction(vtkThreshold::THRESHOLD_BETWEEN);
    threshold->SetLowerThreshold(bore);
    threshold->SetUpperThreshold(bore);
    threshold->Update();
    this->Locator->SetDataSet(threshold->GetOutput());
    this->Locator->BuildLocator();
  }

  double operator()(const Point& x) const
  {
    Point nearest;
    vtkIdType cell = 0;
    int sub = 0;
    double square = 0.0;
    this->Locator->FindClosestPoint(x.data(), nearest.data(), cell, sub, square);
    return std::sqrt(square);
  }

private:
  vtkNew<vtkStaticCellLocator> Locator;
};

inline Point centreOfCell(vtkImageData* image, vtkIdType cell)
{
  double bounds[6];
  image->GetCellBounds(cell, bounds);
  return { 0.5 * (bounds[0] + bounds[1]), 0.5 * (bounds[2] + bounds[3]),
    0.5 * (bounds[4] + bounds[5]) };
}

/// Requires each visible voxel, and its nodes, to have the value of a function of the position.
/// @param expected returns -1 where any value is allowed
inline void expectRegions(
  vtkImageData* image, const std::function<int(const Point&)>& expected, bool withNodes = true)
{
  vtkDataArray* cells = image->GetCellData()->GetArray("DesignRegion");
  vtkDataArray* points = image->GetPointData()->GetArray("DesignRegion");
  ASSERT_TRUE(cells && points);
  std::vector<char> isUsed(static_cast<std::size_t>(image->GetNumberOfPoints()), 0);
  vtkIdType wrong = 0;
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    const auto value = static_cast<int>(cells->GetComponent(cell, 0));
    if (image->GetCellGhostArray()->GetValue(cell) != 0)
    {
      EXPECT_EQ(value, 0);
      continue;
    }
    const int should = expected(centreOfCell(image, cell));
    wrong += should >= 0 && value != should ? 1 : 0;
    vtkNew<vtkIdList> corners;
    image->GetCellPoints(cell, corners);
    for (vtkIdType c = 0; c < corners->GetNumberOfIds(); ++c)
    {
      isUsed[static_cast<std::size_t>(corners->GetId(c))] = 1;
    }
  }
  EXPECT_EQ(wrong, 0);
  vtkIdType wrongNodes = 0;
  for (vtkIdType point = 0; withNodes && point < image->GetNumberOfPoints(); ++point)
  {
    Point x;
    image->GetPoint(point, x.data());
    const int should = isUsed[static_cast<std::size_t>(point)] ? expected(x) : 0;
    wrongNodes += should >= 0 && points->GetComponent(point, 0) != should ? 1 : 0;
  }
  EXPECT_EQ(wrongNodes, 0);
}
}

#endif
