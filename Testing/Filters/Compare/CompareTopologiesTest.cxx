// Tests of Compare Topologies: fields and numbers on one mesh, on a lattice and after resampling;
// names, repeated updates, stops.

#include "CompareTestInput.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkPoints.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
double graded(double x, double y, double z)
{
  return std::fmod(0.37 * x + 0.21 * y + 0.11 * z, 1.0);
}

double otherGraded(double x, double y, double z)
{
  return std::fmod(0.29 * x + 0.33 * y + 0.15 * z, 1.0);
}

/// Returns a density that is 1 up to an x.
DensityOf upTo(double end)
{
  return [end](double x, double, double) { return x < end ? 1.0 : 0.0; };
}

void setCompliance(vtkDataSet* data, double value)
{
  vtkNew<vtkDoubleArray> field;
  field->SetName("Compliance");
  field->InsertNextValue(value);
  data->GetFieldData()->AddArray(field);
}

/// Returns a copy that is rotated about z.
vtkSmartPointer<vtkUnstructuredGrid> turned(vtkUnstructuredGrid* grid, double radians)
{
  auto result = vtkSmartPointer<vtkUnstructuredGrid>::New();
  result->DeepCopy(grid);
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    grid->GetPoint(i, x);
    result->GetPoints()->SetPoint(i, std::cos(radians) * x[0] - std::sin(radians) * x[1],
      std::sin(radians) * x[0] + std::cos(radians) * x[1], x[2]);
  }
  return result;
}

bool says(const char* text, const char* part)
{
  return contains(text, part);
}
}

TEST(CompareTopologies, CountsThePartOfCellsThatCanBeSolid)
{
  // One mesh, followed by two lattices of which one lacks a layer of cells.
  const DensityOf all = [](double, double, double) { return 1.0; };
  auto first = densityImage({ 4, 2, 2 }, { 1, 1, 1 }, { 0, 0, 0 }, all);
  auto second = densityImage({ 4, 2, 2 }, { 1, 1, 1 }, { 0, 0, 0 }, upTo(2.0));
  auto shorter = densityImage({ 3, 2, 2 }, { 1, 1, 1 }, { 1, 0, 0 }, all);
  const auto setFractions = [](vtkImageData* data)
  {
    std::vector<double> fractions;
    for (vtkIdType cell = 0; cell < data->GetNumberOfCells(); ++cell)
    {
      double bounds[6];
      data->GetCellBounds(cell, bounds);
      fractions.push_back(bounds[0] > 2.5 ? 0.25 : 1.0); // a layer at the end
    }
    setCellArray(data, "SolidFraction", fractions);
  };
  for (vtkImageData* data : { first.Get(), second.Get(), shorter.Get() })
  {
    setFractions(data);
  }
  auto same = comparisonOf({ first, second });
  same->Update();
  EXPECT_NEAR(measure(same, 0, "Volume"), 13.0, 1e-12);
  EXPECT_NEAR(measure(same, 0, "VolumeFraction"), 1.0, 1e-12);
  EXPECT_NEAR(measure(same, 1, "VolumeFraction"), 8.0 / 13.0, 1e-12);
  EXPECT_NEAR(measure(same, 1, "Dice"), 2.0 * 8.0 / 21.0, 1e-12);

  auto lattices = comparisonOf({ first, shorter });
  lattices->Update();
  EXPECT_NEAR(measure(lattices, 1, "Volume"), 9.0, 1e-12);
  EXPECT_NEAR(measure(lattices, 1, "VolumeFraction"), 9.0 / 13.0, 1e-6);

  setCellArray(first, "SolidFraction", std::vector<double>(16, 0.0));
  Errors errors(same);
  same->Update();
  EXPECT_TRUE(contains(errors.text(), "SolidFraction")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "cell 0")) << errors.text();
}

TEST(CompareTopologies, ComparesOnOneMesh)
{
  // A mesh that is not a lattice: the length of cells increases along x.
  auto first = withDensity(hexahedra(), graded);
  for (vtkIdType i = 0; i < first->GetNumberOfPoints(); ++i)
  {
    double x[3];
    first->GetPoint(i, x);
    x[0] *= 1.0 + 0.1 * x[0];
    first->GetPoints()->SetPoint(i, x);
  }
  auto second = vtkSmartPointer<vtkUnstructuredGrid>::New();
  second->DeepCopy(first);
  withDensity(second, otherGraded);
  setCompliance(second, 12.5);
  auto filter = comparisonOf({ first, second, first });
  filter->KeepVoidOn();
  filter->SetThreshold(0.4);
  filter->SetResolution(24);
  filter->Update();
  EXPECT_TRUE(says(filter->GetCommonMesh(), "on one mesh")) << filter->GetCommonMesh();
  EXPECT_TRUE(says(filter->GetCommonMesh(), "image of 24 x")) << filter->GetCommonMesh();

  vtkUnstructuredGrid* output = differencesOf(filter);
  ASSERT_EQ(output->GetNumberOfCells(), first->GetNumberOfCells());
  EXPECT_EQ(output->GetNumberOfPoints(), first->GetNumberOfPoints());
  const std::vector<double> a = cellValues(first, "Density");
  const std::vector<double> b = cellValues(second, "Density");
  EXPECT_EQ(cellValues(output, "Density_1"), a);
  EXPECT_EQ(cellValues(output, "Density_2"), b);
  EXPECT_EQ(cellValues(output, "Density_3"), a);
  EXPECT_STREQ(output->GetCellData()->GetScalars()->GetName(), "Category_2");
  double volume = 0.0;
  double mass[2] = {};
  double solid[3] = {}; // in both, in the first only, in the second only
  double grey = 0.0;
  for (std::size_t e = 0; e < a.size(); ++e)
  {
    double bounds[6];
    first->GetCellBounds(static_cast<vtkIdType>(e), bounds);
    const double v = bounds[1] - bounds[0];
    const int category = (a[e] >= 0.4 ? 1 : 0) + (b[e] >= 0.4 ? 2 : 0);
    ASSERT_EQ(cellValues(output, "Category_2")[e], category) << e;
    ASSERT_EQ(cellValues(output, "Category_3")[e], a[e] >= 0.4 ? 3 : 0) << e;
    ASSERT_EQ(cellValues(output, "Difference_2")[e], b[e] - a[e]) << e;
    ASSERT_EQ(cellValues(output, "SolidIn")[e], 2 * (a[e] >= 0.4) + (b[e] >= 0.4)) << e;
    volume += v;
    mass[0] += a[e] * v;
    mass[1] += b[e] * v;
    solid[0] += category == 3 ? v : 0.0;
    solid[1] += (category & 1) != 0 ? v : 0.0;
    solid[2] += (category & 2) != 0 ? v : 0.0;
    grey += 4.0 * b[e] * (1.0 - b[e]) * v;
  }
  EXPECT_NEAR(measure(filter, 0, "Volume"), mass[0], 1e-12);
  EXPECT_NEAR(measure(filter, 1, "Volume"), mass[1], 1e-12);
  EXPECT_NEAR(measure(filter, 1, "VolumeFraction"), mass[1] / volume, 1e-12);
  EXPECT_NEAR(measure(filter, 1, "SolidVolume"), solid[2], 1e-12);
  EXPECT_NEAR(measure(filter, 1, "Greyness"), grey / volume, 1e-12);
  EXPECT_NEAR(measure(filter, 1, "Dice"), 2.0 * solid[0] / (solid[1] + solid[2]), 1e-12);
  EXPECT_EQ(measure(filter, 0, "Dice"), 1.0);
  EXPECT_EQ(measure(filter, 2, "Dice"), 1.0);
  EXPECT_EQ(measure(filter, 2, "Hausdorff"), 0.0);
  EXPECT_GT(measure(filter, 1, "Hausdorff"), measure(filter, 1, "MeanSurfaceDistance"));
  EXPECT_GT(measure(filter, 1, "MeanSurfaceDistance"), 0.0);
  EXPECT_TRUE(std::isnan(measure(filter, 0, "Compliance")));
  EXPECT_EQ(measure(filter, 1, "Compliance"), 12.5);
  EXPECT_EQ(measure(filter, 1, "MeshElements"), 54);
  EXPECT_NEAR(measure(filter, 1, "VoxelSize"), 9.6 / 24, 0.05);

  filter->KeepVoidOff();
  filter->Update();
  const std::vector<double> counts = cellValues(differencesOf(filter), "SolidIn");
  EXPECT_LT(counts.size(), a.size());
  EXPECT_GE(*std::min_element(counts.begin(), counts.end()), 1.0);
}

TEST(CompareTopologies, TakesImagesHexahedraAndVoxelsForOneMesh)
{
  auto first = withDensity(hexahedra(), graded);
  auto second = withDensity(voxels(), graded);
  auto third = withDensity(image(), otherGraded);
  auto filter = comparisonOf({ first, second, third });
  filter->Update();
  EXPECT_TRUE(says(filter->GetCommonMesh(), "on one mesh, a lattice of 6 x 3 x 3 voxels"))
    << filter->GetCommonMesh();
  EXPECT_EQ(measure(filter, 1, "Dice"), 1.0);
  EXPECT_EQ(measure(filter, 1, "Hausdorff"), 0.0);
  EXPECT_LT(measure(filter, 2, "Dice"), 1.0);
}

TEST(CompareTopologies, PutsPartsOfOneLatticeTogether)
{
  auto first = withDensity(image(), graded);
  auto second = withDensity(image(), otherGraded);
  auto wholes = comparisonOf({ first, second });
  wholes->Update();
  // Parts of the mesh without densities.
  auto firstPart = solidPartOf(first);
  auto secondPart = solidPartOf(second);
  secondPart->GetCellData()->RemoveArray("Density");
  auto parts = comparisonOf({ firstPart, secondPart });
  parts->Update();
  EXPECT_TRUE(says(parts->GetCommonMesh(), "fit into one lattice")) << parts->GetCommonMesh();
  EXPECT_TRUE(says(parts->GetStatus(), "Design 2 has no cell array \"Density\""))
    << parts->GetStatus();
  for (const char* name : { "SolidVolume", "Dice", "Pieces", "Holes", "Cavities",
         "EulerCharacteristic", "SmallestThickness" })
  {
    EXPECT_EQ(measure(parts, 0, name), measure(wholes, 0, name)) << name;
    EXPECT_EQ(measure(parts, 1, name), measure(wholes, 1, name)) << name;
  }
  EXPECT_EQ(measure(parts, 1, "Volume"), measure(parts, 1, "SolidVolume"));
  EXPECT_EQ(measure(parts, 1, "Greyness"), 0.0);
  const std::vector<double> found = cellValues(differencesOf(parts), "Category_2");
  for (const double category : { 1.0, 2.0, 3.0 })
  {
    const std::vector<double> expected = cellValues(differencesOf(wholes), "Category_2");
    EXPECT_EQ(std::count(found.begin(), found.end(), category),
      std::count(expected.begin(), expected.end(), category));
  }
}

TEST(CompareTopologies, FindsKnownDistancesAndShapes)
{
  // Bars of length 10 and 13, and two plates with a window and a cavity.
  const std::array<int, 3> cells = { 20, 8, 8 };
  const std::array<double, 3> spacing = { 1, 1, 1 };
  const auto bar = [](double end)
  {
    return [end](double x, double y, double z)
    { return x > 2 && x < end && std::abs(y - 4) < 2 && std::abs(z - 4) < 2 ? 1.0 : 0.0; };
  };
  auto first = densityImage(cells, spacing, { 0, 0, 0 }, bar(12));
  auto second = densityImage(cells, spacing, { 0, 0, 0 }, bar(15));
  auto third = densityImage(cells, spacing, { 0, 0, 0 },
    [](double x, double y, double z)
    {
      const bool plates = x < 3 || (x > 8 && !(std::abs(x - 16) < 1.5 && std::abs(y - 4) < 1.5));
      return plates && !(x < 2 && x > 1 && std::abs(y - 3.5) < 1 && std::abs(z - 3.5) < 1) ? 1.0
                                                                                           : 0.0;
    });
  auto filter = comparisonOf({ first, second, third });
  filter->Update();
  EXPECT_NEAR(measure(filter, 1, "Hausdorff"), 3.0, 1e-6);
  // The end of the longer bar is at a distance of 3 and its sides at 0 to 3; the end of the shorter
  // bar is at 0 to 2 from these.
  EXPECT_NEAR(measure(filter, 1, "MeanSurfaceDistance"),
    (16 * 3 + 48 * 1.5 + 16 * 2.0 / 3) / (192 + 240), 0.01);
  EXPECT_NEAR(measure(filter, 1, "Dice"), 2.0 * 10 / (10 + 13), 1e-12);
  EXPECT_EQ(measure(filter, 1, "SmallestThickness"), 4.0);
  EXPECT_EQ(measure(filter, 2, "Pieces"), 2);
  EXPECT_EQ(measure(filter, 2, "Holes"), 1);
  EXPECT_EQ(measure(filter, 2, "Cavities"), 1);
  EXPECT_EQ(measure(filter, 2, "EulerCharacteristic"), 2);
  EXPECT_EQ(measure(filter, 2, "SmallestThickness"), 3.0);
}

TEST(CompareTopologies, ResamplesMeshesThatDiffer)
{
  // The same body on two meshes.
  auto coarse = withDensity(hexahedra(), upTo(4));
  auto fine = densityImage({ 15, 6, 6 }, { 0.4, 0.5, 0.5 }, { 0, 0, 0 }, upTo(4));
  auto filter = comparisonOf({ coarse, fine });
  filter->SetResolution(30);
  filter->Update();
  EXPECT_TRUE(says(filter->GetCommonMesh(), "resampled to an image of 30 x 15 x 15 voxels"))
    << filter->GetCommonMesh();
  EXPECT_EQ(measure(filter, 1, "Dice"), 1.0);
  EXPECT_EQ(measure(filter, 1, "Hausdorff"), 0.0);
  EXPECT_EQ(differencesOf(filter)->GetNumberOfCells(), 20 * 15 * 15);
  EXPECT_NEAR(measure(filter, 1, "Volume"), 36.0, 1e-12);
  EXPECT_NEAR(measure(filter, 1, "VolumeFraction"), 2.0 / 3.0, 1e-9);
  EXPECT_NEAR(measure(filter, 1, "SmallestThickness"), 3.0, 1e-6);

  auto oblique = turned(coarse, 0.175);
  auto apart = comparisonOf({ coarse, oblique });
  apart->SetResolution(60);
  apart->Update();
  EXPECT_TRUE(says(apart->GetCommonMesh(), "resampled")) << apart->GetCommonMesh();
  EXPECT_NEAR(measure(apart, 1, "SolidVolume"), 36.0, 1e-9);
  // The corner that is farthest from the rotated body lies on the side that has moved away.
  EXPECT_NEAR(measure(apart, 1, "Hausdorff"), 4.0 * std::sin(0.175), 0.1);
  EXPECT_GT(measure(apart, 1, "Dice"), 0.8);
  EXPECT_LT(measure(apart, 1, "Dice"), 0.95);

  // On request also if there is no difference.
  auto asked = comparisonOf({ coarse, coarse });
  asked->SetResolution(12);
  asked->AlwaysResampleOn();
  asked->Update();
  EXPECT_TRUE(says(asked->GetCommonMesh(), "12 x 6 x 6")) << asked->GetCommonMesh();
  EXPECT_NEAR(measure(asked, 0, "VoxelSize"), 0.5, 1e-12);
}

TEST(CompareTopologies, HasNoDistanceToADesignWithoutSolid)
{
  auto first = withDensity(image(), upTo(4));
  auto second = withDensity(image(), upTo(0));
  auto filter = comparisonOf({ first, second });
  filter->Update();
  EXPECT_TRUE(std::isnan(measure(filter, 1, "Hausdorff")));
  EXPECT_TRUE(std::isnan(measure(filter, 1, "MeanSurfaceDistance")));
  EXPECT_EQ(measure(filter, 1, "Dice"), 0.0);
  EXPECT_EQ(measure(filter, 1, "Pieces"), 0);
  EXPECT_EQ(measure(filter, 1, "SmallestThickness"), 0.0);
}

TEST(CompareTopologies, NamesRowsAndComputesOnce)
{
  auto first = withDensity(image(), graded);
  auto second = withDensity(image(), otherGraded);
  auto filter = comparisonOf({ first, second });
  filter->AddName("Optimality criteria");
  filter->Update();
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Measures));
  EXPECT_EQ(table->GetValueByName(0, "Name").ToString(), "Optimality criteria");
  EXPECT_EQ(table->GetValueByName(1, "Name").ToString(), "Design 2");
  // The summary is the same table transposed.
  auto* summary =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkCompareTopologies::SUMMARY));
  ASSERT_EQ(summary->GetNumberOfRows(), table->GetNumberOfColumns());
  ASSERT_EQ(summary->GetNumberOfColumns(), 4);
  for (vtkIdType i = 0; i < summary->GetNumberOfRows(); ++i)
  {
    EXPECT_EQ(summary->GetValueByName(i, "Measure").ToString(), table->GetColumnName(i));
  }
  EXPECT_EQ(summary->GetValueByName(0, "Optimality criteria").ToString(), "Optimality criteria");
  EXPECT_EQ(summary->GetValueByName(0, "Design 2").ToString(), "Design 2");
  vtkIdType volume = 0;
  while (table->GetColumnName(volume) != std::string("Volume"))
  {
    ++volume;
  }
  EXPECT_EQ(summary->GetValueByName(volume, "Unit").ToString(), "length^3");
  EXPECT_NEAR(
    summary->GetValueByName(volume, "Design 2").ToDouble(), measure(filter, 1, "Volume"), 1e-4);
  EXPECT_EQ(filter->GetNumberOfComparisons(), 1);
  filter->Update(Measures);
  filter->UpdatePiece(0, 2, 0);
  EXPECT_EQ(filter->GetNumberOfComparisons(), 1);
  filter->UpdatePiece(1, 2, 0);
  EXPECT_EQ(differencesOf(filter)->GetNumberOfCells(), 0);
  filter->SetThreshold(0.6);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfComparisons(), 2);
}

TEST(CompareTopologies, StopsAndComputesAgain)
{
  auto first = withDensity(largeImage(20, 10, 10), graded);
  auto second = withDensity(largeImage(20, 10, 10), otherGraded);
  auto filter = comparisonOf({ first, second });
  filter->SetBodyResolution(40);
  Watcher watcher(filter, "");
  for (const char* text : { "Reading", "Finding", "Pieces", "Thickness", "Surface of Design 1",
         "Analysing the body of Design 2" })
  {
    SCOPED_TRACE(text);
    watcher.StopAt = text;
    watcher.Progress.clear();
    filter->Continue();
    filter->Update();
    EXPECT_TRUE(says(filter->GetStatus(), "Stopped")) << filter->GetStatus();
    EXPECT_EQ(differencesOf(filter)->GetNumberOfCells(), 0);
    EXPECT_TRUE(std::is_sorted(watcher.Progress.begin(), watcher.Progress.end()));
  }
  watcher.StopAt = "";
  filter->Update(); // nothing has changed
  EXPECT_EQ(filter->GetNumberOfComparisons(), 0);
  filter->Continue();
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfComparisons(), 1);
  EXPECT_GT(differencesOf(filter)->GetNumberOfCells(), 0);
}
}
