// Tests of designs on linear and quadratic tetrahedra and hexahedra, through the filters: the known
// compliances of each type, quadratic cells made of linear ones, surfaces, comparisons,
// checkpoints, a live run.

#include "CompareTestInput.h"
#include "ElasticTestInput.h"
#include "TopologyPipelineFixture.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDoubleArray.h"
#include "vtkFeatureEdges.h"
#include "vtkMassProperties.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkTopologySurface.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Compliances of designs 1, 2 and 10 from an independent program in Python.
struct Path
{
  CellType type;
  int filter;
  double first, second, tenth;
};
constexpr std::array<Path, 8> Paths = { {
  { CellType::Tetrahedron, vtkTopologyOptimize::SENSITIVITY_FILTER, 1102.697, 862.8958, 454.39 },
  { CellType::Tetrahedron, vtkTopologyOptimize::DENSITY_FILTER, 1102.697, 908.9801, 471.02 },
  { CellType::QuadraticTetrahedron, vtkTopologyOptimize::SENSITIVITY_FILTER, 1366.422, 1064.423,
    704.30 },
  { CellType::QuadraticTetrahedron, vtkTopologyOptimize::DENSITY_FILTER, 1366.422, 1115.435,
    697.89 },
  { CellType::Hexahedron, vtkTopologyOptimize::SENSITIVITY_FILTER, 1302.806, 1042.771, 730.77 },
  { CellType::Hexahedron, vtkTopologyOptimize::DENSITY_FILTER, 1302.806, 1093.548, 701.17 },
  { CellType::QuadraticHexahedron, vtkTopologyOptimize::SENSITIVITY_FILTER, 1366.195, 1096.620,
    800.91 },
  { CellType::QuadraticHexahedron, vtkTopologyOptimize::DENSITY_FILTER, 1366.195, 1146.171,
    764.96 },
} };

/// Returns a box of 2 x 1 x 1, held at x = 0, with a unit force in -z distributed over x = 2.
vtkSmartPointer<vtkUnstructuredGrid> block(CellType type)
{
  return bar(type, { 8, 4, 4 }, { 2, 1, 1 }, { 0, 0, -1 });
}

vtkSmartPointer<vtkTopologyOptimize> optimizationOf(
  vtkDataSet* data, int filterType = vtkTopologyOptimize::SENSITIVITY_FILTER, int iterations = 10)
{
  auto filter = filterOf(data);
  filter->SetInterpolation(vtkTopologyOptimize::MODIFIED_SIMP);
  filter->SetMinimumModulusRatio(1e-6);
  filter->SetFilterType(filterType);
  filter->SetFilterRadius(0.4);
  filter->SetVolumeFraction(0.3);
  filter->SetDensityChangeTolerance(0.0);
  filter->SetSolverTolerance(1e-10);
  filter->SetMaximumIterations(iterations);
  return filter;
}

/// Expects known compliances in the convergence table, which begins with that of the uniform
/// design.
void expectPath(vtkTopologyOptimize* filter, const Path& path)
{
  update(filter, Convergence);
  const std::vector<double> compliance = column(filter, "Compliance");
  ASSERT_GE(compliance.size(), 10U);
  EXPECT_NEAR(compliance[0] / path.first, 1.0, 1e-6);
  EXPECT_NEAR(compliance[1] / path.second, 1.0, 1e-6);
  EXPECT_NEAR(compliance[9] / path.tenth, 1.0, 1e-4);
}

vtkUnstructuredGrid* finalDesign(vtkTopologyOptimize* filter)
{
  update(filter, FinalDesign);
  return filter->GetOutput(FinalDesign);
}

void expectClosed(vtkPolyData* surface)
{
  vtkNew<vtkFeatureEdges> edges;
  edges->SetInputData(surface);
  edges->BoundaryEdgesOn();
  edges->NonManifoldEdgesOn();
  edges->FeatureEdgesOff();
  edges->ManifoldEdgesOff();
  edges->Update();
  EXPECT_EQ(edges->GetOutput()->GetNumberOfCells(), 0);
}
}

TEST(TopologyCellTypes, FollowTheKnownPath)
{
  for (const Path& path : Paths)
  {
    SCOPED_TRACE(cellShape(path.type).name + std::to_string(path.filter));
    const auto filter = optimizationOf(block(path.type), path.filter);
    Errors warnings(filter, vtkCommand::WarningEvent);
    expectPath(filter, path);
    const bool isStiff = path.type == CellType::Tetrahedron;
    EXPECT_EQ(warnings.count(), isStiff ? 1 : 0) << warnings.text();
    EXPECT_EQ(contains(warnings.text(), "768 cells are four-node tetrahedra"), isStiff);
    EXPECT_EQ(contains(warnings.text(), "Make them quadratic"), isStiff);
  }
}

TEST(TopologyCellTypes, AreMadeQuadratic)
{
  for (const std::size_t i : { 0U, 5U })
  {
    // The elements made of linear cells have the loaded faces, so the compliances are exactly those
    // of the quadratic type.
    const CellType type = Paths[i].type;
    SCOPED_TRACE(cellShape(type).name);
    const auto grid = block(type);
    std::vector<double> other = pointValues(grid, "Force");
    for (double& force : other)
    {
      force *= 3.0;
    }
    setPointArray(grid, "ForceOther", other);
    vtkNew<vtkDoubleArray> motor;
    motor->SetName("Motor");
    motor->SetNumberOfValues(grid->GetNumberOfPoints());
    motor->Fill(2.0);
    grid->GetPointData()->AddArray(motor);
    const auto filter = optimizationOf(grid, Paths[i].filter);
    filter->AddForceArray("Force");
    constexpr int masses = 21;
    filter->SetInputArrayToProcess(masses, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Motor");
    filter->MakeQuadraticOn();
    Errors warnings(filter, vtkCommand::WarningEvent);
    expectPath(filter, Paths[i + 2]);
    EXPECT_EQ(warnings.count(), 0) << warnings.text();
    vtkUnstructuredGrid* design = finalDesign(filter);
    EXPECT_EQ(design->GetNumberOfCells(), grid->GetNumberOfCells());
    EXPECT_EQ(design->GetCellType(0), static_cast<int>(quadraticType(type)));
    EXPECT_EQ(design->GetNumberOfPoints(), block(quadraticType(type))->GetNumberOfPoints());
    // Its arrays are those of the problem, so that the design itself can be optimized.
    const auto again = optimizationOf(design, Paths[i].filter);
    again->AddForceArray("Force");
    expectPath(again, Paths[i + 2]);
    // The arrays include that of a load case which was not chosen.
    std::vector<double> unused = pointValues(design, "ForceOther");
    for (double& force : unused)
    {
      force /= 3.0;
    }
    EXPECT_LT(difference(unused, pointValues(design, "Force")), 1e-12);
    // Masses of points remain at their points.
    const std::vector<double> found = pointValues(design, "Motor");
    EXPECT_EQ(std::count(found.begin(), found.end(), 2.0), grid->GetNumberOfPoints());
    EXPECT_EQ(std::count(found.begin(), found.end(), 0.0),
      design->GetNumberOfPoints() - grid->GetNumberOfPoints());
    filter->MakeQuadraticOff();
    EXPECT_EQ(finalDesign(filter)->GetCellType(0), static_cast<int>(type));
  }
  const auto filter = run(image(), 1);
  filter->MakeQuadraticOn();
  filter->SetResultGeometry(vtkTopologyOptimize::AS_INPUT);
  vtkUnstructuredGrid* design = finalDesign(filter);
  ASSERT_TRUE(design);
  EXPECT_EQ(design->GetNumberOfCells(), 54);
  EXPECT_EQ(design->GetCellType(0), VTK_QUADRATIC_HEXAHEDRON);
}

TEST(TopologyCellTypes, OfQuadraticDesignsHaveTheHeatOfTheirProblem)
{
  const auto grid = block(CellType::Tetrahedron);
  vtkNew<vtkDoubleArray> cooled;
  cooled->SetName("TemperatureSupports");
  vtkNew<vtkDoubleArray> flow;
  flow->SetName("HeatFlow");
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    const bool isCooled = grid->GetPoint(i)[0] < 1e-9;
    cooled->InsertNextValue(isCooled ? 1.0 : 0.0);
    flow->InsertNextValue(isCooled ? 0.0 : 0.01);
  }
  grid->GetPointData()->AddArray(cooled);
  grid->GetPointData()->AddArray(flow);
  const auto heated = [](vtkDataSet* data)
  {
    auto filter = optimizationOf(data, vtkTopologyOptimize::DENSITY_FILTER, 2);
    filter->SetOptimizer(vtkTopologyOptimize::MOVING_ASYMPTOTES);
    filter->SetThermalExpansion(0.1);
    filter->SetSolveTemperature(true);
    return filter;
  };
  const auto filter = heated(grid);
  filter->MakeQuadraticOn();
  vtkUnstructuredGrid* design = finalDesign(filter);
  ASSERT_TRUE(design);
  ASSERT_GT(design->GetNumberOfPoints(), grid->GetNumberOfPoints());
  const auto again = heated(design);
  const Errors errors(again);
  update(again, Convergence);
  EXPECT_EQ(errors.count(), 0) << errors.text();
  update(filter, Convergence);
  const std::vector<double> wanted = column(filter, "Compliance");
  const std::vector<double> found = column(again, "Compliance");
  ASSERT_EQ(found.size(), wanted.size());
  ASSERT_GE(found.size(), 2U);
  EXPECT_NEAR(found[0] / wanted[0], 1.0, 1e-8);
  EXPECT_NEAR(found[1] / wanted[1], 1.0, 1e-6);
}

TEST(TopologyCellTypes, LeaveOutSurfaceCellsAndSaySo)
{
  const auto grid = block(CellType::Tetrahedron);
  const vtkIdType solid = grid->GetNumberOfCells();
  const auto wanted = optimizationOf(grid, vtkTopologyOptimize::DENSITY_FILTER, 2);
  const std::vector<double> density = cellValues(finalDesign(wanted), "Density");

  auto mixed = vtkSmartPointer<vtkUnstructuredGrid>::New();
  mixed->SetPoints(grid->GetPoints());
  mixed->GetPointData()->ShallowCopy(grid->GetPointData());
  vtkNew<vtkIdList> nodes;
  std::vector<double> numbers;
  for (vtkIdType i = 0; i < solid; ++i)
  {
    if (i % 100 == 0)
    {
      const vtkIdType corners[3] = { 0, 1, 2 };
      mixed->InsertNextCell(VTK_TRIANGLE, 3, corners);
      numbers.push_back(-1.0);
    }
    grid->GetCellPoints(i, nodes);
    mixed->InsertNextCell(VTK_TETRA, nodes);
    numbers.push_back(static_cast<double>(i));
  }
  setCellArray(mixed, "Number", numbers);
  const auto filter = optimizationOf(mixed, vtkTopologyOptimize::DENSITY_FILTER, 2);
  vtkUnstructuredGrid* design = finalDesign(filter);
  ASSERT_EQ(design->GetNumberOfCells(), solid);
  EXPECT_EQ(cellValues(design, "Density"), density);
  EXPECT_EQ(cellValues(design, "Number").back(), static_cast<double>(solid - 1));
  EXPECT_TRUE(contains(filter->GetStatus(), "8 cells were left out")) << filter->GetStatus();

  filter->SetVolumeFraction(0.0);
  Errors errors(filter);
  filter->Update();
  EXPECT_TRUE(contains(errors.text(), "8 cells were left out")) << errors.text();
}

TEST(TopologyCellTypes, HaveClosedSurfacesOfTheirVolume)
{
  for (const CellType type : ElasticTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    const auto optimization =
      optimizationOf(block(type), vtkTopologyOptimize::SENSITIVITY_FILTER, 15);
    vtkUnstructuredGrid* design = finalDesign(optimization);
    vtkNew<vtkTopologySurface> filter;
    filter->SetInputDataObject(design);
    filter->Update();
    vtkPolyData* surface = filter->GetOutput();
    ASSERT_GT(surface->GetNumberOfCells(), 0);
    EXPECT_STREQ(filter->GetClosed(), "yes");
    expectClosed(surface);
    vtkNew<vtkMassProperties> mass;
    mass->SetInputData(surface);
    mass->Update();
    EXPECT_NEAR(mass->GetVolume(), 0.3 * 2.0, 0.01);
  }
}

TEST(TopologyCellTypes, AreCompared)
{
  const DensityOf half = [](double x, double, double) { return x < 1.0 ? 1.0 : 0.0; };
  const DensityOf most = [](double x, double, double) { return x < 1.5 ? 1.0 : 0.0; };
  for (const CellType type : ElasticTypes)
  {
    SCOPED_TRACE(cellShape(type).name);
    const auto first = withDensity(block(type), half);
    const auto second = withDensity(block(type), most);
    auto filter = comparisonOf({ first, second });
    filter->SetResolution(16);
    filter->Update();
    EXPECT_NEAR(measure(filter, 0, "Volume"), 1.0, 1e-12);
    EXPECT_NEAR(measure(filter, 1, "Volume"), 1.5, 1e-12);
    EXPECT_NEAR(measure(filter, 1, "Dice"), 2.0 * 1.0 / 2.5, 1e-12);
    EXPECT_EQ(differencesOf(filter)->GetCellType(0), static_cast<int>(type));

    // A mesh of another cell type at the same place, so that both are resampled.
    const CellType other =
      type == CellType::Hexahedron ? CellType::Tetrahedron : CellType::Hexahedron;
    const auto third = withDensity(block(other), half);
    filter = comparisonOf({ first, third });
    filter->SetResolution(16);
    filter->Update();
    EXPECT_TRUE(contains(filter->GetCommonMesh(), "resampled")) << filter->GetCommonMesh();
    EXPECT_NEAR(measure(filter, 1, "Dice"), 1.0, 1e-12);
    EXPECT_NEAR(measure(filter, 1, "Volume"), 1.0, 1e-12);
  }
}

TEST(TopologyCellTypes, ResumeWithTheSameBits)
{
  const std::string path = std::filesystem::temp_directory_path() /
    ("TopologyCellTypesTest" + std::to_string(getpid()) + ".checkpoint");
  for (const CellType type : { CellType::Tetrahedron, CellType::QuadraticTetrahedron })
  {
    std::filesystem::remove(path);
    const auto grid = bar(type, { 4, 2, 2 }, { 2, 1, 1 }, { 0, 0, -1 });
    const auto make = [&](int iterations)
    { return optimizationOf(grid, vtkTopologyOptimize::SENSITIVITY_FILTER, iterations); };
    const auto begun = make(4);
    begun->SetCheckpointFile(path.c_str());
    finalDesign(begun);
    begun->SetCheckpointFile("");
    const auto resumed = make(8);
    resumed->SetResumeFrom(path.c_str());
    const auto whole = make(8);
    EXPECT_EQ(
      cellValues(finalDesign(resumed), "Density"), cellValues(finalDesign(whole), "Density"));
    EXPECT_EQ(resumed->GetNumberOfAnalyses(), 4);
  }
  std::filesystem::remove(path);
}

TEST(TopologyCellTypes, RunLive)
{
  const auto plain = optimizationOf(
    block(CellType::QuadraticTetrahedron), vtkTopologyOptimize::SENSITIVITY_FILTER, 3);
  const auto live =
    optimizationOf(block(CellType::Tetrahedron), vtkTopologyOptimize::SENSITIVITY_FILTER, 3);
  live->MakeQuadraticOn();
  live->AllowLive();
  live->LiveOn();
  const auto start = std::chrono::steady_clock::now();
  update(live, FinalDesign);
  while (live->GetRunState() != vtkTopologyOptimize::FINISHED)
  {
    ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (live->GetNeedsUpdate())
    {
      update(live, FinalDesign);
    }
  }
  live->GetNeedsUpdate();
  const std::vector<double> densities = cellValues(finalDesign(live), "Density");
  EXPECT_LT(difference(densities, cellValues(finalDesign(plain), "Density")), 1e-9);
}
}
