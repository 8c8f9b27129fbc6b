// Tests of Voxel Micro-FE through VTK: known answers, and values passed on from the library.

#include "VoxelMicroFeTestInput.h"

#include "MicroFe/VoxelMicroFeValidation.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trabecula::testing
{
namespace
{
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
  auto filter = accurateMicroFeOf(block({ 6, 6, 6 }));
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
    auto filter = accurateMicroFeOf(image);
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
    // In Pistoia's criterion, the strain is uniform, so the load factor is that at which it is
    // 0.007.
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
  problem.tolerance = AccurateTolerance;
  Observer observer;
  VoxelMicroFe expected(problem, selectDevice(DeviceRequest::Host), observer);
  ASSERT_TRUE(expected.solve(observer));

  auto filter = accurateMicroFeOf(image);
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
      // Compared with a tolerance for values that are nonzero only because of rounding.
      EXPECT_NEAR(shown, value, FieldTolerance * std::abs(value) + 1e-9) << name;
      EXPECT_EQ(output->GetFieldData()->GetArray(name)->GetComponent(0, 0), shown) << name;
    }
  }
  const std::vector<double> residuals = historyColumn(filter, "Residual");
  EXPECT_EQ(residuals.size(), expected.history().size());
  EXPECT_EQ(historyColumn(filter, "Iteration").size(), residuals.size());
  EXPECT_LE(residuals.back(), AccurateTolerance);
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
  auto filter = accurateMicroFeOf(block({ 3, 3, 3 }));
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

TEST(VoxelMicroFe, TakesTheMemoryThatItIsCheckedFor)
{
  const auto input = porousImage();
  auto filter = microFeOf(input);
  filter->Update();
  auto* found = vtkUnstructuredGrid::SafeDownCast(filter->GetOutputDataObject(Solid));
  ASSERT_NE(found, nullptr);
  const vtkIdType values = found->GetPoints()->GetData()->GetNumberOfValues() +
    found->GetCells()->GetOffsetsArray()->GetNumberOfValues() +
    found->GetCells()->GetConnectivityArray()->GetNumberOfValues();
  VoxelMicroFeProblem problem = microFeProblem(input);
  problem.fieldRoom = FieldRoom::Hexahedra;
  EXPECT_EQ(voxelFieldMemory(VoxelGrid(problem.image), problem),
    bytesOfResults(found) + static_cast<std::size_t>(values) * sizeof(double) +
      static_cast<std::size_t>(found->GetCellTypesArray()->GetNumberOfValues()));
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
  EXPECT_TRUE(contains(filter->GetDeviceUsed(), "Processor")) << filter->GetDeviceUsed();
  EXPECT_TRUE(contains(filter->GetStatus(), "Solved 27 voxels")) << filter->GetStatus();
}
}
