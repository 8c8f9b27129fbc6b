// Tests of invalid images and properties of Voxel Micro-FE: there is one message that names the
// fault, earlier results remain, and the filter works afterwards.

#include "VoxelMicroFeTestInput.h"

#include "vtkCellData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace trabecula::testing
{
namespace
{
constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

struct BadMicroFe
{
  const char* name;
  /// Invalidates the image or the filter; may replace the image.
  std::function<void(vtkSmartPointer<vtkImageData>&, vtkVoxelMicroFe*)> spoil;
  std::vector<std::string> words; ///< the message contains each of them
};

void setVoxel(vtkImageData* image, vtkIdType voxel, double value)
{
  std::vector<double> values = cellValues(image, "Solid");
  values[static_cast<std::size_t>(voxel)] = value;
  setCellArray(image, "Solid", values);
}

void holdAll(vtkImageData* image, double value = 1.0)
{
  setPointArray(image, "Supports",
    std::vector<double>(static_cast<std::size_t>(3 * image->GetNumberOfPoints()), value));
}

const BadMicroFe BadMicroFes[] = {
  { "EmptyImage", [](auto& image, auto*) { image->Initialize(); }, { "empty" } },
  { "FlatImage",
    [](auto& image, auto*)
    {
      image = vtkSmartPointer<vtkImageData>::New();
      image->SetDimensions(5, 5, 1);
      setCellArray(image, "Solid", std::vector<double>(16, 1.0));
    },
    { "5 x 5 x 1 points" } },
  { "NoScalars", [](auto& image, auto*) { image->GetCellData()->Initialize(); },
    { "not clear which array", "none" } },
  { "SeveralArrays",
    [](auto& image, auto*)
    {
      image->GetCellData()->GetArray("Solid")->SetName("A");
      setCellArray(image, "B", std::vector<double>(64, 1.0));
    },
    { "not clear which array", "\"A\", \"B\"", "Scalars" } },
  { "ArrayThatIsNotThere",
    [](auto&, auto* filter)
    { filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Bone"); },
    { "Cell array \"Bone\"", "missing", "\"Solid\"" } },
  { "ArrayOfThreeComponents",
    [](auto& image, auto* filter)
    {
      holdAll(image);
      filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, "Supports");
    },
    { "Point array \"Supports\"", "3 components" } },
  { "ArrayOfText",
    [](auto& image, auto* filter)
    {
      vtkNew<vtkStringArray> text;
      text->SetName("Names");
      text->SetNumberOfTuples(64);
      image->GetCellData()->AddArray(text);
      filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_CELLS, "Names");
    },
    { "\"Names\"", "numbers" } },
  { "NotANumber", [](auto& image, auto*) { setVoxel(image, 9, NaN); },
    { "Cell array \"Solid\"", "nan", "voxel 9" } },
  { "AllVoid", [](auto&, auto* filter) { filter->SetLowerThreshold(17.0); },
    { "No voxel", "\"Solid\"", "from 0 to 2", "Lower Threshold, 17" } },
  { "NegativeModulus",
    [](auto& image, auto* filter)
    {
      setVoxel(image, 5, -3.0);
      filter->SetMaterial(vtkVoxelMicroFe::MODULI);
    },
    { "\"Solid\"", "-3", "voxel 5", "positive" } },
  { "ZeroModulus", [](auto&, auto* filter) { filter->SetYoungsModulus(0.0); },
    { "Young's Modulus is 0", "above zero" } },
  { "ModulusNotANumber", [](auto&, auto* filter) { filter->SetYoungsModulus(NaN); },
    { "Young's Modulus is nan" } },
  { "HugeModulus", [](auto&, auto* filter) { filter->SetYoungsModulus(1e200); },
    { "Young's modulus", "1e+200", "units" } },
  { "ThresholdNotANumber", [](auto&, auto* filter) { filter->SetLowerThreshold(NaN); },
    { "Lower Threshold is nan" } },
  { "ThresholdsTheWrongWayRound",
    [](auto&, auto* filter)
    {
      filter->SetMaterial(vtkVoxelMicroFe::BETWEEN_THRESHOLDS);
      filter->SetUpperThreshold(0.1);
    },
    { "Upper Threshold is 0.1", "Lower Threshold 0.5" } },
  { "NoTable", [](auto&, auto* filter) { filter->SetMaterial(vtkVoxelMicroFe::LABELS); },
    { "Label Moduli is empty" } },
  { "LabelsThatAreNotListed",
    [](auto& image, auto* filter)
    {
      setVoxel(image, 63, 7.0);
      filter->SetMaterial(vtkVoxelMicroFe::LABELS);
      filter->AddLabelModulus(1, 1000.0);
    },
    { "\"Solid\"", "Label Moduli", "2 (31 voxels), 7 (1 voxel)" } },
  { "LabelOfNegativeModulus",
    [](auto&, auto* filter)
    {
      filter->SetMaterial(vtkVoxelMicroFe::LABELS);
      filter->AddLabelModulus(1, 1000.0);
      filter->AddLabelModulus(2, -1.0);
    },
    { "label 2", "-1" } },
  { "LabelListedTwice",
    [](auto&, auto* filter)
    {
      filter->SetMaterial(vtkVoxelMicroFe::LABELS);
      filter->AddLabelModulus(2, 1000.0);
      filter->AddLabelModulus(1, 1000.0);
      filter->AddLabelModulus(2, 2000.0);
    },
    { "label 2 twice" } },
  { "AllLabelsVoid",
    [](auto&, auto* filter)
    {
      filter->SetMaterial(vtkVoxelMicroFe::LABELS);
      filter->AddLabelModulus(1, 0.0);
      filter->AddLabelModulus(2, 0.0);
    },
    { "No voxel", "Label Moduli" } },
  { "NegativeCoefficient",
    [](auto&, auto* filter)
    {
      filter->SetMaterial(vtkVoxelMicroFe::POWER_LAW);
      filter->SetCoefficient(-1.0);
    },
    { "Coefficient is -1" } },
  { "NegativeDensityThreshold",
    [](auto&, auto* filter)
    {
      filter->SetMaterial(vtkVoxelMicroFe::POWER_LAW);
      filter->SetDensityThreshold(-0.5);
    },
    { "Density Threshold is -0.5" } },
  { "PoissonsRatioOfAHalf", [](auto&, auto* filter) { filter->SetPoissonsRatio(0.5); },
    { "Poisson's ratio", "0.5" } },
  { "NoSpacing", [](auto& image, auto*) { image->SetSpacing(1.0, 0.0, 1.0); },
    { "spacing", "along y" } },
  { "SpacingNotANumber", [](auto& image, auto*) { image->SetSpacing(1.0, 1.0, NaN); },
    { "spacing", "along z", "nan" } },
  { "NoStrain", [](auto&, auto* filter) { filter->SetStrain(0.0); }, { "Strain is 0" } },
  { "NoAngle",
    [](auto&, auto* filter)
    {
      filter->SetTest(vtkVoxelMicroFe::TORSION);
      filter->SetAngle(0.0);
    },
    { "Angle is 0" } },
  { "DirectionAlongTheAxis",
    [](auto&, auto* filter)
    {
      filter->SetTest(vtkVoxelMicroFe::SHEAR);
      filter->SetDirection(2);
    },
    { "Direction", "axis", "z" } },
  { "NoSuchTest", [](auto&, auto* filter) { filter->SetTest(8); }, { "Test is 8" } },
  { "NoSuchAxis", [](auto&, auto* filter) { filter->SetAxis(3); }, { "Axis is 3" } },
  { "NoSuchParts", [](auto&, auto* filter) { filter->SetParts(-1); }, { "Parts is -1" } },
  { "NoTolerance", [](auto&, auto* filter) { filter->SetTolerance(0.0); }, { "tolerance", "0" } },
  { "NoIterations", [](auto&, auto* filter) { filter->SetMaximumIterations(0); },
    { "iterations", "0" } },
  { "NoCriticalVolume", [](auto&, auto* filter) { filter->SetCriticalVolume(0.0); },
    { "Critical volume" } },
  { "NoCriticalStrain", [](auto&, auto* filter) { filter->SetCriticalStrain(-1.0); },
    { "Critical strain" } },
  { "AGapBetweenTheEnds",
    [](auto& image, auto*) {
      image = voxelImage({ 4, 4, 9 }, [](int, int, int k) { return k == 5 || k == 6 ? 0.0 : 1.0; });
    },
    { "connects the ends of the test along z", "gap" } },
  { "SeveralPartsWhereOneIsAskedFor",
    [](auto& image, auto* filter)
    {
      image = voxelImage({ 5, 4, 4 }, [](int i, int, int) { return i == 3 ? 0.0 : 1.0; });
      filter->SetParts(vtkVoxelMicroFe::ONE_PART_ONLY);
    },
    { "2 parts", "16 voxels" } },
  { "APartThatNothingHolds",
    [](auto& image, auto* filter)
    {
      image = voxelImage({ 5, 4, 4 },
        [](int i, int j, int k) { return i < 3 || (i == 4 && j == 1 && k == 2) ? 1.0 : 0.0; });
      filter->SetParts(vtkVoxelMicroFe::ALL_PARTS);
    },
    { "2 parts", "free to move" } },
  { "MemoryShort",
    [](auto& image, auto* filter)
    {
      image = block({ 30, 30, 30 });
      filter->SetMemoryLimit(1);
    },
    { "27000 voxels", "1 MiB are available" } },
  { "FreeFormWithoutSupports",
    [](auto&, auto* filter) { filter->SetTest(vtkVoxelMicroFe::FREE_FORM); },
    { "\"Supports\"", "missing", "Trabecula > Mechanical Support" } },
  { "FreeFormWithoutLoad",
    [](auto& image, auto* filter)
    {
      holdAll(image);
      filter->SetTest(vtkVoxelMicroFe::FREE_FORM);
    },
    { "loads" } },
  { "FreeFormThatMoves",
    [](auto& image, auto* filter)
    {
      holdAll(image, 0.0);
      setPointArray(image, "Force", std::vector<double>(375, 1.0));
      setVoxel(image, 0, 1.0);
      filter->SetTest(vtkVoxelMicroFe::FREE_FORM);
    },
    { "free to move" } },
  { "SupportsNeitherZeroNorOne",
    [](auto& image, auto* filter)
    {
      holdAll(image, 0.5);
      filter->SetTest(vtkVoxelMicroFe::FREE_FORM);
    },
    { "\"Supports\"", "0.5" } },
  { "DisplacementNotANumber",
    [](auto& image, auto* filter)
    {
      holdAll(image);
      setPointArray(image, "PrescribedDisplacement", std::vector<double>(375, NaN));
      filter->SetTest(vtkVoxelMicroFe::FREE_FORM);
    },
    { "isplacement", "nan" } },
  { "FreeFormOfVoxelsAtPoints",
    [](auto& image, auto* filter)
    {
      image = valuesAtPoints(image);
      holdAll(image);
      filter->SetTest(vtkVoxelMicroFe::FREE_FORM);
    },
    { "Point array \"Solid\"", "cell array" } },
  { "FreeFormOfATurnedImage",
    [](auto& image, auto* filter)
    {
      holdAll(image);
      image->SetDirectionMatrix(0, 1, 0, 0, 0, 1, 1, 0, 0);
      filter->SetTest(vtkVoxelMicroFe::FREE_FORM);
    },
    { "direction matrix" } },
  { "GhostCells",
    [](auto& image, auto*)
    {
      vtkNew<vtkUnsignedCharArray> ghosts;
      ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
      ghosts->SetNumberOfTuples(64);
      ghosts->FillValue(0);
      ghosts->SetValue(3, vtkDataSetAttributes::DUPLICATECELL);
      image->GetCellData()->AddArray(ghosts);
    },
    { "another process", "voxel 3" } },
};

class VoxelMicroFeBadInput : public ::testing::TestWithParam<BadMicroFe>
{
};

void resetProperties(vtkVoxelMicroFe* filter)
{
  vtkNew<vtkVoxelMicroFe> defaults;
  filter->SetMaterial(defaults->GetMaterial());
  filter->SetYoungsModulus(defaults->GetYoungsModulus());
  filter->SetLowerThreshold(defaults->GetLowerThreshold());
  filter->SetUpperThreshold(defaults->GetUpperThreshold());
  filter->ClearLabelModuli();
  filter->SetCoefficient(defaults->GetCoefficient());
  filter->SetDensityThreshold(defaults->GetDensityThreshold());
  filter->SetPoissonsRatio(defaults->GetPoissonsRatio());
  filter->SetParts(defaults->GetParts());
  filter->SetTest(defaults->GetTest());
  filter->SetAxis(defaults->GetAxis());
  filter->SetDirection(defaults->GetDirection());
  filter->SetStrain(defaults->GetStrain());
  filter->SetAngle(defaults->GetAngle());
  filter->SetTolerance(defaults->GetTolerance());
  filter->SetMaximumIterations(defaults->GetMaximumIterations());
  filter->SetCriticalVolume(defaults->GetCriticalVolume());
  filter->SetCriticalStrain(defaults->GetCriticalStrain());
  filter->SetMemoryLimit(defaults->GetMemoryLimit());
  filter->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS_THEN_CELLS, "");
}
}

TEST_P(VoxelMicroFeBadInput, OneMessageNothingLostUsableAfter)
{
  const BadMicroFe& bad = GetParam();
  auto filter = microFeOf(labelledImage());
  filter->Update();
  ASSERT_EQ(filter->GetNumberOfAnalyses(), 1) << filter->GetStatus();
  const std::vector<double> before = pointValues(filter->GetOutput(Solid), "Displacement");
  const double stiffness = filter->GetStiffness();
  auto fresh = microFeOf(nullptr);

  for (vtkVoxelMicroFe* other : { filter.Get(), fresh.Get() })
  {
    Errors errors(other);
    auto image = labelledImage();
    bad.spoil(image, other);
    other->SetInputData(image);
    other->Update(Solid);
    other->Update(Summary);
    other->Update(MicroFeConvergence);
    EXPECT_EQ(errors.count(), 1) << errors.text();
    for (const std::string& word : bad.words)
    {
      EXPECT_TRUE(contains(errors.text(), word)) << word << " in " << errors.text();
    }
    EXPECT_TRUE(contains(other->GetStatus(), "Error: ")) << other->GetStatus();
  }
  EXPECT_EQ(pointValues(filter->GetOutput(Solid), "Displacement"), before);
  EXPECT_EQ(quantity(filter, "Stiffness"), stiffness);
  EXPECT_EQ(filter->GetStiffness(), stiffness);
  EXPECT_EQ(filter->GetNumberOfAnalyses(), 1);
  EXPECT_EQ(fresh->GetOutput(Solid)->GetNumberOfCells(), 0);
  EXPECT_TRUE(std::isnan(fresh->GetStiffness()));

  for (vtkVoxelMicroFe* other : { filter.Get(), fresh.Get() })
  {
    Errors errors(other);
    resetProperties(other);
    other->SetInputData(labelledImage());
    other->Update();
    EXPECT_EQ(errors.count(), 0) << errors.text();
    EXPECT_LT(relative(pointValues(other->GetOutput(Solid), "Displacement"), before), 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(MicroFeInput, VoxelMicroFeBadInput, ::testing::ValuesIn(BadMicroFes),
  [](const auto& info) { return std::string(info.param.name); });
}
