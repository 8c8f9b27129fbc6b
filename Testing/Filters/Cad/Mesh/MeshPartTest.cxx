// Tests of tetrahedra of CAD files by Gmsh.

#include "MeshPartFixture.h"

#include "vtkElasticAnalysis.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"

#include "vtkCellType.h"
#include "vtkMath.h"

#include <map>
#include <set>

namespace trabecula::testing
{
TEST_F(MeshPart, GivesQuadraticTetrahedraOnTheFaces)
{
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.step")));
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_EQ(this->Warnings, "");
  EXPECT_EQ(this->Grid->GetCellType(0), VTK_QUADRATIC_TETRA);
  EXPECT_NEAR(this->volume(), 82420.75, 1e-3 * 82420.75);
  EXPECT_LT(std::abs(this->Filter->GetVolumeError()), 1e-3);

  // Mid-edge nodes are beside the middle of VTK's edges, which are at most a little longer than
  // the size, and nodes of the hole of radius 6 are on it.
  const int ends[6][2] = { { 0, 1 }, { 1, 2 }, { 2, 0 }, { 0, 3 }, { 1, 3 }, { 2, 3 } };
  for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
  {
    vtkIdType count = 0;
    const vtkIdType* nodes = nullptr;
    this->Grid->GetCellPoints(cell, count, nodes);
    ASSERT_EQ(count, 10);
    for (int e = 0; e < 6; ++e)
    {
      double a[3];
      double b[3];
      double m[3];
      this->Grid->GetPoint(nodes[ends[e][0]], a);
      this->Grid->GetPoint(nodes[ends[e][1]], b);
      this->Grid->GetPoint(nodes[4 + e], m);
      double offset = 0.0;
      double edge = 0.0;
      for (int k = 0; k < 3; ++k)
      {
        offset += std::pow(m[k] - 0.5 * (a[k] + b[k]), 2);
        edge += std::pow(b[k] - a[k], 2);
      }
      ASSERT_LT(std::sqrt(offset / edge), 0.15) << "cell " << cell << ", edge " << e;
    }
  }
  const std::vector<double> areas = areasOfFaces(this->Grid, 18);
  auto* const known = vtkDataArray::SafeDownCast(this->Reader->GetFaces()->GetColumnByName("Area"));
  for (std::size_t i = 0; i < areas.size(); ++i)
  {
    const double area = known->GetComponent(static_cast<vtkIdType>(i), 0);
    EXPECT_NEAR(areas[i], area, 0.05 * area) << "face " << i; // chords of twelve to a circle
  }
  // All outer faces are listed: their points are those of a closed surface.
  std::map<std::pair<vtkIdType, vtkIdType>, int> edges;
  auto* const triangles =
    vtkIdTypeArray::SafeDownCast(this->Grid->GetFieldData()->GetArray("BoundaryTriangle"));
  for (vtkIdType i = 0; i < triangles->GetNumberOfTuples(); ++i)
  {
    for (int k = 0; k < 3; ++k)
    {
      const auto [a, b] = std::minmax(
        { triangles->GetTypedComponent(i, k), triangles->GetTypedComponent(i, (k + 1) % 3) });
      ++edges[{ a, b }];
    }
  }
  for (const auto& [edge, count] : edges)
  {
    ASSERT_EQ(count, 2) << edge.first << " " << edge.second;
  }
}

TEST_F(MeshPart, HasTheUnitAndTheSizeThatAreAskedFor)
{
  this->Reader->SetLengthUnit(vtkCadReader::METRE);
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("plate.step")));
  this->Filter->SetElementSize(0.02);
  this->Filter->SetElementsPerCircle(0);
  this->Filter->SetOrder(vtkMeshPart::LINEAR);
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_EQ(this->Grid->GetCellType(0), VTK_TETRA);
  const double volume = 4e-9 * (5000.0 - 25.0 * vtkMath::Pi()); // cubic metres
  EXPECT_NEAR(this->volume(), volume, 2e-3 * volume);
  const vtkIdType coarse = this->Grid->GetNumberOfCells();
  this->Filter->SetElementSize(0.01);
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_GT(this->Grid->GetNumberOfCells(), coarse);
  const vtkIdType plain = this->Grid->GetNumberOfCells();
  this->Filter->SetElementsPerCircle(20);
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_GT(this->Grid->GetNumberOfCells(), plain);
}

TEST_F(MeshPart, JoinsSolidsThatTouch)
{
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("two_boxes.brep")));
  this->Filter->SetElementSize(10.0);
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_NEAR(this->volume(), 3000.0, 1e-9);
  std::map<double, double> volumes;
  std::map<vtkIdType, std::set<double>> solidsOfPoint;
  for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
  {
    const double solid = this->Grid->GetCellData()->GetArray("CadSolid")->GetTuple1(cell);
    ++volumes[solid];
    vtkIdType count = 0;
    const vtkIdType* nodes = nullptr;
    this->Grid->GetCellPoints(cell, count, nodes);
    for (vtkIdType i = 0; i < count; ++i)
    {
      solidsOfPoint[nodes[i]].insert(solid);
    }
  }
  EXPECT_EQ(volumes.size(), 2U);
  int shared = 0;
  for (const auto& [point, solids] : solidsOfPoint)
  {
    double x[3];
    this->Grid->GetPoint(point, x);
    EXPECT_EQ(solids.size(), std::abs(x[0] - 10.0) < 1e-9 ? 2U : 1U) << point;
    shared += solids.size() == 2 ? 1 : 0;
  }
  EXPECT_GE(shared, 9);
  // The face between the solids, 1 of the first and 6 of the second, is not on the surface.
  const std::vector<double> areas = areasOfFaces(this->Grid, 12);
  for (std::size_t i = 0; i < areas.size(); ++i)
  {
    const double expected = i == 1 || i == 6 ? 0.0 : i < 6 || i == 7 ? 100.0 : 200.0;
    EXPECT_NEAR(areas[i], expected, 1e-9) << i;
  }
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("overlapping.brep")));
  EXPECT_NE(this->error().find("The 2 solids overlap: their volumes sum to 3000 mm^3, together "
                               "they fill 2500 mm^3. Set Solids of the CAD Reader to United"),
    std::string::npos);
  this->Reader->SetSolids(vtkCadReader::UNITED);
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  EXPECT_NEAR(this->volume(), 2500.0, 1e-9);
}

TEST_F(MeshPart, FacesOfTheFileAreRegions)
{
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("bracket.step")));
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  vtkNew<vtkMechanicalLoad> load;
  load->SetInputConnection(this->Filter->GetOutputPort());
  load->SetLoadType(vtkMechanicalLoad::TRACTION);
  load->SetTraction(0.0, 0.0, 1.0);
  const auto total = [&]
  {
    Errors errors(load);
    load->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    auto* const data = vtkDataSet::SafeDownCast(load->GetOutputDataObject(0));
    vtkDataArray* const force = data->GetPointData()->GetArray("Force");
    double sum = 0.0;
    for (vtkIdType i = 0; force && i < force->GetNumberOfTuples(); ++i)
    {
      sum += force->GetComponent(i, 2);
    }
    return sum;
  };
  // The total is the area of the faces: of each of them, and of the holes of a radius.
  auto* const areas = vtkDataArray::SafeDownCast(this->Reader->GetFaces()->GetColumnByName("Area"));
  for (const vtkIdType face : { 1, 7, 9, 17 })
  {
    load->SetRegion(vtkMechanicalLoad::FACES);
    load->ClearFaces();
    load->AddFace(face);
    EXPECT_NEAR(total(), areas->GetComponent(face, 0), 1e-3 * areas->GetComponent(face, 0)) << face;
  }
  load->SetRegion(vtkMechanicalLoad::HOLES);
  load->SetHoleRadius(4.4, 4.6);
  EXPECT_NEAR(total(), 180.0 * vtkMath::Pi(), 0.18 * vtkMath::Pi());
}

TEST_F(MeshPart, StressAtAHoleIsThatOfThePlate)
{
  // A quarter of a plate with planes of symmetry; tension of 1 far from the hole.
  ASSERT_NO_FATAL_FAILURE(this->read(pathOf("plate.step")));
  this->Filter->SetElementSize(12.0);
  this->Filter->SetElementsPerCircle(40);
  ASSERT_NO_FATAL_FAILURE(this->mesh());
  vtkAlgorithm* last = this->Filter;
  std::vector<vtkSmartPointer<vtkMechanicalSupport>> supports;
  for (int k = 0; k < 3; ++k)
  {
    auto support = vtkSmartPointer<vtkMechanicalSupport>::New();
    support->SetInputConnection(last->GetOutputPort());
    support->SetSide(2 * k);
    support->SetHoldX(k == 0);
    support->SetHoldY(k == 1);
    support->SetHoldZ(k == 2);
    supports.push_back(support);
    last = support;
  }
  vtkNew<vtkMechanicalLoad> load;
  load->SetInputConnection(last->GetOutputPort());
  load->SetSide(vtkMechanicalLoad::PLUS_X);
  load->SetForce(200.0, 0.0, 0.0); // on 50 x 4
  vtkNew<vtkElasticAnalysis> analysis;
  analysis->SetInputConnection(load->GetOutputPort());
  analysis->SetYoungsModulus(1000.0);
  analysis->SetPoissonsRatio(0.3);
  analysis->Update();
  ASSERT_STREQ(analysis->GetErrorMessage(), "");
  auto* const result = vtkDataSet::SafeDownCast(analysis->GetOutputDataObject(0));
  vtkDataArray* const stress = result->GetPointData()->GetArray("Stress");
  ASSERT_NE(stress, nullptr);
  double sum = 0.0;
  int count = 0;
  for (vtkIdType i = 0; i < result->GetNumberOfPoints(); ++i)
  {
    double x[3];
    result->GetPoint(i, x);
    if (std::hypot(x[0], x[1] - 10.0) < 1e-6)
    {
      sum += stress->GetComponent(i, 0);
      ++count;
    }
  }
  ASSERT_GT(count, 1);
  // Heywood, Designing by Photoelasticity (1952): the factor for the net section of a plate of
  // width W with a hole of diameter d is 2 + (1 - d / W)^3; here d / W is 0.2.
  const double expected = (2.0 + 0.8 * 0.8 * 0.8) / 0.8;
  EXPECT_NEAR(sum / count, expected, 0.03 * expected);
}
}
