// Tests of Natural Frequencies through the pipeline: modes as time steps, vibration, table, images,
// quadratic cells, and bad input.

#include "ConditionTestInput.h"
#include "ElasticTestInput.h"

#include "Mesh/Generators/BoxMeshes.h"

#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkNaturalFrequencies.h"
#include "vtkPointData.h"
#include "vtkStreamingDemandDrivenPipeline.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace trabecula::testing
{
namespace
{
using SDDP = vtkStreamingDemandDrivenPipeline;

/// Returns a filter for a bar of steel, 10 x 1 x 2 mm.
vtkSmartPointer<vtkNaturalFrequencies> frequenciesOf(vtkDataSet* data, int modes = 4)
{
  auto filter = vtkSmartPointer<vtkNaturalFrequencies>::New();
  filter->SetInputData(data);
  filter->SetDevice(vtkNaturalFrequencies::HOST);
  filter->SetYoungsModulus(210e3);
  filter->SetMassDensity(7.85e-9);
  filter->SetNumberOfModes(modes);
  return filter;
}

vtkSmartPointer<vtkUnstructuredGrid> steelBar(CellType type, int m = 1)
{
  const Mesh mesh = makeBox(type, { 10 * m, m, 2 * m },
    [](const Point& p) {
      return Point{ 10.0 * p[0], p[1], 2.0 * p[2] };
    });
  auto grid = gridOf(mesh);
  hold(grid, [](const Point& x, int) { return isAt(x[0], 0.0); });
  return grid;
}

vtkDataSet* shownAt(
  vtkNaturalFrequencies* filter, double time, int port = vtkNaturalFrequencies::RESULT)
{
  filter->GetOutputInformation(port)->Set(SDDP::UPDATE_TIME_STEP(), time);
  filter->Update(port);
  return vtkDataSet::SafeDownCast(filter->GetOutputDataObject(port));
}

double valueOfField(vtkDataSet* data, const char* name)
{
  vtkDataArray* array = data->GetFieldData()->GetArray(name);
  return array ? array->GetTuple1(0) : std::nan("");
}

double frequency(vtkNaturalFrequencies* filter, vtkIdType mode)
{
  filter->Update();
  return vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkNaturalFrequencies::SUMMARY))
    ->GetValueByName(mode, "Frequency")
    .ToDouble();
}

std::string refusal(vtkDataSet* data, const std::function<void(vtkNaturalFrequencies*)>& change)
{
  auto filter = frequenciesOf(data);
  change(filter);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1) << errors.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "Error"));
  return errors.text();
}
}

TEST(NaturalFrequencies, ModesAreTimeStepsThatVibrate)
{
  auto bar = steelBar(CellType::QuadraticHexahedron);
  auto filter = frequenciesOf(bar);
  filter->UpdateInformation();
  vtkInformation* info = filter->GetOutputInformation(vtkNaturalFrequencies::RESULT);
  ASSERT_EQ(info->Length(SDDP::TIME_STEPS()), 4);
  EXPECT_EQ(info->Get(SDDP::TIME_STEPS())[3], 4.0);
  EXPECT_FALSE(
    filter->GetOutputInformation(vtkNaturalFrequencies::SUMMARY)->Has(SDDP::TIME_STEPS()));

  vtkDataSet* second = shownAt(filter, 2.0);
  EXPECT_EQ(valueOfField(second, "Mode"), 2.0);
  EXPECT_EQ(valueOfField(second, "Frequency"), frequency(filter, 1));
  vtkDataArray* shape = second->GetPointData()->GetArray("ModeShape");
  ASSERT_TRUE(shape);
  EXPECT_EQ(second->GetPointData()->GetScalars(), shape);
  EXPECT_FALSE(second->GetPointData()->HasArray("ModeShape1"));
  EXPECT_NEAR(shape->GetMaxNorm(), 1.0, 1e-12);
  const vtkSmartPointer<vtkDataArray> full = shape;

  // A quarter of a cycle later the bar is straight, and a half later it is bent the other way.
  filter->SetFramesPerMode(4);
  filter->UpdateInformation();
  EXPECT_EQ(info->Length(SDDP::TIME_STEPS()), 16);
  const vtkMTimeType computed = filter->GetMTime();
  EXPECT_LT(shownAt(filter, 2.25)->GetPointData()->GetArray("ModeShape")->GetMaxNorm(), 1e-12);
  vtkDataArray* opposite = shownAt(filter, 2.5)->GetPointData()->GetArray("ModeShape");
  for (vtkIdType i = 0; i < full->GetNumberOfTuples(); ++i)
  {
    EXPECT_NEAR(opposite->GetComponent(i, 2), -full->GetComponent(i, 2), 1e-12);
  }
  EXPECT_EQ(filter->GetMTime(), computed);

  // The deformed shape moves by a tenth of the diagonal.
  vtkDataSet* deformed = shownAt(filter, 1.0, vtkNaturalFrequencies::DEFORMED_SHAPE);
  double farthest = 0.0;
  for (vtkIdType i = 0; i < deformed->GetNumberOfPoints(); ++i)
  {
    const double* x = deformed->GetPoint(i);
    const double moved[3] = { x[0], x[1], x[2] };
    const double* from = bar->GetPoint(i);
    farthest =
      std::max(farthest, std::hypot(moved[0] - from[0], moved[1] - from[1], moved[2] - from[2]));
  }
  EXPECT_NEAR(farthest, 0.1 * bar->GetLength(), 1e-9);
}

TEST(NaturalFrequencies, AreThoseOfTheAnalysis)
{
  // HEX20 with one cell across, TET10 from TET4; beam theory: 8290 Hz.
  auto filter = frequenciesOf(steelBar(CellType::QuadraticHexahedron));
  EXPECT_NEAR(frequency(filter, 0), 8380.0, 60.0);
  EXPECT_NEAR(filter->GetFirstFrequency(), frequency(filter, 0), 1e-9);
  EXPECT_NEAR(filter->GetTotalMass(), 20 * 7.85e-9, 1e-15);
  EXPECT_EQ(filter->GetRigidMotions(), 0.0);
  const double first = frequency(filter, 0);
  filter->SetMass(vtkNaturalFrequencies::LUMPED);
  EXPECT_LT(frequency(filter, 0), first);

  auto tetrahedra = frequenciesOf(steelBar(CellType::Tetrahedron));
  EXPECT_GT(frequency(tetrahedra, 0), 12000.0);
  tetrahedra->MakeQuadraticOn();
  EXPECT_NEAR(frequency(tetrahedra, 0), 8400.0, 120.0);

  // Without supports the bar is free; a mass at its ends makes it slower.
  auto bar = steelBar(CellType::QuadraticHexahedron);
  bar->GetPointData()->RemoveArray("Supports");
  auto free = frequenciesOf(bar);
  const double alone = frequency(free, 0);
  EXPECT_GT(alone, 40000.0); // 6.3 times that of the cantilever in beam theory
  EXPECT_EQ(free->GetRigidMotions(), 6.0);
  EXPECT_TRUE(contains(free->GetStatus(), "6 rigid motions free")) << free->GetStatus();
  vtkNew<vtkDoubleArray> mass;
  mass->SetName("PointMass");
  for (vtkIdType i = 0; i < bar->GetNumberOfPoints(); ++i)
  {
    mass->InsertNextValue(isAt(bar->GetPoint(i)[0], 10.0) ? 1e-8 : 0.0);
  }
  bar->GetPointData()->AddArray(mass);
  bar->Modified();
  free->Modified();
  EXPECT_LT(frequency(free, 0), 0.9 * alone);
}

TEST(NaturalFrequencies, OfImagesAreImagesOnSeveralDevices)
{
  auto image = bareImage(12, 3, 3);
  hold(image, [](const Point& x, int) { return isAt(x[0], 0.0); });
  auto filter = frequenciesOf(image, 3);
  const double first = frequency(filter, 0);
  vtkDataSet* result = shownAt(filter, 3.0);
  EXPECT_STREQ(result->GetClassName(), "vtkImageData");
  EXPECT_EQ(valueOfField(result, "Mode"), 3.0);
  EXPECT_NEAR(result->GetPointData()->GetArray("ModeShape")->GetMaxNorm(), 1.0, 1e-12);
  filter->SetDevices(2);
  EXPECT_NEAR(frequency(filter, 0), first, 1e-8 * first);
  EXPECT_TRUE(contains(filter->GetDeviceUsed(), "2 parts")) << filter->GetDeviceUsed();
}

TEST(NaturalFrequencies, BadInputGetsOneMessage)
{
  auto bar = steelBar(CellType::Hexahedron);
  const auto expect = [&](
                        const char* text, const std::function<void(vtkNaturalFrequencies*)>& change)
  {
    const std::string message = refusal(bar, change);
    EXPECT_TRUE(contains(message, text)) << message;
  };
  expect("Mass density is 0", [](vtkNaturalFrequencies* f) { f->SetMassDensity(0.0); });
  expect("number of modes is 51", [](vtkNaturalFrequencies* f) { f->SetNumberOfModes(51); });
  expect("Young's modulus is -1", [](vtkNaturalFrequencies* f) { f->SetYoungsModulus(-1.0); });
  expect("Held", [](vtkNaturalFrequencies* f) { f->SetInputArrayToProcess(0, 0, 0, 0, "Held"); });
  hold(bar, [](const Point&, int) { return true; });
  expect("nothing can vibrate", [](vtkNaturalFrequencies*) {});
}
}
