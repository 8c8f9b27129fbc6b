// Tests of Compare Topologies: the common analysis of bodies, ranks, designs that fail, and
// messages on different volumes, loads and materials.

#include "CompareTestInput.h"

#include "ResultMarks.h"

#include "vtkCellData.h"
#include "vtkDoubleArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkPointData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace trabecula::testing
{
namespace
{
const std::array<int, 3> Cells = { 16, 8, 8 };

/// A cantilever of 2 x 1 x 1 held at x = 0 with a force of 1 in -z on its other side.
vtkSmartPointer<vtkImageData> cantilever(const DensityOf& density)
{
  auto data = densityImage(Cells, { 1.0 / 8, 1.0 / 8, 1.0 / 8 }, { 0, 0, 0 }, density);
  std::vector<double> supports;
  std::vector<double> forces;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    const double* x = data->GetPoint(i);
    const bool isHeld = x[0] == 0.0;
    supports.insert(supports.end(), 3, isHeld ? 1.0 : 0.0);
    const double edges[2] = { x[1] == 0.0 || x[1] == 1.0 ? 0.5 : 1.0,
      x[2] == 0.0 || x[2] == 1.0 ? 0.5 : 1.0 };
    const double share = x[0] == 2.0 ? edges[0] * edges[1] / 64.0 : 0.0;
    forces.insert(forces.end(), { 0.0, 0.0, -share });
  }
  setPointArray(data, "Supports", supports);
  setPointArray(data, "Force", forces);
  return data;
}

double all(double, double, double)
{
  return 1.0;
}

/// Density of a standing plate; the lying plate has the same volume and is a quarter as stiff.
double standing(double x, double y, double)
{
  return std::abs(y - 0.5) > 0.25 && x < 1.7 ? 0.0 : 1.0;
}

double lying(double x, double, double z)
{
  return std::abs(z - 0.5) > 0.25 && x < 1.7 ? 0.0 : 1.0;
}

/// Density of a body that does not reach the load.
double cut(double x, double, double)
{
  return x > 1.0 && x < 1.5 ? 0.0 : 1.0;
}

void setField(vtkDataSet* data, const char* name, double value)
{
  vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->InsertNextValue(value);
  data->GetFieldData()->AddArray(array);
}

std::string text(vtkCompareTopologies* filter, vtkIdType design, const char* column)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(Measures));
  return table->GetValueByName(design, column).ToString();
}

bool says(vtkCompareTopologies* filter, const char* part)
{
  return contains(filter->GetStatus(), part);
}
}

TEST(CompareBodies, RanksByTheStiffnessOfBodies)
{
  auto weak = cantilever(lying);
  auto strong = cantilever(standing);
  // The compliances of the methods have the opposite order.
  setField(weak, "Compliance", 30.0);
  setField(strong, "Compliance", 90.0);
  setField(strong, "Interpolation", 1.0);
  setField(strong, "Penalization", 3.0);
  setField(strong, "MinimumModulusRatio", 1e-9);
  setField(strong, "FilterRadius", 0.25);
  auto filter = comparisonOf({ weak, strong });
  filter->AddName("Weak");
  filter->AddName("Strong");
  Errors warnings(filter, vtkCommand::WarningEvent);
  filter->Update();
  EXPECT_EQ(measure(filter, 0, "Rank"), 2.0);
  EXPECT_EQ(measure(filter, 1, "Rank"), 1.0);
  EXPECT_GT(measure(filter, 0, "BodyCompliance"), 2.5 * measure(filter, 1, "BodyCompliance"));
  EXPECT_EQ(measure(filter, 0, "Compliance"), 30.0);
  EXPECT_NEAR(
    measure(filter, 1, "ComplianceRatio"), 90.0 / measure(filter, 1, "BodyCompliance"), 1e-12);
  EXPECT_LT(measure(filter, 1, "BodyComplianceError"), 0.03);
  EXPECT_GT(measure(filter, 1, "BodyComplianceError"), 0.0);
  // The difference to the weak design is so large that its error does not matter.
  EXPECT_LT(measure(filter, 0, "BodyComplianceError"), 0.06);
  EXPECT_FALSE(says(filter, "above 2 % for Weak")) << filter->GetStatus();
  EXPECT_NEAR(measure(filter, 0, "BodyVolumeFraction"), measure(filter, 0, "BodyVolume") / 2, 1e-9);
  EXPECT_NEAR(measure(filter, 0, "BodyVolume"), measure(filter, 0, "Volume"), 0.02);
  EXPECT_EQ(text(filter, 0, "Fault"), "");
  EXPECT_TRUE(says(filter, "Stiffest body: Strong")) << filter->GetStatus();
  EXPECT_FALSE(says(filter, "Volumes of bodies differ")) << filter->GetStatus();
  EXPECT_FALSE(says(filter, "Loads or supports differ")) << filter->GetStatus();
  const std::string remark = text(filter, 1, "Remark");
  for (const char* part : { "modified SIMP with exponent 3", "0.125 of the modulus", "1e-09",
         "radius 0.25", "mean edge of 0.125" })
  {
    EXPECT_TRUE(contains(remark, part)) << remark;
  }

  // The summary has the rows with their units.
  auto* summary =
    vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkCompareTopologies::SUMMARY));
  EXPECT_EQ(summary->GetValueByName(1, "Measure").ToString(), "Rank");
  EXPECT_EQ(summary->GetValueByName(1, "Strong").ToString(), "1");
  EXPECT_EQ(summary->GetValueByName(2, "Measure").ToString(), "BodyCompliance");
  EXPECT_EQ(summary->GetValueByName(2, "Unit").ToString(), "energy");

  // The message on settings states that the grid is coarser.
  filter->SetBodyResolution(8);
  filter->Update();
  EXPECT_GT(measure(filter, 0, "BodyComplianceError"), 0.02);
  EXPECT_TRUE(says(filter, "raise Body Resolution")) << filter->GetStatus();
  filter->AnalyseBodiesOff();
  filter->Update();
  EXPECT_EQ(measure(filter, 1, "Rank"), 0.0);
  EXPECT_TRUE(std::isnan(measure(filter, 1, "BodyCompliance")));
  EXPECT_STREQ(filter->GetStatus(), "Compared 2 designs.");
}

TEST(CompareBodies, SolidBoxHasItsKnownCompliance)
{
  // Isogeometric analysis gives 37.0789 (degree 2, 16 x 8 x 8 spans).
  auto first = cantilever(all);
  auto filter = comparisonOf({ first, first });
  filter->Update();
  EXPECT_NEAR(measure(filter, 0, "BodyCompliance"), 37.08, 0.02 * 37.08);
  EXPECT_EQ(measure(filter, 0, "BodyCompliance"), measure(filter, 1, "BodyCompliance"));
  EXPECT_EQ(measure(filter, 0, "Rank"), 1.0);
  EXPECT_EQ(measure(filter, 1, "Rank"), 1.0);
  EXPECT_EQ(measure(filter, 0, "BodyVolume"), 2.0);
  EXPECT_TRUE(says(filter, "less than the errors")) << filter->GetStatus();
}

TEST(CompareBodies, DoesNotRankDesignsThatFail)
{
  auto detached = cantilever(cut);
  setField(detached, "Compliance", 1.0);
  auto marked = cantilever(standing);
  filters::setMark(marked, filters::DesignFault, "Volume fraction 0.9 exceeds its bound.");
  auto sound = cantilever(lying);
  auto filter = comparisonOf({ detached, marked, sound });
  filter->SetBodyResolution(32);
  filter->Update();
  EXPECT_EQ(measure(filter, 0, "Rank"), 0.0);
  EXPECT_EQ(measure(filter, 1, "Rank"), 0.0);
  EXPECT_EQ(measure(filter, 2, "Rank"), 1.0);
  EXPECT_TRUE(std::isnan(measure(filter, 0, "BodyCompliance")));
  EXPECT_TRUE(std::isnan(measure(filter, 0, "ComplianceRatio")));
  EXPECT_GT(measure(filter, 1, "BodyCompliance"), 0.0);
  EXPECT_TRUE(contains(text(filter, 0, "Fault"), "not connected to a support"))
    << text(filter, 0, "Fault");
  EXPECT_EQ(text(filter, 1, "Fault"), "Volume fraction 0.9 exceeds its bound.");
  EXPECT_TRUE(says(filter, "Design 1 fails and is not ranked: ")) << filter->GetStatus();
  EXPECT_TRUE(says(filter, "Design 2 fails and is not ranked: Volume fraction"));
  EXPECT_TRUE(says(filter, "Stiffest body: Design 3")) << filter->GetStatus();
}

TEST(CompareBodies, TellsWhatMakesAComparisonUnfair)
{
  auto first = cantilever(all);
  auto second = cantilever(standing);
  setField(first, "YoungsModulus", 2.0);
  setField(second, "YoungsModulus", 4.0);
  std::vector<double> forces = pointValues(second, "Force");
  for (double& force : forces)
  {
    force *= 1.1;
  }
  setPointArray(second, "Force", forces);
  auto filter = comparisonOf({ first, second });
  filter->Update();
  EXPECT_TRUE(says(filter, "Volumes of bodies differ by ")) << filter->GetStatus();
  EXPECT_TRUE(says(filter, "Loads or supports differ")) << filter->GetStatus();
  EXPECT_TRUE(says(filter, "Design 2 has load case 'Force' with the total (0, 0, -1.1)"))
    << filter->GetStatus();
  EXPECT_TRUE(says(filter, "material of Design 1, Young's modulus 2")) << filter->GetStatus();
  EXPECT_NEAR(measure(filter, 0, "BodyCompliance"), 37.08 / 2, 0.02 * 37.08 / 2);

  // Without conditions there is no analysis, which is reported.
  auto bare = cantilever(all);
  bare->GetPointData()->RemoveArray("Supports");
  auto unloaded = cantilever(all);
  unloaded->GetPointData()->RemoveArray("Force");
  auto without = comparisonOf({ bare, unloaded, first });
  without->Update();
  EXPECT_EQ(measure(without, 0, "Rank"), 0.0);
  EXPECT_EQ(measure(without, 1, "Rank"), 0.0);
  EXPECT_EQ(measure(without, 2, "Rank"), 1.0);
  EXPECT_EQ(text(without, 0, "Fault"), "");
  EXPECT_TRUE(contains(text(without, 0, "Remark"), "Supports")) << text(without, 0, "Remark");
  EXPECT_TRUE(contains(text(without, 1, "Remark"), "has no load")) << text(without, 1, "Remark");
  EXPECT_TRUE(says(without, "Not analysed")) << without->GetStatus();
}

TEST(CompareBodies, TellsFailuresOfTheAnalysisApartFromFaults)
{
  // A support with a prescribed displacement, which the analysis does not accept, is not a fault of
  // the design.
  auto moved = cantilever(standing);
  std::vector<double> displacements(pointValues(moved, "Force").size(), 0.0);
  displacements[2] = 0.1;
  setPointArray(moved, "PrescribedDisplacement", displacements);
  auto filter = comparisonOf({ moved, cantilever(lying) });
  filter->SetBodyResolution(16);
  filter->Update();
  EXPECT_EQ(measure(filter, 0, "Rank"), 0.0);
  EXPECT_TRUE(std::isnan(measure(filter, 0, "BodyCompliance")));
  EXPECT_EQ(text(filter, 0, "Fault"), "");
  const std::string remark = text(filter, 0, "Remark");
  EXPECT_EQ(remark.find("Not analysed: "), 0U) << remark;
  EXPECT_TRUE(contains(remark, "displaced")) << remark;
  EXPECT_FALSE(contains(remark, "mean edge")) << remark;
  EXPECT_EQ(measure(filter, 1, "Rank"), 1.0);
  EXPECT_TRUE(says(filter, "Design 1: Not analysed: ")) << filter->GetStatus();
  EXPECT_FALSE(says(filter, "fails")) << filter->GetStatus();
}

TEST(CompareBodies, TakesAnyMeshAndSolidCells)
{
  auto image = cantilever(standing);
  // The same body as hexahedra, and as its solid cells only.
  auto filter = comparisonOf({ image, solidPartOf(image), asTetrahedra(image) });
  filter->SetBodyResolution(32);
  filter->SetResolution(32);
  filter->Update();
  const double compliance = measure(filter, 0, "BodyCompliance");
  for (vtkIdType design = 0; design < 3; ++design)
  {
    EXPECT_GT(measure(filter, design, "Rank"), 0.0) << text(filter, design, "Fault");
    // The surface of solid cells is that of the cells; other surfaces pass between cell centres.
    EXPECT_NEAR(measure(filter, design, "BodyCompliance"), compliance, 0.08 * compliance);
    EXPECT_NEAR(measure(filter, design, "BodyVolume"), measure(filter, 0, "Volume"), 0.02);
  }
  EXPECT_FALSE(says(filter, "Loads or supports differ")) << filter->GetStatus();
}

TEST(CompareBodies, AnalysesPlaneDesigns)
{
  // A layer of 2 x 1 under a load at its end: beam theory with shear, 4 L^3 / (E h^3) + ...
  const auto layer = [](int cells)
  {
    auto data =
      densityImage({ 2 * cells, cells, 1 }, { 1.0 / cells, 1.0 / cells, 1.0 }, { 0, 0, 0 }, all);
    std::vector<double> supports;
    std::vector<double> forces;
    for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
    {
      const double* x = data->GetPoint(i);
      supports.insert(supports.end(), 3, x[0] == 0.0 ? 1.0 : 0.0);
      const double share = x[1] == 0.0 || x[1] == 1.0 ? 0.25 : 0.5;
      forces.insert(forces.end(), { 0.0, x[0] == 2.0 ? share / cells : 0.0, 0.0 });
    }
    setPointArray(data, "Supports", supports);
    setPointArray(data, "Force", forces);
    vtkNew<vtkIntArray> plane;
    plane->SetName("PlaneStress");
    plane->InsertNextValue(1);
    data->GetFieldData()->AddArray(plane);
    return data;
  };
  auto filter = comparisonOf({ layer(8), layer(16) });
  filter->SetResolution(16);
  filter->Update();
  const double beam = 4.0 * 8.0 + 2.0 * 1.2 * 2.6;
  for (vtkIdType design = 0; design < 2; ++design)
  {
    EXPECT_NEAR(measure(filter, design, "BodyCompliance"), beam, 0.03 * beam)
      << text(filter, design, "Fault");
  }
  EXPECT_NEAR(
    measure(filter, 0, "BodyCompliance"), measure(filter, 1, "BodyCompliance"), 0.005 * beam);
  // A plane design is not ranked together with a solid one.
  auto mixed = comparisonOf({ cantilever(all), layer(8) });
  mixed->SetResolution(16);
  mixed->Update();
  EXPECT_EQ(measure(mixed, 0, "Rank"), 1.0);
  EXPECT_EQ(measure(mixed, 1, "Rank"), 0.0);
  EXPECT_TRUE(contains(text(mixed, 1, "Remark"), "plane")) << text(mixed, 1, "Remark");
}

TEST(CompareBodies, RefusesWrongSettings)
{
  auto first = cantilever(all);
  auto filter = comparisonOf({ first, first });
  Errors errors(filter);
  filter->SetBodyResolution(2);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Body Resolution is 2; it must be at least 4"));
  errors.clear();
  filter->SetBodyResolution(8);
  filter->SetLoadRadius(-1.0);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Load Radius is -1"));
}
}
