// Tests of results of Voxel Micro-FE on the surface of the analysed voxels, compared with VTK's
// surface of hexahedra.

#include "VoxelMicroFeTestInput.h"

#include "MicroFe/VoxelMicroFeValidation.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSetSurfaceFilter.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkMassProperties.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkTriangleFilter.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

namespace trabecula::testing
{
namespace
{
using Place = std::array<std::int64_t, 3>;

vtkPolyData* surfaceOf(vtkVoxelMicroFe* filter)
{
  return vtkPolyData::SafeDownCast(filter->GetOutputDataObject(Solid));
}

Place rounded(const std::array<double, 3>& x)
{
  return { std::llround(x[0] * 1e6), std::llround(x[1] * 1e6), std::llround(x[2] * 1e6) };
}

/// Returns the indices of faces by their centres.
std::map<Place, vtkIdType> facesByCentre(vtkPolyData* data)
{
  std::map<Place, vtkIdType> faces;
  for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
  {
    std::array<double, 3> centre = {};
    vtkNew<vtkIdList> corners;
    data->GetCellPoints(cell, corners);
    for (vtkIdType i = 0; i < corners->GetNumberOfIds(); ++i)
    {
      for (int d = 0; d < 3; ++d)
      {
        centre[d] += 0.25 * data->GetPoint(corners->GetId(i))[d];
      }
    }
    faces[rounded(centre)] = cell;
  }
  return faces;
}

std::map<Place, vtkIdType> pointsByPlace(vtkPolyData* data)
{
  std::map<Place, vtkIdType> points;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    const double* x = data->GetPoint(i);
    points[rounded({ x[0], x[1], x[2] })] = i;
  }
  return points;
}

/// Expects all arrays of one dataset in the other, for pairs of tuples at the same place.
void expectSame(vtkDataSetAttributes* found, vtkDataSetAttributes* wanted,
  const std::map<Place, vtkIdType>& foundAt, const std::map<Place, vtkIdType>& wantedAt)
{
  ASSERT_EQ(foundAt.size(), wantedAt.size());
  EXPECT_EQ(found->GetNumberOfArrays(), wanted->GetNumberOfArrays());
  for (int a = 0; a < wanted->GetNumberOfArrays(); ++a)
  {
    vtkDataArray* expected = wanted->GetArray(a);
    vtkDataArray* array = found->GetArray(expected->GetName());
    ASSERT_NE(array, nullptr) << expected->GetName();
    ASSERT_EQ(array->GetNumberOfComponents(), expected->GetNumberOfComponents());
    double range[2];
    expected->GetRange(range, -1);
    for (const auto& [place, tuple] : wantedAt)
    {
      const auto at = foundAt.find(place);
      ASSERT_NE(at, foundAt.end());
      for (int c = 0; c < expected->GetNumberOfComponents(); ++c)
      {
        ASSERT_NEAR(array->GetComponent(at->second, c), expected->GetComponent(tuple, c),
          FieldTolerance * range[1])
          << expected->GetName();
      }
    }
    for (int c = 0; c < array->GetNumberOfComponents(); ++c)
    {
      double lowest = VTK_DOUBLE_MAX;
      double highest = -VTK_DOUBLE_MAX;
      for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
      {
        lowest = std::min(lowest, array->GetComponent(i, c));
        highest = std::max(highest, array->GetComponent(i, c));
      }
      array->GetRange(range, c);
      EXPECT_EQ(range[0], lowest);
      EXPECT_EQ(range[1], highest);
    }
  }
}

void expectSurfaceOfHexahedra(vtkImageData* input)
{
  auto grids = accurateMicroFeOf(input);
  grids->SetInputArrayToProcess(
    0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS_THEN_CELLS, "Solid");
  grids->Update();
  vtkNew<vtkDataSetSurfaceFilter> outside;
  outside->SetInputData(grids->GetOutput(Solid));
  outside->Update();
  vtkPolyData* wanted = outside->GetOutput();

  auto filter = accurateMicroFeOf(input);
  filter->SetInputArrayToProcess(
    0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS_THEN_CELLS, "Solid");
  filter->SetResultGeometry(vtkVoxelMicroFe::SURFACE);
  filter->Update();
  vtkPolyData* found = surfaceOf(filter);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->GetNumberOfCells(), wanted->GetNumberOfCells());
  EXPECT_EQ(found->GetNumberOfPoints(), wanted->GetNumberOfPoints());
  expectSame(
    found->GetCellData(), wanted->GetCellData(), facesByCentre(found), facesByCentre(wanted));
  expectSame(
    found->GetPointData(), wanted->GetPointData(), pointsByPlace(found), pointsByPlace(wanted));
  EXPECT_STREQ(found->GetCellData()->GetScalars()->GetName(), "EffectiveStrain");
  EXPECT_STREQ(found->GetPointData()->GetVectors()->GetName(), "Displacement");
  EXPECT_EQ(
    found->GetFieldData()->GetArray("Elements")->GetTuple1(0), quantity(filter, "Elements"));

  // Faces are oriented outwards: the enclosed volume is that of the voxels.
  vtkNew<vtkTriangleFilter> triangles;
  triangles->SetInputData(found);
  vtkNew<vtkMassProperties> mass;
  mass->SetInputConnection(triangles->GetOutputPort());
  EXPECT_NEAR(mass->GetVolume() / quantity(filter, "BoneVolume"), 1.0, 1e-6);
}
}

TEST(VoxelMicroFeSurface, HasTheFacesAndValuesOfHexahedra)
{
  const auto input = numberedImage();
  expectSurfaceOfHexahedra(input);
  expectSurfaceOfHexahedra(valuesAtPoints(input));
}

TEST(VoxelMicroFeSurface, TurnsResultsWithTheImage)
{
  auto turned = vtkSmartPointer<vtkImageData>::New();
  turned->ShallowCopy(numberedImage());
  turned->SetDirectionMatrix(0, -1, 0, 1, 0, 0, 0, 0, 1);
  turned->SetOrigin(3.0, -2.0, 7.0);
  expectSurfaceOfHexahedra(turned);
}

TEST(VoxelMicroFeSurface, TakesTheMemoryThatItIsCheckedFor)
{
  const auto input = porousImage();
  auto filter = accurateMicroFeOf(input);
  filter->SetResultGeometry(vtkVoxelMicroFe::SURFACE);
  filter->Update();
  vtkPolyData* found = surfaceOf(filter);
  const vtkIdType values = found->GetPoints()->GetData()->GetNumberOfValues() +
    found->GetPolys()->GetOffsetsArray()->GetNumberOfValues() - 1 +
    found->GetPolys()->GetConnectivityArray()->GetNumberOfValues();
  VoxelMicroFeProblem problem = microFeProblem(input);
  problem.fieldRoom = FieldRoom::Surface;
  const VoxelGrid grid(problem.image);
  const std::int64_t room = std::max(3 * grid.numberOfNodes(), 6 * grid.numberOfElements());
  EXPECT_EQ(voxelFieldMemory(grid, problem),
    bytesOfResults(found) + static_cast<std::size_t>(values + room) * sizeof(double));
}

TEST(VoxelMicroFeSurface, HasNoGhosts)
{
  const auto input = porousImage();
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  ghosts->SetNumberOfValues(input->GetNumberOfCells());
  ghosts->FillValue(0);
  input->GetCellData()->AddArray(ghosts);
  auto filter = accurateMicroFeOf(input);
  filter->SetResultGeometry(vtkVoxelMicroFe::SURFACE);
  filter->SetTensorFields(false);
  filter->Update();
  vtkPolyData* found = surfaceOf(filter);
  ASSERT_GT(found->GetNumberOfCells(), 0);
  EXPECT_EQ(found->GetCellData()->GetArray(vtkDataSetAttributes::GhostArrayName()), nullptr);
  EXPECT_EQ(found->GetCellData()->GetArray("Stress"), nullptr);
}

TEST(VoxelMicroFeSurface, ChangesItsTypeAndBack)
{
  const auto input = porousImage();
  auto filter = accurateMicroFeOf(input);
  filter->SetResultGeometry(vtkVoxelMicroFe::SURFACE);
  filter->Update();
  ASSERT_NE(surfaceOf(filter), nullptr);
  const vtkIdType faces = surfaceOf(filter)->GetNumberOfCells();
  EXPECT_GT(faces, 0);
  filter->SetResultGeometry(vtkVoxelMicroFe::IMAGE);
  filter->Update();
  EXPECT_TRUE(filter->GetOutputDataObject(Solid)->IsA("vtkImageData"));
  filter->SetResultGeometry(vtkVoxelMicroFe::SURFACE);
  filter->Update();
  EXPECT_EQ(surfaceOf(filter)->GetNumberOfCells(), faces);
  filter->SetResultGeometry(vtkVoxelMicroFe::HEXAHEDRA);
  filter->Update();
  EXPECT_NE(filter->GetOutput(Solid), nullptr);

  // Without a result, the output does not keep data of another type, but keeps the last result of
  // the same type.
  filter->SetResultGeometry(vtkVoxelMicroFe::SURFACE);
  filter->SetTolerance(-1.0);
  {
    Errors errors(filter);
    filter->Update();
    EXPECT_EQ(errors.count(), 1);
  }
  ASSERT_NE(surfaceOf(filter), nullptr);
  EXPECT_EQ(surfaceOf(filter)->GetNumberOfCells(), 0);
  filter->SetTolerance(1e-6);
  filter->Update();
  EXPECT_EQ(surfaceOf(filter)->GetNumberOfCells(), faces);
  filter->SetTolerance(-1.0);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(surfaceOf(filter)->GetNumberOfCells(), faces);
}
}
