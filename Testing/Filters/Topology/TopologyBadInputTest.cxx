// Tests of invalid datasets and properties of the filter: there is one message that names the
// fault, earlier results remain, and the filter works afterwards.

#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace trabecula::testing
{
namespace
{
constexpr int FinalDesign = vtkTopologyOptimize::FINAL_DESIGN;

constexpr int Convergence = vtkTopologyOptimize::CONVERGENCE;

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

struct BadInput
{
  const char* name;
  /// Invalidates the input or the filter.
  std::function<void(vtkUnstructuredGrid*, vtkTopologyOptimize*)> spoil;
  std::vector<std::string> words; ///< the message contains each of them
};

void setTuple(
  vtkUnstructuredGrid* grid, const char* array, vtkIdType point, int component, double value)
{
  // The arrays of the input are shared, so that only a copy may be modified.
  vtkNew<vtkDoubleArray> copy;
  copy->DeepCopy(grid->GetPointData()->GetArray(array));
  copy->SetName(array);
  copy->SetComponent(point, component, value);
  grid->GetPointData()->AddArray(copy);
}

void setSupports(vtkUnstructuredGrid* grid, const std::function<bool(const double*, int)>& held)
{
  std::vector<double> values;
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grid->GetPoint(i, x);
    for (int c = 0; c < 3; ++c)
    {
      values.push_back(held(x, c) ? 1.0 : 0.0);
    }
  }
  setPointArray(grid, "Supports", values);
}

void movePoint(vtkUnstructuredGrid* grid, vtkIdType point, double x, double y, double z)
{
  vtkNew<vtkPoints> points;
  points->DeepCopy(grid->GetPoints());
  points->SetPoint(point, x, y, z);
  grid->SetPoints(points);
}

const BadInput BadInputs[] = {
  { "NoSupportsArray", [](auto* grid, auto*) { grid->GetPointData()->RemoveArray("Supports"); },
    { "\"Supports\"", "missing", "\"Force\"", "Trabecula > Mechanical Support" } },
  { "NoConditions",
    [](auto* grid, auto*)
    {
      grid->GetPointData()->RemoveArray("Supports");
      grid->GetPointData()->RemoveArray("Force");
    },
    { "neither supports nor loads", "Trabecula > Mechanical Support",
      "Trabecula > Mechanical Load" } },
  { "NegativeIterations", [](auto*, auto* filter) { filter->SetMaximumIterations(-5); },
    { "Maximum Iterations is -5", "at least 0" } },
  { "SupportsOfOneComponent",
    [](auto* grid, auto*)
    {
      vtkNew<vtkIntArray> array;
      array->SetName("Supports");
      array->SetNumberOfTuples(grid->GetNumberOfPoints());
      array->FillValue(1);
      grid->GetPointData()->AddArray(array);
    },
    { "\"Supports\"", "1 component", "3" } },
  { "SupportsOfText",
    [](auto* grid, auto*)
    {
      vtkNew<vtkStringArray> array;
      array->SetName("Supports");
      array->SetNumberOfComponents(3);
      array->SetNumberOfTuples(grid->GetNumberOfPoints());
      grid->GetPointData()->RemoveArray("Supports");
      grid->GetPointData()->AddArray(array);
    },
    { "\"Supports\"", "numbers" } },
  { "SupportsNeitherZeroNorOne", [](auto* grid, auto*) { setTuple(grid, "Supports", 17, 1, 0.5); },
    { "\"Supports\"", "0.5", "17" } },
  { "SupportsNotANumber", [](auto* grid, auto*) { setTuple(grid, "Supports", 17, 1, NaN); },
    { "\"Supports\"", "nan", "17" } },
  { "NoSupports",
    [](auto* grid, auto*) { setSupports(grid, [](const double*, int) { return false; }); },
    { "rigid" } },
  { "SupportsAlongXOnly",
    [](auto* grid, auto*)
    { setSupports(grid, [](const double* x, int c) { return x[0] == 0.0 && c == 0; }); },
    { "rigid" } },
  { "NoLoadArray", [](auto* grid, auto*) { grid->GetPointData()->RemoveArray("Force"); },
    { "no load", "\"Supports\"", "Trabecula > Mechanical Load" } },
  { "ZeroLoad", [](auto* grid, auto*) { setPointArray(grid, "Force", edgeForces(2, 0.0)); },
    { "Force" } },
  { "LoadOnFixedNodesOnly",
    [](auto* grid, auto*)
    {
      setPointArray(grid, "Force", edgeForces(2, 0.0));
      setTuple(grid, "Force", 0, 2, -1.0);
    },
    { "Force", "supported" } },
  { "NoOutputArray",
    [](auto*, auto* filter) { filter->SetObjective(vtkTopologyOptimize::OUTPUT_DISPLACEMENT); },
    { "\"OutputWeights\"", "missing", "output weights", "\"Supports\"" } },
  { "OutputOfOneComponent",
    [](auto* grid, auto* filter)
    {
      filter->SetObjective(vtkTopologyOptimize::OUTPUT_DISPLACEMENT);
      vtkNew<vtkDoubleArray> array;
      array->SetName("OutputWeights");
      array->SetNumberOfTuples(grid->GetNumberOfPoints());
      array->FillValue(1.0);
      grid->GetPointData()->AddArray(array);
    },
    { "\"OutputWeights\"", "1 component", "3" } },
  { "NoSpringsAtTheOutput",
    [](auto* grid, auto* filter)
    {
      filter->SetObjective(vtkTopologyOptimize::OUTPUT_DISPLACEMENT);
      setPointArray(grid, "OutputWeights", edgeForces(0, 1.0));
    },
    { "Spring stiffness", "Output" } },
  { "ObjectiveOfNoKind", [](auto*, auto* filter) { filter->SetObjective(99); },
    { "Objective has the number 99", "0 to 11" } },
  { "NegativeObjective", [](auto*, auto* filter) { filter->SetObjective(-1); },
    { "Objective has the number -1" } },
  { "NegativeMemoryLimit", [](auto*, auto* filter) { filter->SetMemoryLimit(-5); },
    { "Memory Limit is -5 MiB" } },
  { "MoreIterationsThanCanBeListed",
    [](auto*, auto* filter) { filter->SetMaximumIterations(VTK_INT_MAX); },
    { "Maximum Iterations is 2147483647", "100000 at most" } },
  { "NegativeSprings",
    [](auto* grid, auto*) { setPointArray(grid, "Springs", edgeForces(2, -2.0)); },
    { "Spring stiffness", "-2", "component 2" } },
  { "NoSuchSprings",
    [](auto*, auto* filter) {
      filter->SetInputArrayToProcess(
        4, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Foundation");
    },
    { "\"Foundation\"", "missing", "spring stiffnesses" } },
  { "NoSuchStrategy", [](auto*, auto* filter) { filter->SetStrategy(99); }, { "strategy", "99" } },
  { "StrategyOfTheGpuOnTheHost",
    [](auto*, auto* filter)
    {
      filter->SetDevice(vtkTopologyOptimize::HOST);
      filter->SetStrategy(static_cast<int>(Strategy::Ebe24));
    },
    { "ebe24" } },
  { "LoadNotANumber", [](auto* grid, auto*) { setTuple(grid, "Force", 20, 1, NaN); },
    { "Force", "20" } },
  { "LoadInfinite",
    [](auto* grid, auto*)
    { setTuple(grid, "Force", 20, 1, std::numeric_limits<double>::infinity()); },
    { "Force", "20" } },
  { "ChosenLoadMissing", [](auto*, auto* filter) { filter->AddForceArray("Wind"); },
    { "\"Wind\"", "missing", "\"Force\"" } },
  { "WrongNumberOfWeights",
    [](auto*, auto* filter)
    {
      filter->AddLoadCaseWeight(1.0);
      filter->AddLoadCaseWeight(1.0);
    },
    { "Load Case Weights", "2", "1", "Force" } },
  { "NegativeWeight", [](auto*, auto* filter) { filter->AddLoadCaseWeight(-1.0); },
    { "eight", "Force" } },
  { "OtherCells",
    [](auto* grid, auto*)
    {
      const vtkIdType pyramid[5] = { 0, 1, 8, 7, 28 };
      const vtkIdType wedge[6] = { 0, 1, 7, 28, 29, 35 };
      grid->InsertNextCell(VTK_PYRAMID, 5, pyramid);
      grid->InsertNextCell(VTK_PYRAMID, 5, pyramid);
      grid->InsertNextCell(VTK_WEDGE, 6, wedge);
    },
    { "3 solid cells", "cell 54", "2 of type vtkPyramid", "1 of type vtkWedge" } },
  { "FacesThatDoNotMatch",
    [](auto* grid, auto*)
    {
      const vtkIdType tetra[4] = { 6, 13, 34, 0 };
      grid->InsertNextCell(VTK_TETRA, 4, tetra);
    },
    { "element 54" } },
  { "InvertedElement", [](auto* grid, auto*) { movePoint(grid, 0, 2.5, 0.0, 0.0); },
    { "lement 0" } },
  { "DegenerateElement",
    [](auto* grid, auto*)
    {
      for (vtkIdType i = 6; i < grid->GetNumberOfPoints(); i += 7)
      {
        const double* x = grid->GetPoint(i);
        movePoint(grid, i, 5.0, x[1], x[2]);
      }
    },
    { "lement 5" } },
  { "CoordinateNotANumber", [](auto* grid, auto*) { movePoint(grid, 9, NaN, 0.0, 0.0); }, { "9" } },
  { "VolumeFractionZero", [](auto*, auto* filter) { filter->SetVolumeFraction(0.0); },
    { "olume fraction" } },
  { "VolumeFractionAboveOne", [](auto*, auto* filter) { filter->SetVolumeFraction(1.5); },
    { "olume fraction" } },
  { "VolumeFractionNotANumber", [](auto*, auto* filter) { filter->SetVolumeFraction(NaN); },
    { "olume fraction" } },
  { "VolumeFractionImpossible",
    [](auto* grid, auto*)
    {
      std::vector<double> region(54, 1.0);
      region[30] = 0.0;
      setCellArray(grid, "DesignRegion", region);
    },
    { "olume fraction", "solid" } },
  { "NothingToDesign",
    [](auto* grid, auto*) { setCellArray(grid, "DesignRegion", std::vector<double>(54, 1.0)); },
    { "esign region" } },
  { "DesignRegionUnknown",
    [](auto* grid, auto*)
    {
      std::vector<double> region(54, 0.0);
      region[23] = 3.0;
      setCellArray(grid, "DesignRegion", region);
    },
    { "\"DesignRegion\"", "3", "cell 23" } },
  { "DesignRegionMissing",
    [](auto*, auto* filter)
    { filter->SetInputArrayToProcess(2, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Regions"); },
    { "\"Regions\"", "missing" } },
  { "FilterRadiusTooSmall", [](auto*, auto* filter) { filter->SetFilterRadius(0.2); },
    { "adius", "0.2" } },
  { "FilterRadiusNegative", [](auto*, auto* filter) { filter->SetFilterRadius(-1.0); },
    { "adius" } },
  { "PoissonsRatio", [](auto*, auto* filter) { filter->SetPoissonsRatio(0.5); }, { "oisson" } },
  { "DensityChangeTolerance", [](auto*, auto* filter) { filter->SetDensityChangeTolerance(-1.0); },
    { "olerance" } },
  { "DisconnectedParts",
    [](auto* grid, auto*)
    {
      vtkNew<vtkPoints> points;
      points->DeepCopy(grid->GetPoints());
      vtkIdType hexahedron[8];
      for (int i = 0; i < 8; ++i)
      {
        const double x = ((i + 1) / 2) % 2;
        hexahedron[i] = points->InsertNextPoint(20.0 + x, (i / 2) % 2, i / 4);
      }
      grid->SetPoints(points);
      grid->InsertNextCell(VTK_HEXAHEDRON, 8, hexahedron);
      setSupports(grid, [](const double* x, int) { return x[0] == 0.0; });
      std::vector<double> forces = edgeForces(2, -1.0);
      forces.resize(forces.size() + 24, 0.0);
      setPointArray(grid, "Force", forces);
    },
    { "part" } },
  { "Empty", [](auto* grid, auto*) { grid->Initialize(); }, { "empty" } },
  { "GhostCells",
    [](auto* grid, auto*)
    {
      vtkNew<vtkUnsignedCharArray> ghosts;
      ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
      ghosts->SetNumberOfTuples(54);
      ghosts->FillValue(0);
      ghosts->SetValue(3, vtkDataSetAttributes::DUPLICATECELL);
      ghosts->SetValue(8, vtkDataSetAttributes::DUPLICATECELL);
      grid->GetCellData()->AddArray(ghosts);
    },
    { "2 ghost" } },
  { "HugeLoad", [](auto* grid, auto*) { setPointArray(grid, "Force", edgeForces(2, -1e300)); },
    { "Force", "1e+300", "too large", "units" } },
  { "TinyLoad", [](auto* grid, auto*) { setPointArray(grid, "Force", edgeForces(2, 1e-300)); },
    { "Force", "1e-300", "too small", "units" } },
  { "HugeModulus", [](auto*, auto* filter) { filter->SetYoungsModulus(1e308); },
    { "Young's modulus is 1e+308", "too large", "units" } },
  { "TinyModulus", [](auto*, auto* filter) { filter->SetYoungsModulus(1e-308); },
    { "Young's modulus is 1e-308", "too small", "units" } },
  { "OverflowWhileComputing",
    [](auto* grid, auto* filter)
    {
      filter->SetYoungsModulus(1e-90);
      setPointArray(grid, "Force", edgeForces(2, 1e90));
    },
    { "compliance of iteration 0", "not a finite number", "Young's modulus", "units" } },
};

class TopologyBadInput : public ::testing::TestWithParam<BadInput>
{
};
}

TEST_P(TopologyBadInput, OneMessageNothingLostUsableAfter)
{
  const BadInput& bad = GetParam();
  vtkNew<vtkUnstructuredGrid> input;
  input->ShallowCopy(hexahedra());
  auto filter = run(input);
  const auto before = density(filter, FinalDesign);
  const int analyses = filter->GetNumberOfAnalyses();
  ASSERT_EQ(analyses, 4);

  // The error follows a successful run.
  auto fresh = filterOf(nullptr);
  {
    Errors errors(filter);
    vtkNew<vtkUnstructuredGrid> spoiled;
    spoiled->ShallowCopy(hexahedra());
    filter->SetInputData(spoiled);
    bad.spoil(spoiled, filter);
    filter->Update(FinalDesign);
    filter->Update(Convergence);
    filter->UpdateTimeStep(2);
    EXPECT_EQ(errors.count(), 1) << errors.text();
    for (const std::string& word : bad.words)
    {
      EXPECT_TRUE(contains(errors.text(), word)) << word << " in " << errors.text();
    }
    EXPECT_TRUE(contains(filter->GetStatus(), "Error: ")) << filter->GetStatus();
    EXPECT_EQ(density(filter, FinalDesign), before);
    EXPECT_EQ(column(filter, "Compliance").size(), 4);
    EXPECT_EQ(filter->GetNumberOfAnalyses(), analyses);
  }

  // The error occurs at the start, so that there is nothing to show.
  {
    vtkNew<vtkUnstructuredGrid> spoiled;
    spoiled->ShallowCopy(hexahedra());
    fresh->SetInputData(spoiled);
    fresh->SetMaximumIterations(3);
    bad.spoil(spoiled, fresh);
    Errors errors(fresh);
    fresh->Update();
    fresh->Update(FinalDesign);
    fresh->Update(Convergence);
    EXPECT_EQ(errors.count(), 1) << errors.text();
    EXPECT_EQ(fresh->GetOutput(FinalDesign)->GetNumberOfCells(), 0);
    EXPECT_EQ(fresh->GetNumberOfAnalyses(), 0);
  }

  // The input is valid again.
  const auto reset = [](vtkTopologyOptimize* other)
  {
    other->SetYoungsModulus(1.0);
    other->SetVolumeFraction(0.3);
    other->SetFilterRadius(0.0);
    other->SetPoissonsRatio(0.3);
    other->SetDensityChangeTolerance(0.01);
    other->SetObjective(vtkTopologyOptimize::COMPLIANCE);
    other->SetStrategy(0);
    other->SetDevice(vtkTopologyOptimize::HOST);
    other->SetMemoryLimit(0);
    other->SetMaximumIterations(3);
    other->ClearForceArrays();
    other->ClearLoadCaseWeights();
    other->SetInputArrayToProcess(2, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "DesignRegion");
    other->SetInputArrayToProcess(4, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Springs");
    other->SetInputData(hexahedra());
  };
  for (vtkTopologyOptimize* other : { filter.Get(), fresh.Get() })
  {
    Errors errors(other);
    reset(other);
    other->Update(FinalDesign);
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_LT(difference(density(other, FinalDesign), before), 1e-10);
  }
  // A corrected value does not cause a computation, unless the run had started with the bad value.
  const int expected = std::string(bad.name) == "OverflowWhileComputing" ? 2 * analyses : analyses;
  EXPECT_EQ(filter->GetNumberOfAnalyses(), expected);
  filter->SetMaximumIterations(4);
  filter->Update(FinalDesign);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), expected + 1);
}

INSTANTIATE_TEST_SUITE_P(TopologyInput, TopologyBadInput, ::testing::ValuesIn(BadInputs),
  [](const auto& info) { return std::string(info.param.name); });
}
