// Design regions of a surface and what Voxelize Surface makes of them: a plate with three bores, as
// of an STL file, that lies askew to the voxels.

#include "vtkDesignRegion.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkTopologyOptimize.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCleanPolyData.h"
#include "vtkCubeSource.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSelection.h"
#include "vtkSelectionNode.h"
#include "vtkSmartPointer.h"
#include "vtkStaticCellLocator.h"
#include "vtkThreshold.h"
#include "vtkTransform.h"
#include "vtkTriangle.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace trabecula::testing
{
namespace
{
using Point = std::array<double, 3>;

constexpr int Bores = 3;
constexpr std::array<double, Bores> Radii = { 4.0, 3.0, 5.0 };
constexpr double Half = 10.0; ///< of the square around a bore
constexpr double Thickness = 8.0;

Point centreOfBore(int bore)
{
  return { Half + 2.0 * Half * bore, Half, 0.5 * Thickness };
}

/// Where the plate lies.
vtkSmartPointer<vtkTransform> place()
{
  auto transform = vtkSmartPointer<vtkTransform>::New();
  transform->Translate(3.0, -2.0, 1.0);
  transform->RotateZ(20.0);
  transform->RotateX(35.0);
  return transform;
}

/// A plate of quadrilaterals, long ones between bores and edges. The cell array `Bore` has the
/// number of the bore, -1 elsewhere.
vtkSmartPointer<vtkPolyData> plate()
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
  // As readers of STL files do, so that neighbours have points in common.
  vtkNew<vtkCleanPolyData> merge;
  merge->SetInputData(surface);
  merge->SetTolerance(0.0);
  merge->Update();
  return merge->GetOutput();
}

vtkIdType cellOfBore(vtkPolyData* surface, int bore)
{
  vtkDataArray* bores = surface->GetCellData()->GetArray("Bore");
  vtkIdType cell = 0;
  while (static_cast<int>(bores->GetComponent(cell, 0)) != bore)
  {
    ++cell;
  }
  return cell;
}

/// One selected cell of each bore.
vtkSmartPointer<vtkSelection> selectionOf(vtkPolyData* surface, const std::vector<int>& bores)
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

vtkSmartPointer<vtkDesignRegion> regionOn(
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

vtkSmartPointer<vtkVoxelizeSurface> voxelsOf(vtkAlgorithm* region, double edge = 1.0)
{
  auto voxels = vtkSmartPointer<vtkVoxelizeSurface>::New();
  voxels->SetInputConnection(region->GetOutputPort());
  voxels->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
  voxels->SetVoxelSize(edge);
  voxels->Update();
  EXPECT_EQ(std::string(voxels->GetErrorMessage()), "");
  return voxels;
}

/// Distances to the polygons of a bore, by VTK.
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

Point centreOfCell(vtkImageData* image, vtkIdType cell)
{
  double bounds[6];
  image->GetCellBounds(cell, bounds);
  return { 0.5 * (bounds[0] + bounds[1]), 0.5 * (bounds[2] + bounds[3]),
    0.5 * (bounds[4] + bounds[5]) };
}

/// Requires each visible voxel, and the nodes of them, to have the value of a function of its
/// place.
/// @param expected -1 where it may be any
void expectRegions(
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

int countOf(vtkImageData* image, int value)
{
  vtkDataArray* cells = image->GetCellData()->GetArray("DesignRegion");
  int count = 0;
  for (vtkIdType i = 0; i < cells->GetNumberOfTuples(); ++i)
  {
    count += cells->GetComponent(i, 0) == value ? 1 : 0;
  }
  return count;
}
}

// The picture on the surface is the ring that the solid meets it in, though no face of the surface
// lies within the distance.
TEST(SurfaceRegions, AreDrawnOnTheSurface)
{
  constexpr double distance = 3.0;
  auto surface = plate();
  auto region = regionOn(surface, { 0 }, distance, vtkDesignRegion::SOLID);
  region->Update();
  auto* drawn =
    vtkPolyData::SafeDownCast(region->GetOutputDataObject(vtkMechanicalCondition::MARKERS));
  ASSERT_TRUE(drawn);

  double drawnArea = 0.0;
  double wall = 0.0;
  vtkNew<vtkIdList> corners;
  for (vtkIdType cell = 0; cell < drawn->GetNumberOfCells(); ++cell)
  {
    auto* triangle = vtkTriangle::SafeDownCast(drawn->GetCell(cell));
    ASSERT_TRUE(triangle);
    drawnArea += triangle->ComputeArea();
  }
  vtkDataArray* bores = surface->GetCellData()->GetArray("Bore");
  for (vtkIdType cell = 0; cell < surface->GetNumberOfCells(); ++cell)
  {
    surface->GetCellPoints(cell, corners);
    Point x[3];
    for (vtkIdType c = 0; c < 3; ++c)
    {
      surface->GetPoint(corners->GetId(c), x[c].data());
    }
    wall += bores->GetComponent(cell, 0) == 0.0 // a rectangle: twice a triangle
      ? 2.0 * vtkTriangle::TriangleArea(x[0].data(), x[1].data(), x[2].data())
      : 0.0;
  }
  // Outside of a convex polygon, on both faces of the plate.
  const double ring = wall / Thickness * distance + vtkMath::Pi() * distance * distance;
  EXPECT_NEAR(drawnArea, wall + 2.0 * ring, 0.01 * drawnArea);

  const DistanceToBore distanceTo(surface, 0);
  for (vtkIdType point = 0; point < drawn->GetNumberOfPoints(); ++point)
  {
    Point x;
    drawn->GetPoint(point, x.data());
    EXPECT_LT(distanceTo(x), 1.05 * distance); // it lies a little above the surface
  }
}

TEST(SurfaceRegions, RingsAroundBoresAreAsThickAsTheDistance)
{
  const auto surface = plate();
  const auto region = regionOn(surface, { 0, 1, 2 }, 4.0, vtkDesignRegion::SOLID);
  const auto voxels = voxelsOf(region);
  vtkImageData* image = voxels->GetOutput();
  const std::array<DistanceToBore, Bores> distances = { DistanceToBore(surface, 0),
    DistanceToBore(surface, 1), DistanceToBore(surface, 2) };
  expectRegions(image,
    [&](const Point& x)
    {
      const double distance = std::min({ distances[0](x), distances[1](x), distances[2](x) });
      return std::abs(distance - 4.0) < 1e-8 ? -1 : distance < 4.0 ? 1 : 0;
    });
  // Rings of these widths, whose volume the voxels' fractions have to within the staircase.
  double expected = 0.0;
  for (const double r : Radii)
  {
    expected += 3.14159265 * ((r + 4.0) * (r + 4.0) - r * r) * Thickness;
  }
  double volume = 0.0;
  vtkDataArray* fractions = image->GetCellData()->GetArray("SolidFraction");
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    volume += fractions->GetComponent(cell, 0) *
      image->GetCellData()->GetArray("DesignRegion")->GetComponent(cell, 0);
  }
  EXPECT_NEAR(volume, expected, 0.03 * expected);
  EXPECT_FALSE(image->GetFieldData()->HasArray("DesignRegions"));
  EXPECT_FALSE(image->GetCellData()->HasArray("DesignRegionPatches"));
  EXPECT_NE(std::string(voxels->GetStatus()).find("design regions"), std::string::npos);
  EXPECT_NE(std::string(region->GetStatus()).find("within 4 of the face patch"), std::string::npos);
}

TEST(SurfaceRegions, LaterRegionsOverrideEarlierOnes)
{
  const auto surface = plate();
  const auto solid = regionOn(surface, { 0, 1 }, 5.0, vtkDesignRegion::SOLID);
  const auto empty = regionOn(surface, { 1, 2 }, 2.5, vtkDesignRegion::VOID_REGION);
  empty->SetInputConnection(solid->GetOutputPort());
  const auto design = regionOn(surface, { 0 }, 1.5, vtkDesignRegion::DESIGN);
  design->SetInputConnection(empty->GetOutputPort());
  const auto voxels = voxelsOf(design);
  const std::array<DistanceToBore, Bores> distances = { DistanceToBore(surface, 0),
    DistanceToBore(surface, 1), DistanceToBore(surface, 2) };
  expectRegions(voxels->GetOutput(),
    [&](const Point& x)
    {
      const double a = distances[0](x);
      const double b = distances[1](x);
      const double c = distances[2](x);
      return a <= 1.5 ? 0 : std::min(b, c) <= 2.5 ? 2 : std::min(a, b) <= 5.0 ? 1 : 0;
    });
}

TEST(SurfaceRegions, SkinsStayAndTakeTheirPlaceInTheOrder)
{
  // A skin alone is not listed; one before and one after a region of the solid are.
  const auto surface = plate();
  const auto skin = regionOn(surface, { 0 }, 0.0, vtkDesignRegion::SOLID);
  const auto alone = voxelsOf(skin);
  EXPECT_FALSE(skin->GetOutput()->GetFieldData()->HasArray("DesignRegions"));
  vtkImageData* image = alone->GetOutput();
  vtkDataArray* bores = image->GetCellData()->GetArray("Bore");
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    EXPECT_EQ(image->GetCellData()->GetArray("DesignRegion")->GetComponent(cell, 0),
      bores->GetComponent(cell, 0) == 0.0 ? 1.0 : 0.0);
  }

  const auto empty = regionOn(surface, { 1 }, 3.0, vtkDesignRegion::VOID_REGION);
  empty->SetInputConnection(skin->GetOutputPort());
  const auto last = regionOn(surface, { 1 }, 0.0, vtkDesignRegion::SOLID);
  last->SetInputConnection(empty->GetOutputPort());
  const auto both = voxelsOf(last);
  image = both->GetOutput();
  const DistanceToBore distance(surface, 1);
  for (vtkIdType cell = 0; cell < image->GetNumberOfCells(); ++cell)
  {
    const double bore = image->GetCellData()->GetArray("Bore")->GetComponent(cell, 0);
    const bool isVoid =
      image->GetCellGhostArray()->GetValue(cell) == 0 && distance(centreOfCell(image, cell)) <= 3.0;
    EXPECT_EQ(image->GetCellData()->GetArray("DesignRegion")->GetComponent(cell, 0),
      bore == 0.0 || bore == 1.0 ? 1.0
        : isVoid                 ? 2.0
                                 : 0.0);
  }
}

TEST(SurfaceRegions, CylindersOfPatchesAreTheBores)
{
  const auto surface = plate();
  for (const int bore : { 0, 2 })
  {
    const auto ring = regionOn(surface, { bore }, 2.0, vtkDesignRegion::SOLID);
    ring->SetRegion(vtkDesignRegion::PATCH_CYLINDER);
    ring->SetShapePart(vtkDesignRegion::OUTER_RING);
    ring->SetTolerance(1e-6);
    const auto voxels = voxelsOf(ring);
    const Point local = centreOfBore(bore);
    Point centre;
    Point axis = { 0, 0, 1 };
    place()->TransformPoint(local.data(), centre.data());
    place()->TransformVector(axis.data(), axis.data());
    const double radius = Radii[std::size_t(bore)];
    expectRegions(voxels->GetOutput(),
      [&](const Point& x)
      {
        const Point d = { x[0] - centre[0], x[1] - centre[1], x[2] - centre[2] };
        const double along = d[0] * axis[0] + d[1] * axis[1] + d[2] * axis[2];
        const double distance =
          std::sqrt(std::max(0.0, d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along));
        const double excess =
          std::min(std::abs(distance - radius), std::abs(distance - radius - 2.0));
        return excess < 1e-5 ? -1 : distance > radius && distance < radius + 2.0 ? 1 : 0;
      });
    EXPECT_NE(std::string(ring->GetStatus()).find("radius " + std::to_string(int(radius)) + "."),
      std::string::npos)
      << ring->GetStatus();
  }
  // Two bores are no cylinder.
  const auto two = regionOn(surface, { 0, 2 }, 2.0, vtkDesignRegion::SOLID);
  two->SetRegion(vtkDesignRegion::PATCH_CYLINDER);
  two->SetGlobalWarningDisplay(0);
  two->Update();
  two->SetGlobalWarningDisplay(1);
  EXPECT_NE(std::string(two->GetErrorMessage()).find("not cylindrical"), std::string::npos)
    << two->GetErrorMessage();
}

TEST(SurfaceRegions, ShapesHaveTheirInsideWithoutPolygons)
{
  const auto surface = plate();
  const auto transform = place();
  const Point between = { 2.0 * Half, 0.5 * Half, 0.5 * Thickness };
  Point centre;
  transform->TransformPoint(between.data(), centre.data());
  vtkNew<vtkDesignRegion> sphere;
  sphere->SetInputDataObject(surface);
  sphere->SetRegion(vtkDesignRegion::SPHERE);
  sphere->SetSphereCenter(centre.data());
  sphere->SetSphereRadius(2.5);
  sphere->SetKind(vtkDesignRegion::VOID_REGION);
  sphere->SetTolerance(1e-6);
  const auto voxels = voxelsOf(sphere);
  EXPECT_EQ(sphere->GetNumberOfCaughtCells(), 0);
  EXPECT_GT(countOf(voxels->GetOutput(), 2), 30);
  expectRegions(voxels->GetOutput(),
    [&](const Point& x)
    {
      const double distance = std::hypot(x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]);
      return std::abs(distance - 2.5) < 1e-5 ? -1 : distance < 2.5 ? 2 : 0;
    });
}

TEST(SurfaceRegions, AreThoseOfTheVoxels)
{
  // A region of the image and one of the surface, both with the same distance.
  vtkNew<vtkCubeSource> box;
  box->SetOutputPointsPrecision(vtkAlgorithm::DOUBLE_PRECISION);
  box->SetBounds(0.0, 12.0, 0.0, 6.0, 0.0, 4.0);
  vtkNew<vtkDesignRegion> ofSurface;
  ofSurface->SetInputConnection(box->GetOutputPort());
  ofSurface->SetDistance(3.5);
  const auto fromSurface = voxelsOf(ofSurface);
  const auto plain = voxelsOf(box);
  vtkNew<vtkDesignRegion> ofImage;
  ofImage->SetInputConnection(plain->GetOutputPort());
  ofImage->SetDistance(3.5);
  ofImage->Update();
  vtkDataArray* a = fromSurface->GetOutput()->GetCellData()->GetArray("DesignRegion");
  vtkDataArray* b = ofImage->GetOutput()->GetCellData()->GetArray("DesignRegion");
  ASSERT_TRUE(a && b);
  ASSERT_EQ(a->GetNumberOfTuples(), b->GetNumberOfTuples());
  for (vtkIdType i = 0; i < a->GetNumberOfTuples(); ++i)
  {
    EXPECT_EQ(a->GetComponent(i, 0), b->GetComponent(i, 0)) << i;
  }
  EXPECT_EQ(countOf(fromSurface->GetOutput(), 1), 4 * 6 * 4);
  vtkDataArray* p = fromSurface->GetOutput()->GetPointData()->GetArray("DesignRegion");
  vtkDataArray* q = ofImage->GetOutput()->GetPointData()->GetArray("DesignRegion");
  for (vtkIdType i = 0; i < p->GetNumberOfTuples(); ++i)
  {
    EXPECT_EQ(p->GetComponent(i, 0), q->GetComponent(i, 0)) << i;
  }
}

TEST(SurfaceRegions, StaySolidInADesign)
{
  const auto surface = plate();
  const auto region = regionOn(surface, { 0, 1, 2 }, 3.0, vtkDesignRegion::SOLID);
  const auto voxels = voxelsOf(region, 2.0);
  vtkNew<vtkMechanicalSupport> support;
  support->SetInputConnection(voxels->GetOutputPort());
  support->SetSide(vtkMechanicalSupport::MINUS_X);
  support->SetTolerance(5.0);
  vtkNew<vtkMechanicalLoad> load;
  load->SetInputConnection(support->GetOutputPort());
  load->SetSide(vtkMechanicalLoad::PLUS_X);
  load->SetTolerance(5.0);
  load->SetForce(0.0, 0.0, -3.0);
  vtkNew<vtkTopologyOptimize> optimize;
  optimize->SetInputConnection(load->GetOutputPort());
  optimize->SetDevice(vtkDeviceAlgorithm::HOST);
  optimize->SetMaximumIterations(4);
  optimize->SetVolumeFraction(0.5);
  optimize->SetResultGeometry(vtkOptimizationAlgorithm::AS_INPUT);
  optimize->Update(1);
  ASSERT_EQ(std::string(optimize->GetErrorMessage()), "");
  auto* design = vtkDataSet::SafeDownCast(optimize->GetOutputDataObject(1));
  vtkDataArray* density = design->GetCellData()->GetArray("Density");
  vtkDataArray* regions = voxels->GetOutput()->GetCellData()->GetArray("DesignRegion");
  ASSERT_TRUE(density);
  ASSERT_EQ(density->GetNumberOfTuples(), regions->GetNumberOfTuples());
  int solid = 0;
  double least = 1.0;
  for (vtkIdType cell = 0; cell < density->GetNumberOfTuples(); ++cell)
  {
    if (regions->GetComponent(cell, 0) == 1.0)
    {
      ++solid;
      EXPECT_EQ(density->GetComponent(cell, 0), 1.0);
    }
    else if (voxels->GetOutput()->GetCellGhostArray()->GetValue(cell) == 0)
    {
      least = std::min(least, density->GetComponent(cell, 0));
    }
  }
  EXPECT_GT(solid, 100);
  EXPECT_LT(least, 0.2);
}

TEST(SurfaceRegions, RefuseListsThatLostAnArray)
{
  const auto surface = plate();
  const auto region = regionOn(surface, { 0 }, 3.0, vtkDesignRegion::SOLID);
  region->Update();
  const auto refusalOf = [&](const std::function<void(vtkPolyData*)>& change)
  {
    vtkNew<vtkPolyData> changed;
    changed->DeepCopy(region->GetOutput());
    change(changed);
    vtkNew<vtkVoxelizeSurface> voxels;
    voxels->SetInputDataObject(changed);
    voxels->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
    voxels->SetVoxelSize(4.0);
    voxels->SetGlobalWarningDisplay(0);
    voxels->Update();
    voxels->SetGlobalWarningDisplay(1);
    return std::string(voxels->GetErrorMessage());
  };
  EXPECT_EQ(refusalOf([](vtkPolyData*) {}), "");
  EXPECT_NE(refusalOf([](vtkPolyData* data) { data->GetFieldData()->RemoveArray("DesignRegions"); })
              .find("but not the field array \"DesignRegions\""),
    std::string::npos);
  EXPECT_NE(
    refusalOf([](vtkPolyData* data) { data->GetCellData()->RemoveArray("DesignRegionPatches"); })
      .find("but not the cell array \"DesignRegionPatches\""),
    std::string::npos);
  for (const auto& [component, value, message] : std::vector<std::tuple<int, double, std::string>>{
         { 0, 3.0, "the value 3" }, { 1, 5.0, "the kind 5" }, { 2, -1.0, "the distance -1" },
         { 3, 4.0, "the part 4" }, { 6, std::nan(""), "not finite" } })
  {
    const int c = component;
    const double v = value;
    EXPECT_NE(refusalOf([&](vtkPolyData* data)
                { data->GetFieldData()->GetArray("DesignRegions")->SetComponent(0, c, v); })
                .find(message),
      std::string::npos)
      << message;
  }
  EXPECT_NE(refusalOf(
              [](vtkPolyData* data)
              {
                vtkDataArray* list = data->GetFieldData()->GetArray("DesignRegions");
                list->InsertNextTuple(0, list);
              })
              .find("Apply Design Region to the surface again"),
    std::string::npos);
}
}
