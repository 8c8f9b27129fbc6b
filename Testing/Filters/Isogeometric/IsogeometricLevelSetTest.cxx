// Tests of Isogeometric Level Set through VTK: known answers, time steps of its ports, stops, live
// runs, bad input.

#include "LevelSetFilters.h"
#include "TopologyTestInput.h"

#include "vtkIsogeometricLevelSet.h"
#include "vtkNurbsPatch.h"

#include "vtkCellData.h"
#include "vtkFeatureEdges.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkIntArray.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkStructuredGrid.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

namespace trabecula::testing
{
using namespace levelset;

namespace
{
struct BadNet
{
  const char* name;
  std::function<void(vtkStructuredGrid*, Filter*)> spoil;
  std::vector<std::string> words; ///< the message contains each of them
};

std::ostream& operator<<(std::ostream& out, const BadNet& bad)
{
  return out << bad.name;
}

void setFieldArray(vtkStructuredGrid* data, const char* name, const std::vector<double>& values)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  for (const double value : values)
  {
    array->InsertNextValue(value);
  }
  data->GetFieldData()->AddArray(array);
}

void setWeight(vtkStructuredGrid* data, vtkIdType point, double weight)
{
  data->GetPointData()->GetArray("Weight")->SetComponent(point, 0, weight);
}

void movePoint(vtkStructuredGrid* data, vtkIdType point, double x, double y, double z)
{
  data->GetPoints()->SetPoint(point, x, y, z);
}

void fill(vtkStructuredGrid* data, const char* name, double value)
{
  vtkDataArray* array = data->GetPointData()->GetArray(name);
  array->Fill(value);
}

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

const BadNet BadNets[] = {
  { "WeightOfZero", [](auto* data, auto*) { setWeight(data, 7, 0.0); },
    { "Weight of control point 7", "0" } },
  { "WeightThatIsNoNumber", [](auto* data, auto*) { setWeight(data, 3, NaN); },
    { "Weight of control point 3" } },
  { "DecreasingKnots",
    [](auto* data, auto*) {
      setFieldArray(data, "KnotsXi", { 0, 0, 0, .5, .25, .3, .6, .7, .8, .9, 1, 1, 1 });
    },
    { "knot", "xi" } },
  { "RepeatedKnots",
    [](auto* data, auto*) {
      setFieldArray(data, "KnotsXi", { 0, 0, 0, .2, .2, .3, .6, .7, .8, .9, 1, 1, 1 });
    },
    { "knot", "xi" } },
  { "UnclampedKnots",
    [](auto* data, auto*) {
      setFieldArray(data, "KnotsXi", { 0, 0, .1, .2, .25, .3, .6, .7, .8, .9, 1, 1, 1 });
    },
    { "knot", "xi" } },
  { "KnotsOfAnotherNumber",
    [](auto* data, auto*) {
      setFieldArray(data, "KnotsEta", { 0, 0, 0, 1, 1, 1 });
    },
    { "KnotsEta", "6 knots", "9" } },
  { "FoldedNet", [](auto* data, auto*) { movePoint(data, 11, 1.5, 0.1, 0.0); },
    { "element", "Jacobian" } },
  { "OffThePlane", [](auto* data, auto*) { movePoint(data, 11, 0.1, 0.1, 0.5); }, { "z = 0" } },
  { "OtherDimensions", [](auto* data, auto*) { data->SetDimensions(9, 6, 2); },
    { "9 x 6 x 2", "60 points" } },
  { "NoSupports", [](auto* data, auto*) { fill(data, "Supports", 0.0); }, { "support" } },
  { "RigidMotion",
    [](auto* data, auto*)
    {
      fill(data, "Supports", 0.0);
      data->GetPointData()->GetArray("Supports")->SetComponent(0, 0, 1.0);
    },
    { "rigid" } },
  { "NoForce", [](auto* data, auto*) { fill(data, "Force", 0.0); }, { "force" } },
  { "ForceOnHeldPoints",
    [](auto* data, auto*)
    {
      fill(data, "Force", 0.0);
      data->GetPointData()->GetArray("Force")->SetComponent(0, 1, -1.0);
    },
    { "Force" } },
  { "ForceThatIsNoNumber",
    [](auto* data, auto*) { data->GetPointData()->GetArray("Force")->SetComponent(9, 1, NaN); },
    { "Force" } },
  { "AllOfTheVolume", [](auto*, auto* filter) { filter->SetVolumeFraction(1.0); },
    { "Volume fraction", "1" } },
  { "NoHoles", [](auto*, auto* filter) { filter->SetHoleRows(0); }, { "hole" } },
  { "NothingButHoles", [](auto*, auto* filter) { filter->SetHoleRadius(2.0); }, { "void" } },
  { "NegativeTransition",
    [](auto*, auto* filter)
    {
      filter->SetDensityModel(Filter::SMOOTH);
      filter->SetTransitionWidth(-1.0);
    },
    { "ransition" } },
  { "MmaOfACut",
    [](auto*, auto* filter)
    {
      filter->SetDensityModel(Filter::CUT);
      filter->SetOptimizer(Filter::MOVING_ASYMPTOTES);
    },
    { "MMA", "Cut", "Smooth" } },
  { "TooLittleMemory",
    [](auto* data, auto* filter)
    {
      data->DeepCopy(net(vtkNurbsPatch::CANTILEVER, 64, 32));
      filter->SetMemoryLimit(1);
    },
    { "MiB" } },
};

class BadNetTest : public ::testing::TestWithParam<BadNet>
{
};
}

TEST(IsogeometricLevelSet, FollowsThePublishedCantilever)
{
  const auto filter = filterOf(net(vtkNurbsPatch::CANTILEVER, 32, 16), 2);
  compute(filter);
  EXPECT_NEAR(valueOf(filter, "Compliance", 0), 55.865920, 1e-6);
  EXPECT_NEAR(valueOf(filter, "Compliance", 1), 91.259352, 1e-6);
  EXPECT_NEAR(valueOf(filter, "Compliance", 2), 82.662323, 1e-6);
  EXPECT_NEAR(valueOf(filter, "VolumeFraction", 1), 0.527274, 1e-6);
  EXPECT_GT(valueOf(filter, "ObjectiveChange", 2), 0.05);
}

TEST(IsogeometricLevelSet, DefaultsEndConvergedAndSound)
{
  auto filter = vtkSmartPointer<Filter>::New();
  filter->SetInputData(net(vtkNurbsPatch::CANTILEVER, 32, 16));
  filter->SetDevice(Filter::HOST);
  filter->SetMaximumIterations(150);
  filter->SetObjectiveChangeTolerance(1e-3);
  compute(filter);
  const std::string status = filter->GetStatus();
  auto* design = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(Filter::FINAL_DESIGN));
  vtkFieldData* fields = design->GetFieldData();
  ASSERT_TRUE(fields->GetArray("Converged"));
  EXPECT_EQ(fields->GetArray("Converged")->GetTuple1(0), 1.0) << status;
  EXPECT_NE(status.find("Sound"), std::string::npos) << status;
  EXPECT_EQ(status.find("Not converged"), std::string::npos) << status;
  const int last = filter->GetIterationsDone();
  EXPECT_LT(last, 150);
  for (int row = last; row > last - 10; --row)
  {
    EXPECT_NEAR(valueOf(filter, "VolumeFraction", row), 0.5, 1e-6) << row;
  }
  EXPECT_LT(valueOf(filter, "ObjectiveChange", last), 1e-3);
}

TEST(IsogeometricLevelSet, PortsHaveTimesOfTheirOwn)
{
  using SDDP = vtkStreamingDemandDrivenPipeline;
  const auto filter = filterOf(net(vtkNurbsPatch::CANTILEVER, 16, 8), 4);
  filter->UpdateInformation();
  for (const int port : { int(Filter::ITERATIONS), int(Filter::MOVING_BOUNDARY) })
  {
    EXPECT_EQ(filter->GetOutputInformation(port)->Length(SDDP::TIME_STEPS()), 5);
  }
  EXPECT_FALSE(filter->GetOutputInformation(Filter::BOUNDARY)->Has(SDDP::TIME_STEPS()));
  auto* executive = vtkStreamingDemandDrivenPipeline::SafeDownCast(filter->GetExecutive());
  const auto updateAt = [&](int port, double time)
  {
    filter->GetOutputInformation(port)->Set(SDDP::UPDATE_TIME_STEP(), time);
    executive->Update(port);
  };
  updateAt(Filter::MOVING_BOUNDARY, 2.0);
  EXPECT_EQ(filter->GetIterationsDone(), 2);
  EXPECT_EQ(iterationOf(boundaryOf(filter, Filter::MOVING_BOUNDARY)), 2);
  updateAt(Filter::ITERATIONS, 1.0);
  EXPECT_EQ(iterationOf(filter->GetOutput()), 1);
  EXPECT_EQ(iterationOf(boundaryOf(filter, Filter::MOVING_BOUNDARY)), 2);
  executive->Update(Filter::BOUNDARY);
  EXPECT_EQ(filter->GetIterationsDone(), 4);
  EXPECT_EQ(iterationOf(boundaryOf(filter, Filter::BOUNDARY)), 4);
  updateAt(Filter::MOVING_BOUNDARY, 0.0);
  EXPECT_EQ(iterationOf(boundaryOf(filter, Filter::MOVING_BOUNDARY)), 0);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 5);
}

TEST(IsogeometricLevelSet, BoundaryOfABodyIsClosed)
{
  const auto filter = filterOf(net(vtkNurbsPatch::CANTILEVER_3D, 8, 4, 4), 2);
  filter->SetHoleRows(2);
  filter->SetHolesPerRow(4);
  filter->SetHoleLayers(2);
  filter->SetStaggeredHoles(false);
  filter->SetHoleRadius(0.2);
  compute(filter);
  vtkNew<vtkFeatureEdges> edges;
  edges->SetInputData(boundaryOf(filter, Filter::BOUNDARY));
  edges->FeatureEdgesOff();
  edges->Update();
  EXPECT_GT(boundaryOf(filter, Filter::BOUNDARY)->GetNumberOfPolys(), 100);
  EXPECT_EQ(edges->GetOutput()->GetNumberOfCells(), 0);
  const double volume =
    boundaryOf(filter, Filter::BOUNDARY)->GetFieldData()->GetArray("Volume")->GetComponent(0, 0);
  EXPECT_GT(volume, 0.5);
  EXPECT_LT(volume, 2.0);
}

TEST(IsogeometricLevelSet, InitialLevelSetIsAnArray)
{
  const auto data = net(vtkNurbsPatch::CANTILEVER, 16, 8);
  const auto first = filterOf(data, 0);
  compute(first);
  vtkNew<vtkDoubleArray> level;
  level->SetName("Start");
  level->SetNumberOfTuples(data->GetNumberOfPoints());
  for (vtkIdType i = 0; i < level->GetNumberOfTuples(); ++i)
  {
    double x[3];
    data->GetPoint(i, x);
    level->SetValue(i, std::hypot(x[0] - 1.0, x[1] - 0.5) - 0.2);
  }
  data->GetPointData()->AddArray(level);
  const auto filter = filterOf(data, 0);
  filter->SetInputArrayToProcess(
    Filter::INITIAL_LEVEL_SET, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Start");
  compute(filter);
  EXPECT_EQ(boundaryOf(filter, Filter::BOUNDARY)->GetNumberOfLines(), 2);
  EXPECT_NE(valueOf(filter, "Compliance", 0), valueOf(first, "Compliance", 0));
}

TEST(IsogeometricLevelSet, RefusesImagesOfADegreeThatThereIsNot)
{
  vtkNew<vtkImageData> image;
  image->SetDimensions(5, 3, 1);
  for (const int degree : { -1, 0, 5, VTK_INT_MAX })
  {
    const auto filter = filterOf(image, 1);
    filter->SetDegree(degree);
    const Errors errors(filter);
    compute(filter);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_NE(errors.text().find("must be 1 to 4"), std::string::npos) << errors.text();
  }
}

TEST(IsogeometricLevelSet, LiveRunIsThePlainOne)
{
  const auto plain = filterOf(net(vtkNurbsPatch::CANTILEVER, 16, 8), 5);
  compute(plain);
  const auto filter = filterOf(net(vtkNurbsPatch::CANTILEVER, 16, 8), 5);
  filter->SetLive(true);
  filter->AllowLive();
  compute(filter);
  for (int i = 0; i < 600 && filter->GetRunState() != Filter::FINISHED; ++i)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (filter->GetNeedsUpdate())
    {
      filter->Update();
    }
  }
  compute(filter);
  EXPECT_EQ(filter->GetRunState(), Filter::FINISHED);
  auto* executive = vtkStreamingDemandDrivenPipeline::SafeDownCast(filter->GetExecutive());
  executive->Update(Filter::MOVING_BOUNDARY);
  executive->Update(Filter::CONVERGENCE);
  EXPECT_EQ(iterationOf(boundaryOf(filter, Filter::MOVING_BOUNDARY)), 5);
  EXPECT_EQ(valueOf(filter, "Compliance", 5), valueOf(plain, "Compliance", 5));
}

TEST_P(BadNetTest, IsRefusedOnceAndTheDesignStays)
{
  const BadNet& bad = GetParam();
  auto data = net(vtkNurbsPatch::CANTILEVER, 8, 4);
  const auto filter = filterOf(data, 1);
  filter->SetHolesPerRow(3);
  filter->SetHoleRows(1);
  Errors errors(filter);
  compute(filter);
  ASSERT_EQ(errors.count(), 0) << errors.text();
  const double before = valueOf(filter, "Compliance", 1);
  vtkNew<vtkStructuredGrid> spoiled;
  spoiled->DeepCopy(data);
  bad.spoil(spoiled, filter);
  filter->SetInputData(spoiled);
  compute(filter);
  compute(filter);
  ASSERT_EQ(errors.count(), 1);
  for (const std::string& word : bad.words)
  {
    EXPECT_TRUE(contains(errors.text(), word)) << errors.text() << " lacks " << word;
  }
  EXPECT_EQ(valueOf(filter, "Compliance", 1), before);
}
INSTANTIATE_TEST_SUITE_P(IsogeometricLevelSet, BadNetTest, ::testing::ValuesIn(BadNets),
  [](const ::testing::TestParamInfo<BadNet>& info) { return std::string(info.param.name); });
}
