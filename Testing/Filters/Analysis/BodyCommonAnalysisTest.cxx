// Tests of Body Analysis: the common analysis in comparison with that on the design's cells, and
// designs in plane stress.

#include "ResultMarks.h"
#include "TopologyTestInput.h"

#include "vtkBodyAnalysis.h"
#include "vtkCellData.h"
#include "vtkCubeSource.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkIntArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkStringArray.h"
#include "vtkTable.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace trabecula::testing
{
namespace
{
constexpr vtkIdType Common = 3;

vtkSmartPointer<vtkPolyData> cube(const std::array<double, 6>& bounds)
{
  vtkNew<vtkCubeSource> source;
  source->SetBounds(bounds.data());
  source->Update();
  return source->GetOutput();
}

/// Returns a solid box of 2 x 1 and a given height, held at x = 0 with a force of 1 on the opposite
/// side.
vtkSmartPointer<vtkImageData> cantilever(const std::array<int, 3>& cells, double height, int axis)
{
  auto data = vtkSmartPointer<vtkImageData>::New();
  data->SetDimensions(cells[0] + 1, cells[1] + 1, cells[2] + 1);
  data->SetSpacing(2.0 / cells[0], 1.0 / cells[1], height / cells[2]);
  std::vector<double> supports;
  std::vector<double> forces;
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    const double* x = data->GetPoint(i);
    supports.insert(supports.end(), 3, x[0] == 0.0 ? 1.0 : 0.0);
    double share = x[0] == 2.0 ? 1.0 / (cells[1] * cells[2]) : 0.0;
    share *= x[1] == 0.0 || x[1] == 1.0 ? 0.5 : 1.0;
    share *= x[2] == 0.0 || x[2] == height ? 0.5 : 1.0;
    forces.insert(forces.end(), 3, 0.0);
    forces[forces.size() - 3 + std::size_t(axis)] = share;
  }
  setPointArray(data, "Supports", supports);
  setPointArray(data, "Force", forces);
  setCellArray(
    data, "Density", std::vector<double>(static_cast<std::size_t>(data->GetNumberOfCells()), 1.0));
  return data;
}

vtkSmartPointer<vtkBodyAnalysis> analysisOf(vtkDataSet* design, vtkPolyData* surface)
{
  auto filter = vtkSmartPointer<vtkBodyAnalysis>::New();
  filter->SetInputDataObject(0, design);
  filter->SetInputDataObject(1, surface);
  filter->CommonAnalysisOn();
  return filter;
}

double measure(vtkBodyAnalysis* filter, const char* name, vtkIdType row)
{
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  auto* column = vtkDataArray::SafeDownCast(table->GetColumnByName(name));
  return column && row < table->GetNumberOfRows() ? column->GetComponent(row, 0) : std::nan("");
}
}

TEST(BodyCommonAnalysis, IsARowOfTheTable)
{
  // Isogeometric analysis gives 37.0789 (degree 2, 16 x 8 x 8 spans).
  auto design = cantilever({ 8, 4, 4 }, 1.0, 2);
  auto filter = analysisOf(design, cube({ 0, 2, 0, 1, 0, 1 }));
  filter->Update();
  auto* table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  ASSERT_EQ(table->GetNumberOfRows(), 4);
  EXPECT_EQ(table->GetValueByName(Common, "Analysis").ToString(), "Body, common analysis");
  EXPECT_NEAR(measure(filter, "Compliance", Common), 37.08, 0.02 * 37.08);
  EXPECT_LT(measure(filter, "Compliance", 0), 36.0); // the coarse elements of the design
  EXPECT_NEAR(measure(filter, "Volume", Common), 2.0, 1e-12);
  EXPECT_GT(measure(filter, "ComplianceError", Common), 0.0);
  EXPECT_LT(measure(filter, "ComplianceError", Common), 0.02);
  EXPECT_TRUE(std::isnan(measure(filter, "ComplianceError", 0)));
  EXPECT_TRUE(std::isnan(measure(filter, "LargestVonMisesStress", Common)));
  EXPECT_EQ(filter->GetCommonCompliance(), measure(filter, "Compliance", Common));
  EXPECT_EQ(filter->GetCommonComplianceError(), measure(filter, "ComplianceError", Common));
  EXPECT_TRUE(contains(filter->GetStatus(), "By the common analysis the body's is 37"))
    << filter->GetStatus();

  filter->CommonAnalysisOff();
  filter->Update();
  table = vtkTable::SafeDownCast(filter->GetOutputDataObject(vtkBodyAnalysis::COMPARISON));
  EXPECT_EQ(table->GetNumberOfRows(), 3);
  EXPECT_EQ(table->GetColumnByName("ComplianceError"), nullptr);
  EXPECT_TRUE(std::isnan(filter->GetCommonCompliance()));
}

TEST(BodyCommonAnalysis, FailsWhereItIsNotPossible)
{
  auto design = cantilever({ 8, 4, 4 }, 1.0, 2);
  std::vector<double> displacements(pointValues(design, "Force").size(), 0.0);
  displacements[2] = 0.1;
  setPointArray(design, "PrescribedDisplacement", displacements);
  auto filter = analysisOf(design, cube({ 0, 2, 0, 1, 0, 1 }));
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Common Analysis: ")) << errors.text();
  EXPECT_TRUE(contains(errors.text(), "displaced")) << errors.text();
  errors.clear();
  filter->CommonAnalysisOff();
  filter->Update();
  EXPECT_EQ(errors.count(), 0) << errors.text();
}

TEST(BodyCommonAnalysis, PassesOnTheFaultOfADesign)
{
  auto design = cantilever({ 8, 4, 4 }, 1.0, 2);
  filters::setMark(design, filters::DesignFault, "Volume fraction 0.9 exceeds its bound.");
  auto filter = analysisOf(design, cube({ 0, 2, 0, 1, 0, 1 }));
  filter->CommonAnalysisOff();
  filter->Update();
  for (const int port : { vtkBodyAnalysis::BODY, vtkBodyAnalysis::COMPARISON })
  {
    EXPECT_EQ(filters::markOf(filter->GetOutputDataObject(port), filters::DesignFault),
      "Volume fraction 0.9 exceeds its bound.");
  }
}

TEST(BodyCommonAnalysis, PlaneStressOfALayer)
{
  // A cantilever of length 2, depth 1 and thickness 0.4, for which beam theory with shear is 3 %
  // off.
  const double thickness = 0.4;
  auto design = cantilever({ 32, 16, 1 }, thickness, 1);
  auto surface = cube({ 0, 2, 0, 1, 0, thickness });
  vtkNew<vtkIntArray> plane;
  plane->SetName("PlaneStress");
  plane->InsertNextValue(1);
  design->GetFieldData()->AddArray(plane);
  auto filter = analysisOf(design, surface);
  filter->Update();
  const double beam = (4.0 * 8.0 + 2.0 * 1.2 * 2.6) / thickness;
  for (const vtkIdType row : { 0, 1, 3 })
  {
    EXPECT_NEAR(measure(filter, "Compliance", row), beam, 0.03 * beam) << row;
  }
  EXPECT_NEAR(measure(filter, "Compliance", 0), measure(filter, "Compliance", Common), 0.01 * beam);
  EXPECT_NEAR(measure(filter, "Volume", 0), 2.0 * thickness, 1e-9);
  // Bending stress at the centres of outer cells near the support, M c / I.
  EXPECT_NEAR(measure(filter, "LargestVonMisesStress", 0), 2.0 * 6.0 / thickness * 15.0 / 16.0,
    0.2 * 12.0 / thickness);

  // The solid fractions of a level set are not penalized.
  setCellArray(design, "Density", std::vector<double>(512, 0.5));
  vtkNew<vtkDoubleArray> ratio;
  ratio->SetName("MinimumModulusRatio");
  ratio->InsertNextValue(1e-4);
  design->GetFieldData()->AddArray(ratio);
  filter->Update();
  EXPECT_NEAR(measure(filter, "Compliance", 1), 2.0 * beam, 0.06 * beam);

  std::vector<double> forces = pointValues(design, "Force");
  forces.back() = 1.0;
  setPointArray(design, "Force", forces);
  Errors errors(filter);
  filter->Update();
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "'Force' has a force in z")) << errors.text();
}
}
