// Regions of chosen faces of tetrahedra that know the CAD faces of their boundary.

#include "SpatialRegionTestInput.h"

#include "vtkIdTypeArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

namespace trabecula::testing
{
namespace
{
/// Random tetrahedra in a cube, and random numbers for the triangles of their boundary: the region
/// consists of exactly the triangles with the numbers.
class Tetrahedra
{
public:
  explicit Tetrahedra(unsigned int seed) : Random(seed)
  {
    const auto cubes = bareGrid(3, 2, 2);
    this->Grid->SetPoints(cubes->GetPoints());
    for (vtkIdType cube = 0; cube < cubes->GetNumberOfCells(); ++cube)
    {
      vtkNew<vtkIdList> p;
      cubes->GetCellPoints(cube, p);
      // Six around the diagonal, the same in each cube.
      constexpr int path[6][2] = { { 1, 2 }, { 2, 3 }, { 3, 7 }, { 7, 4 }, { 4, 5 }, { 5, 1 } };
      for (const auto& edge : path)
      {
        const vtkIdType corners[4] = { p->GetId(0), p->GetId(edge[0]), p->GetId(edge[1]),
          p->GetId(6) };
        this->Grid->InsertNextCell(VTK_TETRA, 4, corners);
      }
    }
    this->mark();
  }

  vtkUnstructuredGrid* grid() { return this->Grid; }

  /// The triangles with one of some CAD faces: number and total area.
  std::pair<int, double> boundaryOf(const std::vector<int>& cadFaces) const
  {
    std::pair<int, double> sum = { 0, 0.0 };
    for (std::size_t i = 0; i < this->FaceOf.size(); ++i)
    {
      if (std::count(cadFaces.begin(), cadFaces.end(), this->FaceOf[i]) > 0)
      {
        ++sum.first;
        sum.second += 0.5; // half of the side of a unit cube
      }
    }
    return sum;
  }

private:
  void mark()
  {
    const double high[] = { 3.0, 2.0, 2.0 };
    vtkNew<vtkIdTypeArray> triangles;
    triangles->SetName("BoundaryTriangle");
    triangles->SetNumberOfComponents(3);
    vtkNew<vtkIdTypeArray> faces;
    faces->SetName("CadFaceOfBoundary");
    vtkNew<vtkIdTypeArray> features;
    features->SetName("CadFaceFeature");
    for (const int feature : { 7, 3, 7, 5, 0, 9 })
    {
      features->InsertNextValue(feature);
    }
    for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
    {
      vtkNew<vtkIdList> p;
      this->Grid->GetCellPoints(cell, p);
      for (int left = 0; left < 4; ++left)
      {
        std::vector<vtkIdType> corners;
        for (int i = 0; i < 4; ++i)
        {
          i == left ? void() : corners.push_back(p->GetId(i));
        }
        if (this->isOutside(corners, high))
        {
          std::shuffle(corners.begin(), corners.end(), this->Random);
          triangles->InsertNextTypedTuple(corners.data());
          this->FaceOf.push_back(std::uniform_int_distribution<int>(0, 5)(this->Random));
          faces->InsertNextValue(this->FaceOf.back());
        }
      }
    }
    for (vtkIdTypeArray* array : { triangles.Get(), faces.Get(), features.Get() })
    {
      this->Grid->GetFieldData()->AddArray(array);
    }
  }

  bool isOutside(const std::vector<vtkIdType>& corners, const double* high) const
  {
    for (int axis = 0; axis < 3; ++axis)
    {
      for (const double end : { 0.0, high[axis] })
      {
        if (std::all_of(corners.begin(), corners.end(),
              [&](vtkIdType c) { return this->Grid->GetPoint(c)[axis] == end; }))
        {
          return true;
        }
      }
    }
    return false;
  }

  vtkNew<vtkUnstructuredGrid> Grid;
  std::mt19937 Random;
  std::vector<int> FaceOf;
};

TEST(FaceRegion, TrianglesOfTetrahedra)
{
  for (unsigned int seed = 0; seed < 5; ++seed)
  {
    Tetrahedra part(seed);
    auto support = supportOfFaces(part.grid(), { 7, 9 }); // features: of CAD faces 0, 2 and 5
    support->Update();
    const auto [count, area] = part.boundaryOf({ 0, 2, 5 });
    EXPECT_EQ(support->GetNumberOfCaughtFaces(), count);
    EXPECT_NEAR(support->GetCaughtArea(), area, 1e-12);
    part.grid()->GetFieldData()->RemoveArray("CadFaceFeature");
    auto byFace = supportOfFaces(part.grid(), { 2 });
    byFace->Update();
    EXPECT_EQ(byFace->GetNumberOfCaughtFaces(), part.boundaryOf({ 2 }).first);
  }
}

TEST(FaceRegion, RefusesArraysThatDoNotFit)
{
  Tetrahedra part(1);
  auto* faces = vtkIdTypeArray::SafeDownCast(
    part.grid()->GetFieldData()->GetAbstractArray("CadFaceOfBoundary"));
  faces->InsertNextValue(3);
  auto support = supportOfFaces(part.grid(), { 7 });
  Errors errors(support);
  support->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "CadFaceOfBoundary")) << errors.text();
}
}
}
