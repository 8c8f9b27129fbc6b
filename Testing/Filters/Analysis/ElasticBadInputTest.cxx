// Tests of invalid input of Elastic Analysis, and of its outputs then.

#include "ElasticTestInput.h"
#include "Support/Meshes/JoinedMeshes.h"
#include "TopologyTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkCellType.h"
#include "vtkIdList.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace trabecula::testing
{
namespace
{
/// Returns the message with which an input is refused, which must be the only one.
std::string refusal(
  vtkDataSet* data,
  const std::function<void(vtkElasticAnalysis*)>& change = [](vtkElasticAnalysis*) {})
{
  auto filter = elasticAnalysisOf(data);
  change(filter);
  Errors errors(filter);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_EQ(elasticResult(filter)->GetNumberOfCells(), 0);
  EXPECT_TRUE(contains(filter->GetStatus(), "Error"));
  return errors.text();
}

void expectRefusal(const std::string& message, const std::vector<std::string>& words)
{
  for (const std::string& word : words)
  {
    EXPECT_TRUE(contains(message, word)) << word << " in: " << message;
  }
}
}

TEST(ElasticBadInput, RefusesCellsThatItCannotAnalyse)
{
  auto data = smallBar();
  const vtkIdType nodes[6] = { 0, 1, 2, 3, 4, 5 };
  data->InsertNextCell(VTK_WEDGE, 6, nodes);
  expectRefusal(refusal(data), { "1 solid cell", "cell 18", "vtkWedge", "10 nodes" });

  vtkNew<vtkUnstructuredGrid> surface;
  surface->SetPoints(data->GetPoints());
  surface->InsertNextCell(VTK_TRIANGLE, 3, nodes);
  expectRefusal(refusal(surface), { "1 cell", "none is solid" });
  expectRefusal(refusal(vtkNew<vtkUnstructuredGrid>()), { "empty" });
  expectRefusal(refusal(vtkNew<vtkImageData>()), { "empty" });
}

TEST(ElasticBadInput, RefusesBadInput)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto withPoint = [&](double value)
  {
    auto data = smallBar();
    data->GetPoints()->SetPoint(3, value, 0.0, 0.0);
    return refusal(data);
  };
  expectRefusal(withPoint(nan), { "coordinate", "point 3" });

  auto data = smallBar();
  data->GetPointData()->RemoveArray("Supports");
  expectRefusal(refusal(data), { "\"Supports\" is missing", "\"Force\"" });

  data = smallBar();
  setPointArray(
    data, "Supports", std::vector<double>(std::size_t(3 * data->GetNumberOfPoints()), 0.0));
  expectRefusal(refusal(data), { "rigid-body motion" });

  data = smallBar();
  data->GetPointData()->RemoveArray("Force");
  expectRefusal(refusal(data), { "no load", "\"Supports\"" });

  data = smallBar();
  std::vector<double> force = pointValues(data, "Force");
  force[3] = nan;
  setPointArray(data, "Force", force);
  expectRefusal(refusal(data), { "Force", "point 1" });

  data = smallBar();
  std::vector<double> moduli(std::size_t(data->GetNumberOfCells()), 1.0);
  moduli[4] = nan;
  setCellArray(data, "YoungsModulus", moduli);
  expectRefusal(refusal(data), { "Young's modulus", "element 4", "1 element" });

  data = smallBar();
  std::vector<double> ratios(std::size_t(data->GetNumberOfCells()), 0.3);
  ratios[1] = 0.5;
  setCellArray(data, "PoissonsRatio", ratios);
  expectRefusal(refusal(data), { "Poisson's ratio", "element 1" });

  const auto refusalWith = [](const std::function<void(vtkElasticAnalysis*)>& change)
  { return refusal(smallBar(), change); };
  expectRefusal(
    refusalWith([](vtkElasticAnalysis* f) { f->SetPoissonsRatio(0.5); }), { "Poisson's ratio" });
  expectRefusal(
    refusalWith([](vtkElasticAnalysis* f) { f->SetYoungsModulus(-2.0); }), { "Young's modulus" });
  expectRefusal(
    refusalWith([](vtkElasticAnalysis* f) { f->SetMassDensity(-1.0); }), { "Mass Density" });
  expectRefusal(
    refusalWith([](vtkElasticAnalysis* f) { f->SetAcceleration(0.0, 0.0, std::nan("")); }),
    { "Acceleration", "in z" });
  expectRefusal(
    refusalWith([](vtkElasticAnalysis* f) { f->SetYieldStress(-1.0); }), { "Yield stress" });
  expectRefusal(
    refusalWith([&](vtkElasticAnalysis* f) { f->SetBodyForce(0.0, nan, 0.0); }), { "body force" });
  expectRefusal(
    refusalWith([](vtkElasticAnalysis* f) { f->AddForceArray("Missing"); }), { "\"Missing\"" });
}

TEST(ElasticBadInput, RefusesBadMeshes)
{
  // Inverted elements.
  auto data = smallBar(CellType::Hexahedron);
  vtkNew<vtkUnstructuredGrid> inverted;
  inverted->SetPoints(data->GetPoints());
  inverted->GetPointData()->PassData(data->GetPointData());
  for (vtkIdType i = 0; i < data->GetNumberOfCells(); ++i)
  {
    vtkNew<vtkIdList> nodes;
    data->GetCellPoints(i, nodes);
    for (vtkIdType a = 0; i == 1 && a < 4; ++a)
    {
      const vtkIdType swapped = nodes->GetId(a);
      nodes->SetId(a, nodes->GetId(a + 4));
      nodes->SetId(a + 4, swapped);
    }
    inverted->InsertNextCell(VTK_HEXAHEDRON, nodes);
  }
  expectRefusal(refusal(inverted), { "Element 1 is inverted", "Jacobian", "1 element" });

  // Mid-edge nodes in the order of another program.
  data = smallBar();
  vtkNew<vtkUnstructuredGrid> reordered;
  reordered->SetPoints(data->GetPoints());
  reordered->GetPointData()->PassData(data->GetPointData());
  for (vtkIdType i = 0; i < data->GetNumberOfCells(); ++i)
  {
    vtkNew<vtkIdList> nodes;
    data->GetCellPoints(i, nodes);
    const vtkIdType last = nodes->GetId(9);
    nodes->SetId(9, nodes->GetId(8));
    nodes->SetId(8, last);
    reordered->InsertNextCell(VTK_QUADRATIC_TETRA, nodes);
  }
  expectRefusal(refusal(reordered), { "element 0", "middle", "18 elements", "order of nodes" });

  // Linear cells adjacent to quadratic cells.
  const auto box = [](CellType type, double x)
  {
    return makeBox(type, { 1, 1, 1 },
      [x](const Point& p) {
        return Point{ x + p[0], p[1], p[2] };
      });
  };
  data = gridOf(
    joinMeshes({ box(CellType::Hexahedron, 0.0), box(CellType::QuadraticHexahedron, 1.0) }, 1e-9));
  holdAndPush(data);
  expectRefusal(refusal(data), { "element 0", "element 1", "do not match", "linear" });

  // Quadrilateral faces adjacent to triangles.
  data =
    gridOf(joinMeshes({ box(CellType::Hexahedron, 0.0), box(CellType::Tetrahedron, 1.0) }, 1e-9));
  holdAndPush(data);
  expectRefusal(refusal(data), { "element 0", "do not match", "quadrilateral" });

  // A separate piece.
  data =
    gridOf(joinMeshes({ box(CellType::Hexahedron, 0.0), box(CellType::Tetrahedron, 3.0) }, 1e-9));
  holdAndPush(data);
  expectRefusal(refusal(data), { "rigid-body motion" });
}

TEST(ElasticBadInput, KeepsItsLastResultAfterAMistakeOrAStop)
{
  auto filter = elasticAnalysisOf(smallBar());
  filter->Update();
  const double compliance = filter->GetCompliance();
  Errors errors(filter);
  filter->SetPoissonsRatio(0.7);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_EQ(elasticResult(filter)->GetNumberOfCells(), 18);
  EXPECT_EQ(elasticQuantity(filter, "Compliance"), compliance);
  EXPECT_EQ(elasticResult(filter, vtkElasticAnalysis::DEFORMED_SHAPE)->GetNumberOfCells(), 18);

  filter->SetPoissonsRatio(0.2);
  Watcher watcher(filter, "Reading");
  filter->Update();
  EXPECT_TRUE(contains(filter->GetStatus(), "Stopped")) << filter->GetStatus();
  EXPECT_EQ(elasticQuantity(filter, "Compliance"), compliance);
  filter->Continue();
  filter->Update();
  EXPECT_NE(elasticQuantity(filter, "Compliance"), compliance);
  EXPECT_EQ(errors.count(), 1);
}
}
