// Tests of parts of all cell types through the pipeline: known answers, arrays, summary.

#include "ElasticTestInput.h"
#include "ResultMarks.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "TopologyTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkElasticAnalysis.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

namespace trabecula::testing
{
TEST(ElasticAnalysis, HasTheKnownComplianceOfACantilever)
{
  const std::map<CellType, std::array<double, 2>> known = { { CellType::Tetrahedron,
                                                              { 1269.50706, 1940.29073 } },
    { CellType::QuadraticTetrahedron, { 2410.79666, 2426.87436 } },
    { CellType::Hexahedron, { 2108.43729, 2335.09714 } },
    { CellType::QuadraticHexahedron, { 2414.44438, 2427.05136 } } };
  for (const CellType type : ElasticTypes)
  {
    for (int m = 1; m <= 2; ++m)
    {
      auto data = bar(type, { 10 * m, m, 2 * m }, { 10, 1, 2 }, { 0, 0, -500 });
      auto filter = elasticAnalysisOf(data);
      filter->SetYoungsModulus(210000.0);
      Errors errors(filter);
      Errors warnings(filter, vtkCommand::WarningEvent);
      filter->Update();
      EXPECT_EQ(errors.count(), 0) << errors.text();
      EXPECT_EQ(warnings.count(), type == CellType::Tetrahedron ? 1 : 0) << warnings.text();
      EXPECT_NEAR(filter->GetCompliance() / known.at(type)[std::size_t(m - 1)], 1.0, 1e-8);
      EXPECT_EQ(elasticQuantity(filter, "Compliance"), filter->GetCompliance());
      EXPECT_NEAR(elasticQuantity(filter, "LoadZ"), -1000.0, 1e-9);
      EXPECT_NEAR(elasticQuantity(filter, "ReactionZ"), 1000.0, 1e-3);
      EXPECT_LT(elasticQuantity(filter, "Imbalance"), 1e-8);
      EXPECT_NEAR(elasticQuantity(filter, "Volume"), 20.0, 1e-9);
      EXPECT_EQ(elasticQuantity(filter, "Elements"), double(data->GetNumberOfCells()));
      EXPECT_GT(elasticQuantity(filter, "SolverIterations"), 0.0);
      EXPECT_NEAR(elasticQuantity(filter, "LargestDisplacementAtX"), 10.0, 1e-9);
    }
  }
}

TEST(ElasticAnalysis, PassesThePatchTest)
{
  for (const CellType type : ElasticTypes)
  {
    const Mesh mesh = makeBox(type, { 3, 3, 3 },
      [](const Point& p)
      {
        const double b = std::sin(M_PI * p[0]) * std::sin(M_PI * p[1]) * std::sin(M_PI * p[2]);
        return Point{ p[0] + 0.05 * b, p[1] - 0.035 * b, p[2] + 0.02 * b };
      });
    auto data = gridOf(mesh);
    constexpr double G[3][3] = { { 1, 2, 3 }, { -1, 1.5, 2 }, { 0.5, -2, 1 } };
    std::vector<double> exact;
    std::vector<double> supports;
    for (std::size_t node = 0; node < mesh.numberOfNodes(); ++node)
    {
      const double* x = &mesh.points[3 * node];
      const bool outside =
        std::any_of(x, x + 3, [](double c) { return isAt(c, 0.0) || isAt(c, 1.0); });
      for (const auto& row : G)
      {
        exact.push_back(1e-3 * (row[0] * x[0] + row[1] * x[1] + row[2] * x[2]));
      }
      supports.insert(supports.end(), 3, outside ? 1.0 : 0.0);
    }
    setPointArray(data, "Supports", supports);
    setPointArray(data, "PrescribedDisplacement", exact);
    auto filter = elasticAnalysisOf(data);
    filter->SetSolverTolerance(1e-12);
    filter->SetStressRecovery(vtkElasticAnalysis::DIRECT);
    Errors warnings(filter, vtkCommand::WarningEvent);
    filter->Update();
    EXPECT_LT(difference(pointValues(elasticResult(filter), "Displacement"), exact), 1e-11);
    const std::vector<double> vonMises = pointValues(elasticResult(filter), "VonMisesStress");
    EXPECT_NEAR(*std::max_element(vonMises.begin(), vonMises.end()),
      *std::min_element(vonMises.begin(), vonMises.end()), 1e-11);
    EXPECT_LT(filter->GetRelativeError(), 1e-7);
    EXPECT_EQ(filter->GetCompliance(), 0.0);
  }
}

TEST(ElasticAnalysis, WritesItsArraysBesideThoseOfTheInput)
{
  auto data = smallBar();
  setCellArray(data, "Own", std::vector<double>(std::size_t(data->GetNumberOfCells()), 4.0));
  auto filter = elasticAnalysisOf(data);
  filter->Update();
  vtkDataSet* found = elasticResult(filter);
  ASSERT_TRUE(vtkUnstructuredGrid::SafeDownCast(found));
  const std::map<std::string, int> atPoints = { { "Supports", 3 }, { "Force", 3 },
    { "Displacement", 3 }, { "Reaction", 3 }, { "Stress", 6 }, { "VonMisesStress", 1 } };
  const std::map<std::string, int> ofCells = { { "Own", 1 }, { "Stress", 6 },
    { "VonMisesStress", 1 }, { "PrincipalStress", 3 }, { "StrainEnergyDensity", 1 },
    { "StressError", 1 } };
  EXPECT_EQ(found->GetPointData()->GetNumberOfArrays(), int(atPoints.size()));
  EXPECT_EQ(found->GetCellData()->GetNumberOfArrays(), int(ofCells.size()));
  for (const auto& [name, components] : atPoints)
  {
    vtkDataArray* array = found->GetPointData()->GetArray(name.c_str());
    ASSERT_TRUE(array) << name;
    EXPECT_EQ(array->GetNumberOfComponents(), components) << name;
    EXPECT_EQ(array->GetNumberOfTuples(), data->GetNumberOfPoints()) << name;
  }
  for (const auto& [name, components] : ofCells)
  {
    vtkDataArray* array = found->GetCellData()->GetArray(name.c_str());
    ASSERT_TRUE(array) << name;
    EXPECT_EQ(array->GetNumberOfComponents(), components) << name;
    EXPECT_EQ(array->GetNumberOfTuples(), data->GetNumberOfCells()) << name;
  }
  EXPECT_STREQ(found->GetPointData()->GetScalars()->GetName(), "VonMisesStress");
  EXPECT_STREQ(found->GetCellData()->GetArray("Stress")->GetComponentName(4), "YZ");

  filter->SetYieldStress(50.0);
  filter->Update();
  const std::vector<double> factors = cellValues(elasticResult(filter), "SafetyFactor");
  EXPECT_NEAR(*std::min_element(factors.begin(), factors.end()), filter->GetSafetyFactor(), 1e-12);
  EXPECT_NEAR(filter->GetSafetyFactor(), 50.0 / filter->GetLargestStress(), 1e-12);
  EXPECT_EQ(elasticQuantity(filter, "SafetyFactor"), filter->GetSafetyFactor());
}

TEST(ElasticAnalysis, OfSeveralLoadCasesGivesEachItsOwn)
{
  auto data = smallBar();
  std::vector<double> twice = pointValues(data, "Force");
  for (double& force : twice)
  {
    force *= -2.0;
  }
  setPointArray(data, "ForceUp", twice);
  auto filter = elasticAnalysisOf(data);
  filter->Update();
  vtkDataSet* found = elasticResult(filter);
  const std::vector<double> first = pointValues(found, "Displacement");
  EXPECT_EQ(first, pointValues(found, "Displacement_Force"));
  std::vector<double> second = pointValues(found, "Displacement_ForceUp");
  for (double& u : second)
  {
    u *= -0.5;
  }
  EXPECT_LT(difference(first, second), 1e-7 * filter->GetLargestDisplacement());
  EXPECT_NEAR(elasticQuantity(filter, "Compliance", "ForceUp") /
      elasticQuantity(filter, "Compliance", "Force"),
    4.0, 1e-6);
  EXPECT_TRUE(std::isnan(elasticQuantity(filter, "Compliance")));
  for (const char* name : { "StressError_ForceUp", "PrincipalStress_Force" })
  {
    EXPECT_TRUE(found->GetCellData()->HasArray(name)) << name;
  }
  filter->AddForceArray("ForceUp");
  filter->Update();
  EXPECT_NEAR(elasticQuantity(filter, "LoadZ"), 2.0, 1e-12);
  EXPECT_FALSE(elasticResult(filter)->GetPointData()->HasArray("Displacement_ForceUp"));
}

TEST(ElasticAnalysis, TakesGravityAndAModulusOfEachCell)
{
  // A hanging bar of two halves without lateral strain: the displacement of its end is the sum over
  // both.
  auto data = bar(CellType::QuadraticHexahedron, { 4, 1, 1 }, { 4, 1, 1 }, { 0, 0, 0 });
  data->GetPointData()->RemoveArray("Force");
  setCellArray(data, "YoungsModulus", { 10.0, 10.0, 40.0, 40.0 });
  auto filter = elasticAnalysisOf(data);
  filter->SetPoissonsRatio(0.0);
  filter->SetMassDensity(2.0);
  filter->SetAcceleration(3.0, 0.0, 0.0);
  filter->SetBodyForce(-5.0, 0.0, 0.0);
  filter->Update();
  // b = 1: u(4) = (integral of (4 - x) over 0..2) / 10 + (over 2..4) / 40
  EXPECT_NEAR(filter->GetLargestDisplacement(), 6.0 / 10.0 + 2.0 / 40.0, 1e-8);
  EXPECT_NEAR(elasticQuantity(filter, "ReactionX"), -4.0, 1e-8);
}

TEST(ElasticAnalysis, TakesAPoissonsRatioOfEachCell)
{
  auto data = bar(CellType::Hexahedron, { 2, 1, 1 }, { 2, 1, 1 }, { 1, 0, 0 });
  auto filter = elasticAnalysisOf(data);
  filter->SetPoissonsRatio(0.1);
  filter->Update();
  const double compliance = filter->GetCompliance();
  setCellArray(data, "PoissonsRatio", { 0.1, 0.1 });
  filter->SetPoissonsRatio(0.3);
  filter->Update();
  EXPECT_NEAR(filter->GetCompliance() / compliance, 1.0, 1e-9);
  setCellArray(data, "PoissonsRatio", { 0.1, 0.4 });
  filter->Update();
  EXPECT_GT(std::abs(filter->GetCompliance() / compliance - 1.0), 1e-3);
}

TEST(ElasticAnalysis, MakesLinearCellsQuadratic)
{
  // The cantilever of linear cells becomes that of quadratic ones, because edges are straight and
  // the load is uniform.
  const std::map<CellType, double> known = { { CellType::Tetrahedron, 2410.79666 },
    { CellType::Hexahedron, 2414.44438 } };
  for (const auto& [type, compliance] : known)
  {
    auto data = bar(type, { 10, 1, 2 }, { 10, 1, 2 }, { 0, 0, -500 });
    setCellArray(data, "Own", std::vector<double>(std::size_t(data->GetNumberOfCells()), 4.0));
    auto filter = elasticAnalysisOf(data);
    filter->SetYoungsModulus(210000.0);
    filter->MakeQuadraticOn();
    Errors warnings(filter, vtkCommand::WarningEvent);
    filter->Update();
    EXPECT_EQ(warnings.count(), 0) << warnings.text();
    EXPECT_NEAR(filter->GetCompliance() / compliance, 1.0, 1e-8);
    vtkDataSet* found = elasticResult(filter);
    EXPECT_EQ(found->GetCellType(0), int(quadraticType(type)));
    EXPECT_EQ(found->GetNumberOfCells(), data->GetNumberOfCells());
    EXPECT_EQ(cellValues(found, "Own").size(), std::size_t(data->GetNumberOfCells()));
    // The arrays of the result define the problem that was analysed.
    auto again = elasticAnalysisOf(found);
    again->SetYoungsModulus(210000.0);
    again->Update();
    EXPECT_NEAR(again->GetCompliance() / compliance, 1.0, 1e-8);
    EXPECT_NEAR(elasticQuantity(again, "LoadZ"), -1000.0, 1e-9);
  }
  // For an image, the result is a grid.
  auto filter = elasticAnalysisOf(image());
  filter->Update();
  const double linear = filter->GetCompliance();
  filter->MakeQuadraticOn();
  filter->Update();
  EXPECT_TRUE(vtkUnstructuredGrid::SafeDownCast(elasticResult(filter)));
  EXPECT_GT(filter->GetCompliance(), linear);
}

TEST(ElasticAnalysis, OfAnImageIsAnImage)
{
  auto data = image();
  auto filter = elasticAnalysisOf(data);
  filter->Update();
  auto* found = vtkImageData::SafeDownCast(elasticResult(filter));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->GetNumberOfCells(), 54);
  auto other = elasticAnalysisOf(hexahedra());
  other->Update();
  EXPECT_NEAR(filter->GetCompliance() / other->GetCompliance(), 1.0, 1e-9);
  EXPECT_LT(difference(pointValues(found, "Stress"), pointValues(elasticResult(other), "Stress")),
    1e-6 * other->GetLargestStress());
  auto voxel = elasticAnalysisOf(voxels());
  voxel->Update();
  EXPECT_NEAR(voxel->GetCompliance() / other->GetCompliance(), 1.0, 1e-9);
  EXPECT_EQ(elasticResult(filter, vtkElasticAnalysis::DEFORMED_SHAPE)->GetNumberOfCells(), 54);
}

TEST(ElasticAnalysis, PassesOnTheFaultOfADesign)
{
  auto data = image();
  auto filter = elasticAnalysisOf(data);
  const auto expectOnAll = [&](const std::string& fault)
  {
    filter->Update();
    for (int port = 0; port < filter->GetNumberOfOutputPorts(); ++port)
    {
      EXPECT_EQ(filters::markOf(filter->GetOutputDataObject(port), filters::DesignFault), fault)
        << port;
    }
  };
  expectOnAll("");
  filters::setMark(data, filters::DesignFault, "Volume fraction 0.9 exceeds its bound.");
  data->Modified();
  expectOnAll("Volume fraction 0.9 exceeds its bound.");
  filter->MakeQuadraticOn();
  expectOnAll("Volume fraction 0.9 exceeds its bound.");
}

TEST(ElasticAnalysis, ShowsTheDeformedShapeAtAScale)
{
  auto data = smallBar();
  auto filter = elasticAnalysisOf(data);
  filter->Update();
  const double tenth = 0.1 * std::sqrt(11.0) / filter->GetLargestDisplacement();
  EXPECT_NEAR(filter->GetDeformationScaleUsed(), tenth, 1e-9 * tenth);
  const auto expectScale = [&](double scale)
  {
    vtkDataSet* shape = elasticResult(filter, vtkElasticAnalysis::DEFORMED_SHAPE);
    vtkDataArray* u = shape->GetPointData()->GetArray("Displacement");
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(
          shape->GetPoint(i)[c], data->GetPoint(i)[c] + scale * u->GetComponent(i, c), 1e-12);
        EXPECT_EQ(elasticResult(filter)->GetPoint(i)[c], data->GetPoint(i)[c]);
      }
    }
  };
  expectScale(tenth);
  // Another scale does not cause another solution.
  const double seconds = elasticQuantity(filter, "SolveSeconds");
  filter->AutomaticDeformationScaleOff();
  filter->SetDeformationScale(2.5);
  filter->Update();
  expectScale(2.5);
  EXPECT_EQ(elasticQuantity(filter, "SolveSeconds"), seconds);
}

TEST(ElasticAnalysis, LeavesOutSurfaceCells)
{
  auto plain = smallBar();
  auto data = vtkSmartPointer<vtkUnstructuredGrid>::New();
  data->SetPoints(plain->GetPoints());
  data->GetPointData()->PassData(plain->GetPointData());
  const vtkIdType triangle[3] = { 0, 1, 2 };
  data->InsertNextCell(VTK_TRIANGLE, 3, triangle);
  data->InsertNextCell(VTK_VERTEX, 1, triangle);
  std::vector<double> moduli = { -1.0, -1.0 };
  for (vtkIdType i = 0; i < plain->GetNumberOfCells(); ++i)
  {
    data->InsertNextCell(plain->GetCellType(i), plain->GetCell(i)->GetPointIds());
    moduli.push_back(2.0);
  }
  setCellArray(data, "YoungsModulus", moduli);
  auto filter = elasticAnalysisOf(data);
  filter->Update();
  EXPECT_EQ(elasticResult(filter)->GetNumberOfCells(), plain->GetNumberOfCells());
  EXPECT_TRUE(contains(filter->GetStatus(), "2 cells were left out")) << filter->GetStatus();
  auto other = elasticAnalysisOf(plain);
  other->SetYoungsModulus(2.0);
  other->Update();
  EXPECT_NEAR(filter->GetCompliance() / other->GetCompliance(), 1.0, 1e-9);
}

TEST(ElasticAnalysis, TakesCellsOfSeveralTypes)
{
  // Two separate beams of different types: each has the same result as alone.
  const auto beam = [](CellType type, double y)
  {
    return makeBox(type, { 4, 1, 1 },
      [y](const Point& p) {
        return Point{ 4.0 * p[0], y + p[1], p[2] };
      });
  };
  const auto complianceOf = [](const Mesh& mesh)
  {
    auto data = gridOf(mesh);
    holdAndPush(data);
    auto filter = elasticAnalysisOf(data);
    Errors errors(filter);
    Errors warnings(filter, vtkCommand::WarningEvent);
    filter->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_EQ(elasticResult(filter)->GetNumberOfCells(), vtkIdType(mesh.numberOfElements()));
    return filter->GetCompliance();
  };
  const Mesh tetrahedra = beam(CellType::QuadraticTetrahedron, 0.0);
  const Mesh linear = beam(CellType::Tetrahedron, 2.0);
  const Mesh hexahedra = beam(CellType::QuadraticHexahedron, 4.0);
  const double sum = complianceOf(tetrahedra) + complianceOf(linear) + complianceOf(hexahedra);
  EXPECT_NEAR(complianceOf(joinMeshes({ tetrahedra, linear, hexahedra }, 1e-9)) / sum, 1.0, 1e-8);
}
}
