// Tests of invalid datasets and properties of Meshfree Topology Optimize: there is one message that
// names the fault, earlier results remain, and the filter works afterwards.

#include "MeshfreeTestInput.h"

#include "vtkDoubleArray.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkPointData.h"
#include "vtkPoints.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <ostream>

namespace trabecula::testing
{
namespace
{
using Filter = vtkMeshfreeTopologyOptimize;

constexpr std::array<int, 3> Small = { 6, 4, 2 };
constexpr vtkIdType SmallPoints = 7 * 5 * 3;
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

struct BadInput
{
  const char* name;
  /// Invalidates the input, the nodes of the second input or the filter.
  std::function<void(vtkUnstructuredGrid*, vtkPolyData*, Filter*)> spoil;
  std::vector<std::string> words; ///< the message contains each of them
};

std::ostream& operator<<(std::ostream& out, const BadInput& bad)
{
  return out << bad.name;
}

void movePoint(vtkPointSet* data, vtkIdType point, double x, double y, double z)
{
  vtkNew<vtkPoints> points;
  points->DeepCopy(data->GetPoints());
  points->SetPoint(point, x, y, z);
  data->SetPoints(points);
}

void addScalars(vtkDataSet* data, const char* name, double value, vtkIdType differs, double other)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfTuples(data->GetNumberOfPoints());
  array->FillValue(value);
  array->SetValue(differs, other);
  data->GetPointData()->AddArray(array);
}

std::vector<double> vectors(vtkIdType point, int component, double value)
{
  std::vector<double> values(3 * SmallPoints, 0.0);
  values[3 * static_cast<std::size_t>(point) + static_cast<std::size_t>(component)] = value;
  return values;
}

const BadInput BadInputs[] = {
  { "NoSupports", [](auto* grid, auto*, auto*) { grid->GetPointData()->RemoveArray("Supports"); },
    { "\"Supports\"", "missing", "\"Force\"" } },
  { "NoLoad", [](auto* grid, auto*, auto*) { grid->GetPointData()->RemoveArray("Force"); },
    { "load", "\"Supports\"" } },
  { "RigidMotion",
    [](auto* grid, auto*, auto*) { setPointArray(grid, "Supports", vectors(0, 0, 1.0)); },
    { "rigid" } },
  { "NonzeroPrescribedDisplacement",
    [](auto* grid, auto*, auto*)
    { setPointArray(grid, "PrescribedDisplacement", vectors(7, 1, 0.5)); },
    { "Prescribed displacement is 0.5", "point 7", "component 1", "zero" } },
  { "RegionOfOtherNumbers",
    [](auto* grid, auto*, auto*) { addScalars(grid, "DesignRegion", 0.0, 17, 3.0); },
    { "Point array \"DesignRegion\"", "3 at point 17", "0 (design)" } },
  { "RegionOfNodesOfOtherNumbers",
    [](auto*, auto* nodes, auto* filter)
    {
      addScalars(nodes, "DesignRegion", 0.0, 18, 0.5);
      filter->SetInputData(1, nodes);
    },
    { "Point array \"DesignRegion\"", "0.5 at point 18" } },
  { "RegionThatNodesDoNotHave",
    [](auto* grid, auto* nodes, auto* filter)
    {
      addScalars(grid, "DesignRegion", 0.0, 17, 1.0);
      addScalars(nodes, "Temperature", 0.0, 17, 1.0);
      filter->SetInputData(1, nodes);
    },
    { "\"DesignRegion\"", "Nodes", "\"Temperature\"", "None" } },
  { "ChosenRegionMissing",
    [](auto*, auto*, auto* filter)
    { filter->SetInputArrayToProcess(2, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Keep"); },
    { "\"Keep\"", "missing", "design region" } },
  { "NodesWithoutPoints",
    [](auto*, auto* nodes, auto* filter)
    {
      nodes->SetPoints(vtkNew<vtkPoints>());
      filter->SetInputData(1, nodes);
    },
    { "Nodes has no points" } },
  { "CoincidentNodes",
    [](auto*, auto* nodes, auto* filter)
    {
      movePoint(nodes, 40, nodes->GetPoint(41)[0], nodes->GetPoint(41)[1], nodes->GetPoint(41)[2]);
      filter->SetInputData(1, nodes);
    },
    { "Node 4", "coincides" } },
  { "NodeOutside",
    [](auto*, auto* nodes, auto* filter)
    {
      nodes->GetPoints()->InsertNextPoint(9.0, 9.0, 9.0);
      nodes->GetPoints()->InsertNextPoint(9.5, 9.0, 9.0);
      filter->SetInputData(1, nodes);
    },
    { "Node 105", "reaches no integration point" } },
  { "NodeNotANumber",
    [](auto*, auto* nodes, auto* filter)
    {
      movePoint(nodes, 40, NaN, 0.0, 0.0);
      filter->SetInputData(1, nodes);
    },
    { "coordinate", "node 40" } },
  { "TooFewNodes",
    [](auto*, auto* nodes, auto* filter)
    {
      vtkNew<vtkPoints> few;
      few->SetNumberOfPoints(3);
      few->SetPoint(0, 0.0, 0.0, 0.0);
      few->SetPoint(1, 1.0, 0.0, 0.0);
      few->SetPoint(2, 0.0, 1.0, 0.0);
      nodes->SetPoints(few);
      filter->SetInputData(1, nodes);
    },
    { "3 nodes", "four" } },
  { "InfluenceTooSmall", [](auto*, auto*, auto* filter) { filter->SetSupportScale(1.05); },
    { "4 nodes in reach", "Raise Support Scale" } },
  { "SupportScale", [](auto*, auto*, auto* filter) { filter->SetSupportScale(1.0); },
    { "upport scale is 1" } },
  { "SupportScaleNotANumber", [](auto*, auto*, auto* filter) { filter->SetSupportScale(NaN); },
    { "upport scale is nan" } },
  { "PenaltyFactor", [](auto*, auto*, auto* filter) { filter->SetPenaltyFactor(0.0); },
    { "enalty factor is 0" } },
  { "GaussPoints", [](auto*, auto*, auto* filter) { filter->SetGaussPoints(5); },
    { "Gauss points are 5", "1 to 4" } },
  { "LatticeTableOfMovedNodes",
    [](auto*, auto* nodes, auto* filter)
    {
      filter->SetInputData(1, nodes);
      filter->SetOperator(Filter::LATTICE_TABLE);
    },
    { "lattice" } },
  { "Multigrid", [](auto*, auto*, auto* filter) { filter->SetPreconditioner(Filter::MULTIGRID); },
    { "Multigrid", "Rigid Body Modes" } },
  { "InvertedCell", [](auto* grid, auto*, auto*) { movePoint(grid, 0, 2.5, 0.0, 0.0); },
    { "lement 0" } },
  { "FilterWithoutNeighbours",
    [](auto*, auto*, auto* filter)
    {
      filter->SetFilterType(Filter::DENSITY_FILTER);
      filter->SetFilterRadius(0.5);
    },
    { "Filter radius is 0.5" } },
  { "Memory",
    [](auto*, auto*, auto* filter)
    {
      filter->SetInputData(meshfreeGrid());
      filter->SetMemoryLimit(1);
    },
    { "MiB" } },
};

class MeshfreeBadInput : public ::testing::TestWithParam<BadInput>
{
};
}

TEST_P(MeshfreeBadInput, OneMessageNothingLostUsableAfter)
{
  const BadInput& bad = GetParam();
  auto filter = meshfreeFilter(meshfreeGrid(Small), 1);
  const std::vector<double> before = compliances(filter);
  Errors errors(filter);
  const auto grid = meshfreeGrid(Small);
  const auto nodes = movedNodes(Small);
  filter->SetInputData(grid);
  bad.spoil(grid, nodes, filter);
  filter->Update(Filter::CONVERGENCE);
  filter->Update(Filter::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  for (const std::string& word : bad.words)
  {
    EXPECT_TRUE(contains(errors.text(), word)) << errors.text() << " lacks " << word;
  }
  EXPECT_TRUE(contains(filter->GetStatus(), "Error: ")) << filter->GetStatus();
  EXPECT_EQ(column(filter, "Compliance"), before);

  auto fresh = meshfreeFilter(meshfreeGrid(Small), 1);
  EXPECT_LT(difference(compliances(fresh), before), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Input, MeshfreeBadInput, ::testing::ValuesIn(BadInputs),
  [](const auto& info) { return info.param.name; });

TEST(MeshfreeRefusal, RefusesPointsWithoutCells)
{
  vtkNew<vtkUnstructuredGrid> points;
  points->SetPoints(movedNodes(Small)->GetPoints());
  auto filter = meshfreeFilter(points, 1);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  for (const char* word : { "105 points", "no cells", "Nodes" })
  {
    EXPECT_TRUE(contains(errors.text(), word)) << errors.text();
  }
  // A cell for each point is not sufficient.
  vtkNew<vtkUnstructuredGrid> vertices;
  vertices->SetPoints(points->GetPoints());
  for (vtkIdType i = 0; i < points->GetNumberOfPoints(); ++i)
  {
    vertices->InsertNextCell(VTK_VERTEX, 1, &i);
  }
  filter->SetInputData(vertices);
  filter->Update();
  EXPECT_EQ(errors.count(), 2);
  EXPECT_TRUE(contains(errors.text(), "no cells")) << errors.text();
}

TEST(MeshfreeRefusal, RefusesTetrahedra)
{
  const auto grid = meshfreeGrid(Small);
  vtkNew<vtkUnstructuredGrid> tetrahedra;
  tetrahedra->SetPoints(grid->GetPoints());
  tetrahedra->GetPointData()->PassData(grid->GetPointData());
  const vtkIdType corners[4] = { 0, 1, 7, 35 };
  tetrahedra->InsertNextCell(VTK_TETRA, 4, corners);
  auto filter = meshfreeFilter(tetrahedra, 1);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "hexahedra")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "Extract Surface")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "Topology Optimize takes")) << errors.text();
}

TEST(MeshfreeRefusal, RefusesBlocksOfNodes)
{
  vtkNew<vtkMultiBlockDataSet> blocks;
  blocks->SetBlock(0, movedNodes(Small));
  blocks->SetBlock(1, movedNodes(Small));
  auto filter = meshfreeFilter(meshfreeGrid(Small), 0);
  filter->SetInputDataObject(1, blocks);
  Errors errors(filter);
  filter->Update();
  filter->Update(Filter::FINAL_DESIGN);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Merge Blocks")) << errors.text();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 0);
}

TEST(MeshfreeRefusal, WarnsOfHeldPointsOnNoHeldFace)
{
  const auto grid = meshfreeGrid(Small);
  std::vector<double> supports(3 * SmallPoints, 0.0);
  for (vtkIdType i = 0; i < SmallPoints; ++i)
  {
    const double* x = grid->GetPoint(i);
    const bool isHeld = x[0] == 0.0 || (x[0] == 6.0 && x[1] == 4.0 && x[2] == 2.0);
    std::fill_n(&supports[3 * i], 3, isHeld ? 1.0 : 0.0);
  }
  setPointArray(grid, "Supports", supports);
  auto filter = meshfreeFilter(grid, 0);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "held")) << warnings.text();
}
}
