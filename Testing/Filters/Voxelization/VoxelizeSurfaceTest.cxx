// Tests of Voxelize Surface through VTK, and of other filters on its image.

#include "TopologyTestInput.h"
#include "VoxelizeSurfaceTestInput.h"
#include "vtkElasticAnalysis.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkTopologySurface.h"
#include "vtkVoxelMicroFe.h"
#include "vtkVoxelizeSurface.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkStripper.h"
#include "vtkTriangleFilter.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trabecula::testing
{
namespace
{
double sumOf(vtkDataArray* array, int component = 0)
{
  double sum = 0.0;
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    sum += array->GetComponent(i, component);
  }
  return sum;
}

vtkIdType numberOfVisible(vtkImageData* image)
{
  vtkUnsignedCharArray* ghosts = image->GetCellGhostArray();
  vtkIdType count = 0;
  for (vtkIdType i = 0; i < image->GetNumberOfCells(); ++i)
  {
    count += ghosts->GetValue(i) == 0 ? 1 : 0;
  }
  return count;
}

/// Holds x = 0 and pulls at the largest x of the input.
vtkSmartPointer<vtkMechanicalLoad> conditionsOn(vtkAlgorithmOutput* input)
{
  vtkNew<vtkMechanicalSupport> support;
  support->SetInputConnection(input);
  support->SetSide(vtkMechanicalSupport::MINUS_X);
  auto load = vtkSmartPointer<vtkMechanicalLoad>::New();
  load->SetInputConnection(support->GetOutputPort());
  load->SetSide(vtkMechanicalLoad::PLUS_X);
  load->SetForce(12.0, 0.0, -3.0);
  return load;
}
}

TEST(VoxelizeSurface, HasTheVolumeOfTheSurface)
{
  const auto surface = both(sphere(23), insideOut(sphere(9, 0.4)));
  for (const int resolution : { vtkVoxelizeSurface::CELLS, vtkVoxelizeSurface::VOXEL_SIZE })
  {
    const auto filter = filterOn(surface, 21);
    filter->SetResolution(resolution);
    filter->SetVoxelSize(0.13);
    filter->Update();
    vtkImageData* image = filter->GetOutput();
    const double* spacing = image->GetSpacing();
    const double voxel = spacing[0] * spacing[1] * spacing[2];
    const double volume = volumeInside(sphere(23)) - volumeInside(sphere(9, 0.4));
    EXPECT_NEAR(sumOf(image->GetCellData()->GetScalars()) * voxel, volume, 1e-9 * volume);
    EXPECT_NEAR(filter->GetVolume(), volume, 1e-9 * volume);
    EXPECT_NEAR(filter->GetSolidVolume(), volume, 1e-3 * volume);
    EXPECT_LE(filter->GetSolidVolume(), filter->GetVolume());
    EXPECT_EQ(filter->GetNumberOfVisibleCells(), numberOfVisible(image));
    EXPECT_STREQ(image->GetCellData()->GetScalars()->GetName(), "SolidFraction");
    for (int d = 0; d < 3; ++d)
    {
      EXPECT_EQ(filter->GetImageCells()[d], image->GetDimensions()[d] - 1);
      EXPECT_EQ(filter->GetVoxelEdges()[d], spacing[d]);
    }
  }
}

TEST(VoxelizeSurface, TakesPolygonsAndStrips)
{
  vtkNew<vtkStripper> strips;
  strips->SetInputData(sphere(12));
  strips->Update();
  ASSERT_GT(strips->GetOutput()->GetNumberOfStrips(), 0);
  const auto ofStrips = filterOn(strips->GetOutput(), 10);
  const auto ofTriangles = filterOn(sphere(12), 10);
  const auto ofQuadrilaterals = filterOn(box({ 0, 2, 0, 1, 0, 1 }), 10);
  ofStrips->Update();
  ofTriangles->Update();
  ofQuadrilaterals->Update();
  EXPECT_NEAR(ofStrips->GetVolume(), ofTriangles->GetVolume(), 1e-12);
  EXPECT_NEAR(ofQuadrilaterals->GetVolume(), 2.0, 1e-12);
  EXPECT_EQ(ofQuadrilaterals->GetNumberOfVisibleCells(), 10 * 5 * 5);
}

TEST(VoxelizeSurface, BringsCellArraysToVoxels)
{
  const auto surface = box({ 0, 4, 0, 4, 0, 4 }); // faces -x, +x, -y, ...
  vtkNew<vtkIntArray> patch;
  patch->SetName("Patch");
  vtkNew<vtkDoubleArray> heat;
  heat->SetName("Heat");
  for (int face = 0; face < 6; ++face)
  {
    patch->InsertNextValue(10 + face);
    heat->InsertNextValue(0.5 * face);
  }
  surface->GetCellData()->AddArray(patch);
  surface->GetCellData()->AddArray(heat);
  const auto filter = filterOn(surface, 4);
  filter->Update();
  vtkImageData* image = filter->GetOutput();
  const auto value = [&](const char* name, int i, int j, int k)
  {
    int at[3] = { i, j, k };
    return image->GetCellData()->GetArray(name)->GetComponent(image->ComputeCellId(at), 0);
  };
  EXPECT_EQ(value("SurfaceCell", 0, 1, 2), 0.0);
  EXPECT_EQ(value("Patch", 0, 1, 2), 10.0);
  EXPECT_EQ(value("Patch", 3, 1, 2), 11.0);
  EXPECT_EQ(value("Heat", 1, 3, 2), 1.5);
  EXPECT_EQ(value("Patch", 1, 1, 2), -1.0);
  EXPECT_EQ(value("SurfaceCell", 1, 1, 2), -1.0);
  EXPECT_EQ(value("Heat", 1, 1, 2), 0.0);
}

TEST(VoxelizeSurface, BringsConditionsOfTheSurfaceToVoxels)
{
  vtkNew<vtkTriangleFilter> surface;
  surface->SetInputData(box({ 0, 4, 0, 2, 0, 2 }));
  const auto load = conditionsOn(surface->GetOutputPort());
  vtkNew<vtkVoxelizeSurface> before;
  before->SetInputConnection(load->GetOutputPort());
  before->SetCells(8);
  before->Update();
  EXPECT_EQ(load->GetNumberOfCaughtFaces(), 2);
  EXPECT_NEAR(load->GetCaughtArea(), 4.0, 1e-12);

  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputConnection(surface->GetOutputPort());
  voxels->SetCells(8);
  const auto after = conditionsOn(voxels->GetOutputPort());
  after->Update();
  // The consistent forces of a uniform traction are the same in both orders of the filters.
  vtkPointData* found = before->GetOutput()->GetPointData();
  vtkPointData* expected = after->GetOutput()->GetPointData();
  for (const char* name : { "Supports", "Force" })
  {
    vtkDataArray* a = found->GetArray(name);
    vtkDataArray* b = expected->GetArray(name);
    ASSERT_TRUE(a && b) << name;
    for (vtkIdType i = 0; i < a->GetNumberOfTuples(); ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(a->GetComponent(i, c), b->GetComponent(i, c), 1e-12) << name << " " << i;
      }
    }
  }
  EXPECT_NEAR(sumOf(found->GetArray("Force"), 0), 12.0, 1e-12);
  EXPECT_NEAR(sumOf(found->GetArray("Force"), 2), -3.0, 1e-12);
}

TEST(VoxelizeSurface, BringsRigidFacesToVoxels)
{
  vtkNew<vtkTriangleFilter> surface;
  surface->SetInputData(box({ 0, 4, 0, 2, 0, 2 }));
  vtkNew<vtkMechanicalSupport> hold;
  hold->SetInputConnection(surface->GetOutputPort());
  hold->SetSupportType(vtkMechanicalSupport::RIGID_FACE);
  hold->SetHoldRotationX(false);
  vtkNew<vtkMechanicalLoad> load;
  load->SetInputConnection(hold->GetOutputPort());
  load->SetLoadType(vtkMechanicalLoad::REMOTE);
  load->RigidFaceOn();
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputConnection(load->GetOutputPort());
  voxels->SetCells(8);
  voxels->Update();
  vtkImageData* image = voxels->GetOutput();
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    const double x = image->GetPoint(i)[0];
    EXPECT_EQ(image->GetPointData()->GetArray("RigidBody")->GetComponent(i, 0),
      x == 0     ? 1
        : x == 4 ? 2
                 : 0);
  }
  EXPECT_EQ(image->GetFieldData()->GetArray("RigidBodyMotions")->GetNumberOfTuples(), 5);
}

TEST(VoxelizeSurface, KeepsSumsOfForcesOnCurvedSurfaces)
{
  vtkNew<vtkTriangleFilter> surface;
  surface->SetInputData(sphere(15));
  vtkNew<vtkMechanicalLoad> load;
  load->SetInputConnection(surface->GetOutputPort());
  load->SetRegion(vtkMechanicalLoad::BOX);
  load->SetBoxPosition(0.2, -2.0, -2.0);
  load->SetBoxLength(2.0, 4.0, 4.0);
  load->SetForce(1.0, 2.0, 3.0);
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputConnection(load->GetOutputPort());
  voxels->SetCells(13);
  voxels->SetLeastFraction(0.4);
  voxels->Update();
  vtkDataArray* forces = voxels->GetOutput()->GetPointData()->GetArray("Force");
  for (int c = 0; c < 3; ++c)
  {
    EXPECT_NEAR(sumOf(forces, c), c + 1.0, 1e-12);
  }
  // No force acts on a point without a visible cell.
  vtkUnsignedCharArray* ghosts = voxels->GetOutput()->GetPointGhostArray();
  for (vtkIdType i = 0; i < forces->GetNumberOfTuples(); ++i)
  {
    if (ghosts->GetValue(i) != 0)
    {
      EXPECT_EQ(forces->GetComponent(i, 2), 0.0);
    }
  }
}

TEST(VoxelizeSurface, IsOptimizedWithItsDefaultsAndPrinted)
{
  // A hollow ball, whose surface intersects many voxels.
  vtkNew<vtkTriangleFilter> surface;
  surface->SetInputData(both(sphere(24), insideOut(sphere(16, 0.5))));
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputConnection(surface->GetOutputPort());
  voxels->SetCells(16);
  const auto load = conditionsOn(voxels->GetOutputPort());
  vtkNew<vtkTopologyOptimize> optimize;
  optimize->SetInputConnection(load->GetOutputPort());
  optimize->SetDevice(vtkDeviceAlgorithm::HOST);
  optimize->SetMaximumIterations(4);
  optimize->SetVolumeFraction(0.5);
  optimize->SetResultGeometry(vtkTopologyOptimize::AS_INPUT);
  Errors errors(optimize);
  optimize->Update(1);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  auto* design = vtkImageData::SafeDownCast(optimize->GetOutputDataObject(1));
  ASSERT_TRUE(design);
  vtkImageData* image = voxels->GetOutput();
  ASSERT_EQ(design->GetNumberOfCells(), image->GetNumberOfCells());
  EXPECT_EQ(numberOfVisible(design), voxels->GetNumberOfVisibleCells());
  // The volume fraction is that of the part.
  vtkDataArray* density = design->GetCellData()->GetArray("Density");
  vtkDataArray* fraction = design->GetCellData()->GetArray("SolidFraction");
  double solid = 0.0;
  double all = 0.0;
  for (vtkIdType i = 0; i < design->GetNumberOfCells(); ++i)
  {
    const bool isVisible = design->GetCellGhostArray()->GetValue(i) == 0;
    solid += isVisible ? density->GetComponent(i, 0) * fraction->GetComponent(i, 0) : 0.0;
    all += isVisible ? fraction->GetComponent(i, 0) : 0.0;
    if (!isVisible)
    {
      EXPECT_EQ(density->GetComponent(i, 0), 0.0);
    }
  }
  EXPECT_NEAR(solid / all, 0.5, 1e-3);
  EXPECT_NEAR(
    design->GetFieldData()->GetArray("VolumeFraction")->GetComponent(0, 0), solid / all, 1e-6);

  vtkNew<vtkTopologySurface> print;
  print->SetInputConnection(optimize->GetOutputPort(1));
  print->Update();
  EXPECT_STREQ(print->GetClosed(), "yes");
  const double* h = image->GetSpacing();
  EXPECT_NEAR(print->GetVolume(), solid * h[0] * h[1] * h[2], 0.02 * solid * h[0] * h[1] * h[2]);
}

TEST(VoxelizeSurface, SurfaceOfFractionsIsTheSurfaceAgain)
{
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputDataObject(sphere(40));
  voxels->SetCells(24);
  vtkNew<vtkTopologySurface> surface;
  surface->SetInputConnection(voxels->GetOutputPort());
  surface->Update();
  EXPECT_STREQ(surface->GetClosed(), "yes");
  EXPECT_NEAR(surface->GetVolume(), voxels->GetVolume(), 0.01 * voxels->GetVolume());
  // Points lie within half a voxel of the sphere, and mostly nearer.
  double sum = 0.0;
  for (vtkIdType i = 0; i < surface->GetOutput()->GetNumberOfPoints(); ++i)
  {
    const double* x = surface->GetOutput()->GetPoint(i);
    const double distance = std::abs(std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]) - 1.0);
    EXPECT_LT(distance, 0.5 * 2.0 / 24.0);
    sum += distance;
  }
  EXPECT_LT(sum / static_cast<double>(surface->GetOutput()->GetNumberOfPoints()), 0.01);
}

TEST(VoxelizeSurface, StretchesAsThePartDoes)
{
  // A bar of 4 x 1.5 x 1.5 in voxels of 0.4: its sides are 3.75 voxels, with 0.875 of the outer
  // ones. With fractions the bar stretches as the solid does, F L / (E A).
  const auto bar = box({ 0, 4, 0, 1.5, 0, 1.5 });
  vtkNew<vtkVoxelizeSurface> voxels;
  voxels->SetInputDataObject(bar);
  voxels->SetResolution(vtkVoxelizeSurface::VOXEL_SIZE);
  voxels->SetVoxelSize(0.4);
  const auto load = conditionsOn(voxels->GetOutputPort());
  load->SetForce(9.0, 0.0, 0.0);
  vtkNew<vtkElasticAnalysis> analysis;
  analysis->SetInputConnection(load->GetOutputPort());
  analysis->SetDevice(vtkDeviceAlgorithm::HOST);
  analysis->SetYoungsModulus(100.0);
  analysis->SetPoissonsRatio(0.0);
  Errors errors(analysis);
  analysis->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  auto* result = vtkImageData::SafeDownCast(analysis->GetOutputDataObject(0));
  ASSERT_TRUE(result);
  // The load is distributed over whole faces, so that the ends differ slightly (Saint-Venant's
  // principle).
  EXPECT_NEAR(analysis->GetCompliance(), 9.0 * 9.0 * 4.0 / (100.0 * 1.5 * 1.5), 0.01 * 1.44);

  vtkNew<vtkVoxelMicroFe> microFe;
  microFe->SetInputConnection(voxels->GetOutputPort());
  microFe->SetDevice(vtkDeviceAlgorithm::HOST);
  microFe->SetYoungsModulus(100.0);
  microFe->SetPoissonsRatio(0.0);
  microFe->SetAxis(0);
  Errors errorsOfMicroFe(microFe);
  microFe->Update();
  EXPECT_EQ(errorsOfMicroFe.count(), 0) << errorsOfMicroFe.text();
  EXPECT_NEAR(microFe->GetStiffness(), 100.0 * 1.5 * 1.5 / 4.0, 1e-4 * 56.25);
}
}
