// Voxel Micro-FE through VTK: known answers, what it hands on of the library's, where the voxels
// are, materials.

#include "VoxelMicroFeTestInput.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkMatrix3x3.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trabecula::testing
{
namespace
{
/// Where the solver stops differs from run to run by as much, in displacements over the largest.
constexpr double SolverTolerance = 1e-10;
constexpr double FieldTolerance = 1e-7;

vtkSmartPointer<vtkVoxelMicroFe> accurate(vtkImageData* image)
{
  auto filter = microFeOf(image);
  filter->SetTolerance(SolverTolerance);
  return filter;
}

std::vector<double> sixOfEach(std::size_t count, const std::vector<double>& tensor)
{
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
  {
    values.insert(values.end(), tensor.begin(), tensor.end());
  }
  return values;
}

struct Mechanical
{
  const char* name;
  int test;
};

class VoxelMicroFeMechanicalTest : public ::testing::TestWithParam<Mechanical>
{
};
}

TEST(VoxelMicroFe, CompressesACubeAsFaimDoes)
{
  // The unit test of Numerics88's FAIM: 6x6x6 voxels of 1 mm and 6829 MPa, compressed by 1 %
  // between ends that hold them sideways: -2651 N, published to four digits.
  auto filter = accurate(block({ 6, 6, 6 }));
  filter->SetTest(vtkVoxelMicroFe::AXIAL);
  filter->Update();
  EXPECT_NEAR(quantity(filter, "ReactionForceZ"), -2651.0, 5e-4 * 2651.0);
  EXPECT_NEAR(filter->GetStiffness(), 2651.0 / 0.06, 5e-4 * 2651.0 / 0.06);
  EXPECT_EQ(filter->GetStiffness(), quantity(filter, "Stiffness"));
}

TEST(VoxelMicroFe, StretchesABarOfBricksAsTheoryDoes)
{
  auto image = block({ 3, 4, 5 });
  image->SetSpacing(0.5, 0.25, 2.0);
  for (const int axis : { 0, 1, 2 })
  {
    auto filter = accurate(image);
    filter->SetAxis(axis);
    filter->SetStrain(0.002);
    filter->SetYoungsModulus(1000.0);
    filter->SetPoissonsRatio(0.25);
    filter->Update();
    const double lengths[3] = { 1.5, 1.0, 10.0 };
    const double area = 15.0 / lengths[axis];
    EXPECT_NEAR(quantity(filter, "ApparentModulus"), 1000.0, 1e-6);
    EXPECT_NEAR(filter->GetApparentModulus(), 1000.0, 1e-6);
    EXPECT_NEAR(filter->GetStiffness() / (1000.0 * area / lengths[axis]), 1.0, 1e-9);
    EXPECT_EQ(filter->GetBoneVolumeFraction(), 1.0);
    // Pistoia: everything is strained alike, so that the load grows until it is so by 0.007.
    EXPECT_NEAR(quantity(filter, "PistoiaFactor"), 0.007 / 0.002, 1e-6);
    EXPECT_NEAR(quantity(filter, "CriticalVolumeStrain"), 0.002, 1e-9);
    EXPECT_NEAR(filter->GetFailureLoad(), 1000.0 * area * 0.007, 1e-6);

    vtkUnstructuredGrid* output = filter->GetOutput(Solid);
    std::vector<double> strain(6, 0.0);
    std::vector<double> stress(6, 0.0);
    for (int d = 0; d < 3; ++d)
    {
      strain[static_cast<std::size_t>(d)] = d == axis ? 0.002 : -0.25 * 0.002;
    }
    stress[static_cast<std::size_t>(axis)] = 2.0;
    EXPECT_LT(difference(cellValues(output, "Strain"), sixOfEach(60, strain)), 1e-9);
    EXPECT_LT(difference(cellValues(output, "Stress"), sixOfEach(60, stress)), 1e-6);
    EXPECT_LT(difference(cellValues(output, "VonMisesStress"), std::vector<double>(60, 2.0)), 1e-6);
    EXPECT_LT(
      difference(cellValues(output, "StrainEnergyDensity"), std::vector<double>(60, 0.002)), 1e-9);
    EXPECT_LT(
      difference(cellValues(output, "EffectiveStrain"), std::vector<double>(60, 0.002)), 1e-9);
  }
}

TEST_P(VoxelMicroFeMechanicalTest, IsTheLibrarys)
{
  auto image = porousImage();
  VoxelMicroFeProblem problem = microFeProblem(image);
  problem.test = static_cast<MechanicalTest>(GetParam().test);
  problem.axis = 1;
  problem.direction = 2;
  problem.fieldLoad = 4;
  problem.tolerance = SolverTolerance;
  Observer observer;
  VoxelMicroFe expected(problem, selectDevice(DeviceRequest::Host), observer);
  ASSERT_TRUE(expected.solve(observer));

  auto filter = accurate(image);
  filter->SetTest(GetParam().test);
  filter->SetAxis(1);
  filter->SetDirection(2);
  filter->SetFieldLoad(4);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  vtkUnstructuredGrid* output = filter->GetOutput(Solid);
  const VoxelMicroFeSolution& solution = expected.solution();
  EXPECT_LT(relative(pointValues(output, "Displacement"), solution.displacement), FieldTolerance);
  EXPECT_LT(relative(pointValues(output, "ReactionForce"), solution.reactionForce), FieldTolerance);
  EXPECT_LT(relative(cellValues(output, "Strain"), solution.strain), FieldTolerance);
  EXPECT_LT(relative(cellValues(output, "Stress"), solution.stress), FieldTolerance);
  EXPECT_LT(
    relative(cellValues(output, "VonMisesStress"), solution.vonMisesStress), FieldTolerance);
  EXPECT_LT(
    relative(cellValues(output, "EffectiveStrain"), solution.effectiveStrain), FieldTolerance);
  EXPECT_LT(relative(cellValues(output, "StrainEnergyDensity"), solution.strainEnergyDensity),
    FieldTolerance);
  EXPECT_EQ(cellValues(output, "YoungsModulus"), expected.grid().moduli());

  const VoxelMicroFeSummary& summary = expected.summary();
  const std::pair<const char*, double> rows[] = { { "Stiffness", summary.stiffness },
    { "ApparentModulus", summary.apparentModulus }, { "FailureLoad", summary.failureLoad },
    { "PistoiaFactor", summary.pistoiaFactor }, { "ReactionForceY", summary.reactionForce[1] },
    { "ReactionMomentY", summary.reactionMoment[1] }, { "StrainEnergy", summary.strainEnergy },
    { "ExternalWork", summary.externalWork }, { "VolumeFraction", summary.volumeFraction },
    { "Elements", static_cast<double>(summary.numberOfElements) },
    { "Nodes", static_cast<double>(summary.numberOfNodes) } };
  for (const auto& [name, value] : rows)
  {
    const double shown = quantity(filter, name);
    if (std::isnan(value))
    {
      EXPECT_TRUE(std::isnan(shown)) << name;
    }
    else
    {
      // Beside what is not zero only by rounding.
      EXPECT_NEAR(shown, value, FieldTolerance * std::abs(value) + 1e-9) << name;
      EXPECT_EQ(output->GetFieldData()->GetArray(name)->GetComponent(0, 0), shown) << name;
    }
  }
  const std::vector<double> residuals = historyColumn(filter, "Residual");
  EXPECT_EQ(residuals.size(), expected.history().size());
  EXPECT_EQ(historyColumn(filter, "Iteration").size(), residuals.size());
  EXPECT_LE(residuals.back(), SolverTolerance);
}

INSTANTIATE_TEST_SUITE_P(Tests, VoxelMicroFeMechanicalTest,
  ::testing::Values(Mechanical{ "Uniaxial", vtkVoxelMicroFe::UNIAXIAL },
    Mechanical{ "Axial", vtkVoxelMicroFe::AXIAL },
    Mechanical{ "Confined", vtkVoxelMicroFe::CONFINED },
    Mechanical{ "Shear", vtkVoxelMicroFe::SHEAR },
    Mechanical{ "Bending", vtkVoxelMicroFe::BENDING },
    Mechanical{ "Torsion", vtkVoxelMicroFe::TORSION },
    Mechanical{ "ApparentStiffness", vtkVoxelMicroFe::APPARENT_STIFFNESS }),
  [](const auto& info) { return std::string(info.param.name); });

TEST(VoxelMicroFe, GivesTheStiffnessMatrixOfASolidBlock)
{
  auto filter = accurate(block({ 3, 3, 3 }));
  filter->SetTest(vtkVoxelMicroFe::APPARENT_STIFFNESS);
  filter->SetYoungsModulus(1000.0);
  filter->Update();
  for (const char* name : { "YoungsModulusX", "YoungsModulusY", "YoungsModulusZ" })
  {
    EXPECT_NEAR(quantity(filter, name), 1000.0, 1e-4) << name;
  }
  for (const char* name : { "ShearModulusXY", "ShearModulusYZ", "ShearModulusXZ" })
  {
    EXPECT_NEAR(quantity(filter, name), 1000.0 / 2.6, 1e-4) << name;
  }
  for (const char* name : { "PoissonsRatioXY", "PoissonsRatioYZ", "PoissonsRatioXZ" })
  {
    EXPECT_NEAR(quantity(filter, name), 0.3, 1e-6) << name;
  }
  EXPECT_NEAR(quantity(filter, "C_XX_YY"), 1000.0 * 0.3 / (1.3 * 0.4), 1e-3);
  EXPECT_NEAR(quantity(filter, "OrthotropyError"), 0.0, 1e-6);
  EXPECT_TRUE(std::isnan(quantity(filter, "Stiffness")));
  vtkDataArray* matrix = filter->GetOutput(Solid)->GetFieldData()->GetArray("ApparentStiffness");
  ASSERT_EQ(matrix->GetNumberOfTuples(), 6);
  EXPECT_EQ(matrix->GetComponent(0, 1), quantity(filter, "C_XX_YY"));
}

TEST(VoxelMicroFe, TakesValuesAtPointsAsVoxelsAroundThem)
{
  auto image = porousImage();
  auto filter = accurate(image);
  filter->Update();
  auto ofPoints = accurate(valuesAtPoints(image));
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

TEST(VoxelMicroFe, PutsVoxelsWhereTheImageHasThem)
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

TEST(VoxelMicroFe, TurnsResultsWithTheImage)
{
  auto image = porousImage();
  auto filter = accurate(image);
  filter->Update();
  auto turned = vtkSmartPointer<vtkImageData>::New();
  turned->ShallowCopy(image);
  // About an axis that is none of the image's.
  const double c = std::cos(0.4);
  const double s = std::sin(0.4);
  const double a = std::cos(1.1);
  const double b = std::sin(1.1);
  const double R[9] = { c, -s * a, s * b, s, c * a, -c * b, 0.0, b, a };
  turned->SetDirectionMatrix(R);
  auto ofTurned = accurate(turned);
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
  // Invariants of the tensors, and what they do along the turned axis.
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
  // Points turn about the image's origin.
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

TEST(VoxelMicroFe, MakesModuliOfValues)
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

TEST(VoxelMicroFe, TakesSupportsDisplacementsAndForcesFromArrays)
{
  // The axial test, written as arrays.
  auto image = porousImage();
  auto axial = accurate(image);
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
  auto free = accurate(image);
  free->SetTest(vtkVoxelMicroFe::FREE_FORM);
  Errors errors(free);
  free->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
  EXPECT_LT(relative(pointValues(free->GetOutput(Solid), "Displacement"),
              pointValues(axial->GetOutput(Solid), "Displacement")),
    FieldTolerance);

  // A force instead: the bar of theory.
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
  auto pushed = accurate(bar);
  pushed->SetTest(vtkVoxelMicroFe::FREE_FORM);
  pushed->SetYoungsModulus(100.0);
  pushed->SetInputArrayToProcess(3, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Push");
  pushed->Update();
  EXPECT_NEAR(quantity(pushed, "LargestDisplacementComponent"), 8.0 / 4.0 / 100.0 * 6.0, 1e-8);
}

TEST(VoxelMicroFe, ComputesOnceForWhatIsTheSame)
{
  auto image = porousImage();
  auto filter = microFeOf(image);
  filter->Update(Solid);
  filter->Update(Summary);
  filter->Update(MicroFeConvergence);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 1);
  // Another object with the same content.
  auto copy = vtkSmartPointer<vtkImageData>::New();
  copy->ShallowCopy(image);
  image->Modified();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 1);
  filter->SetStrain(-0.02);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 2);
}

TEST(VoxelMicroFe, LeavesOutTensorsIfAsked)
{
  auto filter = microFeOf(block({ 3, 3, 3 }));
  filter->TensorFieldsOff();
  filter->Update();
  vtkCellData* cells = filter->GetOutput(Solid)->GetCellData();
  EXPECT_FALSE(cells->HasArray("Stress"));
  EXPECT_FALSE(cells->HasArray("Strain"));
  EXPECT_STREQ(cells->GetScalars()->GetName(), "EffectiveStrain");
}

TEST(VoxelMicroFe, SaysUnitsAndDevice)
{
  auto filter = microFeOf(block({ 3, 3, 3 }));
  filter->SetTest(vtkVoxelMicroFe::TORSION);
  filter->Update();
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Summary));
  ASSERT_EQ(table->GetNumberOfColumns(), 3);
  EXPECT_EQ(table->GetValueByName(0, "Quantity").ToString(), "Stiffness");
  EXPECT_EQ(table->GetValueByName(0, "Unit").ToString(), "force length");
  EXPECT_TRUE(contains(filter->GetDeviceUsed(), "Host")) << filter->GetDeviceUsed();
  EXPECT_TRUE(contains(filter->GetStatus(), "Solved 27 voxels")) << filter->GetStatus();
}
}
