// Tests of the input of Voxel Micro-FE from an image: position and stiffness of voxels, supports
// and loads.

#include "VoxelMicroFeTestInput.h"

#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace trabecula::testing
{
TEST(VoxelMicroFeImage, TakesValuesAtPointsAsVoxelsAroundThem)
{
  auto image = porousImage();
  auto filter = accurateMicroFeOf(image);
  filter->Update();
  auto ofPoints = accurateMicroFeOf(valuesAtPoints(image));
  ofPoints->Update();
  vtkUnstructuredGrid* a = filter->GetOutput(Solid);
  vtkUnstructuredGrid* b = ofPoints->GetOutput(Solid);
  ASSERT_EQ(a->GetNumberOfPoints(), b->GetNumberOfPoints());
  for (vtkIdType i = 0; i < a->GetNumberOfPoints(); ++i)
  {
    for (int d = 0; d < 3; ++d)
    {
      EXPECT_NEAR(a->GetPoint(i)[d], b->GetPoint(i)[d], 1e-12);
    }
  }
  EXPECT_EQ(pointValues(a, "Displacement"), pointValues(b, "Displacement"));
  EXPECT_EQ(cellValues(b, "Solid"),
    std::vector<double>(static_cast<std::size_t>(b->GetNumberOfCells()), 1.0));
}

TEST(VoxelMicroFeImage, PutsVoxelsWhereTheImageHasThem)
{
  auto image = porousImage();
  std::vector<double> numbers(static_cast<std::size_t>(image->GetNumberOfCells()));
  std::iota(numbers.begin(), numbers.end(), 0.0);
  setCellArray(image, "Number", numbers);
  std::vector<double> positions;
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    positions.insert(positions.end(), image->GetPoint(i), image->GetPoint(i) + 3);
  }
  setPointArray(image, "Position", positions);
  auto filter = microFeOf(image);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Solid");
  filter->Update();
  vtkUnstructuredGrid* output = filter->GetOutput(Solid);
  vtkDataArray* number = output->GetCellData()->GetArray("Number");
  for (vtkIdType cell = 0; cell < output->GetNumberOfCells(); ++cell)
  {
    double ours[6];
    double images[6];
    output->GetCellBounds(cell, ours);
    image->GetCellBounds(static_cast<vtkIdType>(number->GetComponent(cell, 0)), images);
    for (int i = 0; i < 6; ++i)
    {
      EXPECT_NEAR(ours[i], images[i], 1e-12);
    }
  }
  const std::vector<double> passed = pointValues(output, "Position");
  for (vtkIdType i = 0; i < output->GetNumberOfPoints(); ++i)
  {
    EXPECT_NEAR(passed[static_cast<std::size_t>(3 * i + 2)], output->GetPoint(i)[2], 1e-12);
  }

  // The same image with another extent.
  auto shifted = vtkSmartPointer<vtkImageData>::New();
  shifted->ShallowCopy(image);
  shifted->SetExtent(5, 17, -3, 7, 2, 16);
  shifted->SetOrigin(3.0 - 5 * 0.1, -2.0 + 3 * 0.12, 0.5 - 2 * 0.09);
  auto ofShifted = microFeOf(shifted);
  ofShifted->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Solid");
  ofShifted->Update();
  double ours[6];
  double images[6];
  ofShifted->GetOutput(Solid)->GetBounds(ours);
  output->GetBounds(images);
  for (int i = 0; i < 6; ++i)
  {
    EXPECT_NEAR(ours[i], images[i], 1e-12);
  }
}

TEST(VoxelMicroFeImage, TurnsResultsWithTheImage)
{
  auto image = porousImage();
  auto filter = accurateMicroFeOf(image);
  filter->Update();
  auto turned = vtkSmartPointer<vtkImageData>::New();
  turned->ShallowCopy(image);
  // The rotation axis is not an axis of the image.
  const double c = std::cos(0.4);
  const double s = std::sin(0.4);
  const double a = std::cos(1.1);
  const double b = std::sin(1.1);
  const double R[9] = { c, -s * a, s * b, s, c * a, -c * b, 0.0, b, a };
  turned->SetDirectionMatrix(R);
  auto ofTurned = accurateMicroFeOf(turned);
  ofTurned->Update();

  vtkUnstructuredGrid* before = filter->GetOutput(Solid);
  vtkUnstructuredGrid* after = ofTurned->GetOutput(Solid);
  EXPECT_LT(relative(cellValues(after, "VonMisesStress"), cellValues(before, "VonMisesStress")),
    FieldTolerance);
  const std::vector<double> u = pointValues(before, "Displacement");
  std::vector<double> Ru(u.size());
  for (std::size_t i = 0; i < u.size(); ++i)
  {
    const std::size_t node = i / 3 * 3;
    const std::size_t row = i % 3 * 3;
    Ru[i] = R[row] * u[node] + R[row + 1] * u[node + 1] + R[row + 2] * u[node + 2];
  }
  EXPECT_LT(relative(pointValues(after, "Displacement"), Ru), FieldTolerance);
  // Invariants of the tensors, and their components along the rotated axis.
  const std::vector<double> stress = cellValues(before, "Stress");
  const std::vector<double> turnedStress = cellValues(after, "Stress");
  for (std::size_t e = 0; e < stress.size(); e += 6)
  {
    const double* t = &turnedStress[e];
    const double z[3] = { R[2], R[5], R[8] };
    const double along = t[0] * z[0] * z[0] + t[1] * z[1] * z[1] + t[2] * z[2] * z[2] +
      2 * (t[3] * z[0] * z[1] + t[4] * z[1] * z[2] + t[5] * z[0] * z[2]);
    EXPECT_NEAR(along, stress[e + 2], 1e-4);
    EXPECT_NEAR(t[0] + t[1] + t[2], stress[e] + stress[e + 1] + stress[e + 2], 1e-4);
  }
  // Points rotate about the origin of the image.
  const double* origin = image->GetOrigin();
  for (vtkIdType i = 0; i < before->GetNumberOfPoints(); ++i)
  {
    double x[3];
    before->GetPoint(i, x);
    for (int d = 0; d < 3; ++d)
    {
      const double expected = origin[d] + R[3 * d] * (x[0] - origin[0]) +
        R[3 * d + 1] * (x[1] - origin[1]) + R[3 * d + 2] * (x[2] - origin[2]);
      EXPECT_NEAR(after->GetPoint(i)[d], expected, 1e-12);
    }
  }
}

TEST(VoxelMicroFeImage, MakesModuliOfValues)
{
  const auto image = voxelImage({ 2, 2, 4 }, [](int, int, int k) { return k + 1.0; });
  const auto moduli = [&](const std::function<void(vtkVoxelMicroFe*)>& set)
  {
    auto filter = microFeOf(image);
    set(filter);
    Errors errors(filter);
    filter->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    return cellValues(filter->GetOutput(Solid), "YoungsModulus");
  };
  const auto layers = [](const std::vector<double>& values)
  {
    std::vector<double> result;
    for (const double value : values)
    {
      result.insert(result.end(), 4, value);
    }
    return result;
  };
  EXPECT_EQ(moduli([](auto*) {}), layers({ 6829, 6829, 6829, 6829 }));
  EXPECT_EQ(moduli(
              [](auto* f)
              {
                f->SetMaterial(vtkVoxelMicroFe::ABOVE_THRESHOLD);
                f->SetLowerThreshold(3.0);
                f->SetYoungsModulus(10.0);
              }),
    layers({ 10, 10 }));
  EXPECT_EQ(moduli(
              [](auto* f)
              {
                f->SetMaterial(vtkVoxelMicroFe::BETWEEN_THRESHOLDS);
                f->SetLowerThreshold(2.0);
                f->SetUpperThreshold(3.5);
                f->SetYoungsModulus(10.0);
              }),
    layers({ 10, 10 }));
  EXPECT_EQ(moduli(
              [](auto* f)
              {
                f->SetMaterial(vtkVoxelMicroFe::LABELS);
                f->AddLabelModulus(4, 0.0);
                f->AddLabelModulus(2, 7.0);
                f->AddLabelModulus(1, 5.0);
                f->AddLabelModulus(3, 9.0);
              }),
    layers({ 5, 7, 9 }));
  EXPECT_EQ(moduli(
              [](auto* f)
              {
                f->SetMaterial(vtkVoxelMicroFe::POWER_LAW);
                f->SetCoefficient(10.0);
                f->SetExponent(2.0);
                f->SetDensityThreshold(2.0);
              }),
    layers({ 40, 90, 160 }));
  EXPECT_EQ(
    moduli([](auto* f) { f->SetMaterial(vtkVoxelMicroFe::MODULI); }), layers({ 1, 2, 3, 4 }));
  image->GetCellData()->GetArray("Solid")->SetName("YoungsModulus");
  EXPECT_EQ(moduli([](auto*) {}), layers({ 1, 2, 3, 4 }));
}

TEST(VoxelMicroFeImage, TakesSupportsDisplacementsAndForcesFromArrays)
{
  // The axial test, defined by arrays.
  auto image = porousImage();
  auto axial = accurateMicroFeOf(image);
  axial->SetTest(vtkVoxelMicroFe::AXIAL);
  axial->SetTestBox(vtkVoxelMicroFe::BOX_OF_IMAGE);
  axial->Update();
  std::vector<double> supports;
  std::vector<double> displacement;
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    const double z = image->GetPoint(i)[2] - 0.5;
    const bool below = z < 0.01;
    const bool above = z > 14 * 0.09 - 0.01;
    supports.insert(supports.end(), 3, below || above);
    displacement.insert(displacement.end(), { 0.0, 0.0, above ? -0.01 * 14 * 0.09 : 0.0 });
  }
  setPointArray(image, "Supports", supports);
  setPointArray(image, "PrescribedDisplacement", displacement);
  auto free = accurateMicroFeOf(image);
  free->SetTest(vtkVoxelMicroFe::FREE_FORM);
  Errors errors(free);
  free->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_LT(relative(pointValues(free->GetOutput(Solid), "Displacement"),
              pointValues(axial->GetOutput(Solid), "Displacement")),
    FieldTolerance);

  // A force instead of a displacement: compared with bar theory.
  auto bar = block({ 2, 2, 6 });
  supports.clear();
  std::vector<double> force;
  for (vtkIdType i = 0; i < bar->GetNumberOfPoints(); ++i)
  {
    const double* x = bar->GetPoint(i);
    supports.insert(supports.end(),
      { x[2] == 0 && x[0] == 0 ? 1.0 : 0.0, x[2] == 0 && x[1] == 0 ? 1.0 : 0.0,
        x[2] == 0 ? 1.0 : 0.0 });
    const double share = (x[0] == 1 ? 2 : 1) * (x[1] == 1 ? 2 : 1) / 16.0;
    force.insert(force.end(), { 0.0, 0.0, x[2] == 6 ? 8.0 * share : 0.0 });
  }
  setPointArray(bar, "Supports", supports);
  setPointArray(bar, "Push", force);
  auto pushed = accurateMicroFeOf(bar);
  pushed->SetTest(vtkVoxelMicroFe::FREE_FORM);
  pushed->SetYoungsModulus(100.0);
  pushed->SetInputArrayToProcess(3, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Push");
  pushed->Update();
  EXPECT_NEAR(quantity(pushed, "LargestDisplacementComponent"), 8.0 / 4.0 / 100.0 * 6.0, 1e-8);
}

namespace
{
/// Returns a porous scan: voids around 60, bone around 180, with integer noise.
vtkSmartPointer<vtkImageData> grayImage()
{
  auto image = porousImage();
  std::vector<double> gray = cellValues(image, "Solid");
  unsigned int noise = 1;
  for (double& value : gray)
  {
    noise = noise * 1103515245u + 12345u;
    value = (value > 0.0 ? 180.0 : 60.0) + static_cast<double>(noise >> 16 & 31) - 16.0;
  }
  setCellArray(image, "Gray", gray);
  return image;
}
}

TEST(VoxelMicroFeImage, ChoosesTheThresholdOfAGrayImageByItsHistogram)
{
  auto image = grayImage();
  auto reference = accurateMicroFeOf(image);
  reference->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Solid");
  reference->Update();
  EXPECT_EQ(reference->GetThresholdUsed(), 0.5);
  EXPECT_TRUE(std::isnan(quantity(reference, "ThresholdByHistogram")));
  EXPECT_FALSE(contains(reference->GetStatus(), "Otsu")) << reference->GetStatus();

  auto filter = accurateMicroFeOf(image);
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Gray");
  filter->Update();
  EXPECT_EQ(warnings.count(), 0) << warnings.text();
  EXPECT_GT(filter->GetThresholdUsed(), 75.0);
  EXPECT_LE(filter->GetThresholdUsed(), 164.0);
  EXPECT_EQ(quantity(filter, "ThresholdByHistogram"), filter->GetThresholdUsed());
  EXPECT_TRUE(contains(filter->GetStatus(), "Otsu")) << filter->GetStatus();
  EXPECT_EQ(pointValues(filter->GetOutput(Solid), "Displacement"),
    pointValues(reference->GetOutput(Solid), "Displacement"));

  // A threshold set by the user is used.
  filter->SetLowerThreshold(100.0);
  filter->Update();
  EXPECT_EQ(filter->GetThresholdUsed(), 100.0);
  EXPECT_FALSE(contains(filter->GetStatus(), "Otsu")) << filter->GetStatus();
  filter->SetMaterial(vtkVoxelMicroFe::ABOVE_THRESHOLD);
  filter->SetLowerThreshold(0.5);
  filter->Update();
  EXPECT_EQ(filter->GetThresholdUsed(), 0.5);
  EXPECT_EQ(warnings.count(), 1);
  EXPECT_TRUE(contains(warnings.text(), "All voxels")) << warnings.text();
  EXPECT_TRUE(contains(warnings.text(), "raise Lower Threshold")) << warnings.text();
  EXPECT_TRUE(contains(filter->GetStatus(), "All voxels")) << filter->GetStatus();
}

TEST(VoxelMicroFeImage, LeavesLabelsAndFractionsAtOneHalf)
{
  const auto thresholdOf = [](const std::function<double(int)>& value)
  {
    int voxel = 0;
    auto filter = microFeOf(voxelImage({ 5, 5, 5 }, [&](int, int, int) { return value(voxel++); }));
    filter->Update();
    return filter->GetThresholdUsed();
  };
  EXPECT_EQ(thresholdOf([](int voxel) { return voxel * 32 / 125; }), 0.5);
  EXPECT_GT(thresholdOf([](int voxel) { return voxel * 33 / 125; }), 0.5);
  EXPECT_EQ(thresholdOf([](int voxel) { return 1.0 - voxel / 200.0; }), 0.5);
  EXPECT_GT(thresholdOf([](int voxel) { return 100.5 - voxel * voxel * 1e-3; }), 80.0);
}

TEST(VoxelMicroFeImage, WarnsWhereEverythingIsSolid)
{
  const auto warningsOf = [](double value)
  {
    auto filter = microFeOf(voxelImage({ 3, 3, 3 }, [&](int, int, int) { return value; }));
    Errors warnings(filter, vtkCommand::WarningEvent);
    filter->Update();
    return warnings.count();
  };
  EXPECT_EQ(warningsOf(1.0), 0); // a mask
  EXPECT_EQ(warningsOf(37.0), 1);
}

TEST(VoxelMicroFeImage, TakesHiddenVoxelsForVoid)
{
  // As in output of Resample To Image, points outside a part are hidden and have arbitrary values.
  auto image = porousImage();
  auto reference = accurateMicroFeOf(image);
  reference->Update();
  auto points = valuesAtPoints(image);
  std::vector<double> values(static_cast<std::size_t>(points->GetNumberOfPoints()), 1.0);
  vtkNew<vtkUnsignedCharArray> hidden;
  hidden->SetName(vtkDataSetAttributes::GhostArrayName());
  hidden->SetNumberOfValues(points->GetNumberOfPoints());
  const std::vector<double> solid = cellValues(image, "Solid");
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    const bool isVoid = solid[i] == 0.0;
    values[i] = isVoid ? std::nan("") : 1.0;
    hidden->SetValue(static_cast<vtkIdType>(i), isVoid ? vtkDataSetAttributes::HIDDENPOINT : 0);
  }
  vtkNew<vtkDoubleArray> inside;
  inside->SetName("Inside");
  std::for_each(
    values.begin(), values.end(), [&](double value) { inside->InsertNextValue(value); });
  points->GetPointData()->AddArray(inside);
  points->GetPointData()->AddArray(hidden);
  auto filter = accurateMicroFeOf(points);
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Inside");
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_EQ(pointValues(filter->GetOutput(Solid), "Displacement"),
    pointValues(reference->GetOutput(Solid), "Displacement"));
  EXPECT_FALSE(filter->GetOutput(Solid)->GetCellGhostArray());
  EXPECT_FALSE(filter->GetOutput(Solid)->GetPointGhostArray());
}
}
