// Pieces of several ranks become one dataset. No ranks are needed for it.

#include "MergePieces.h"
#include "DividePieces.h"
#include "PieceCases.h"
#include "PlainPiece.h"

#include "Core/Error.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyData.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace
{
using namespace trabecula::testing::ranks;
using trabecula::filters::GatheredPieces;
using trabecula::filters::makePlainPiece;
using trabecula::filters::mergePieces;
using trabecula::filters::Pieces;
using trabecula::filters::ResultDivision;

void setIds(vtkDataSet* grid, const std::vector<vtkIdType>& ids)
{
  vtkNew<vtkIdTypeArray> array;
  array->SetName("Ids");
  for (const vtkIdType id : ids)
  {
    array->InsertNextValue(id);
  }
  grid->GetPointData()->SetGlobalIds(array);
}

std::string errorOf(const Pieces& pieces)
{
  try
  {
    mergePieces(pieces, isForce);
  }
  catch (const trabecula::Error& error)
  {
    return error.what();
  }
  return "";
}

void expectContains(const std::string& text, std::initializer_list<const char*> words)
{
  for (const char* word : words)
  {
    EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
  }
}
}

TEST(MergePieces, JoinsMeshesAtCoincidentPoints)
{
  const auto empty = vtkSmartPointer<vtkUnstructuredGrid>::New();
  const GatheredPieces gathered =
    mergePieces({ squares(0, 2), empty, squares(2, 3, 1e-9), nullptr, squares(3, 5) }, isForce);
  EXPECT_EQ(gathered.holders, 3);
  ASSERT_EQ(gathered.whole->GetNumberOfPoints(), 12);
  ASSERT_EQ(gathered.whole->GetNumberOfCells(), 5);
  EXPECT_EQ(
    valuesOf(gathered.whole->GetCellData(), "Number"), (std::vector<double>{ 0, 1, 2, 3, 4 }));
  EXPECT_EQ(gathered.places[2].cells, (std::vector<vtkIdType>{ 2 }));
  EXPECT_EQ(gathered.places[2].points, (std::vector<vtkIdType>{ 4, 5, 6, 7 }));
  EXPECT_TRUE(gathered.places[1].cells.empty());
  // The first rank gives the values of arrays that need not agree.
  EXPECT_EQ(valuesOf(gathered.whole->GetPointData(), "Other"),
    (std::vector<double>{ 0, 0, 0, 0, 0, 0, 2, 2, 3, 3, 3, 3 }));
  for (vtkIdType p = 0; p < 12; ++p)
  {
    EXPECT_NEAR(gathered.whole->GetPoint(p)[0], static_cast<double>(p / 2), 0.0);
    EXPECT_EQ(gathered.whole->GetPointData()->GetArray("Force")->GetComponent(p, 0),
      static_cast<double>(10 * (p / 2) + p % 2));
  }
}

TEST(MergePieces, JoinsMeshesByGlobalIds)
{
  const auto left = squares(0, 1);
  const auto right = squares(1, 2);
  setIds(left, { 5, 6, 7, 8 });
  setIds(right, { 7, 8, 1, 2 });
  EXPECT_EQ(mergePieces({ left, right }, isForce).whole->GetNumberOfPoints(), 6);
  setIds(right, { 17, 18, 1, 2 }); // a crack, although coordinates are equal
  EXPECT_EQ(mergePieces({ left, right }, isForce).whole->GetNumberOfPoints(), 8);
  setIds(right, { 8, 7, 1, 2 });
  expectContains(errorOf({ left, right }), { "global id 8", "(1, 1, 0) on rank 0", "rank 1" });
}

TEST(MergePieces, KeepsCoincidentPointsOfAPieceApart)
{
  const auto left = squares(0, 2);
  // The sides of a crack at x = 1, which is no boundary to the other piece.
  left->GetPoints()->InsertNextPoint(1.0, 0.0, 0.0);
  left->GetPointData()->GetArray("Force")->InsertNextTuple1(10.0);
  left->GetPointData()->GetArray("Other")->InsertNextTuple1(0.0);
  EXPECT_EQ(mergePieces({ left, squares(2, 3) }, isForce).whole->GetNumberOfPoints(), 9);
  left->GetPoints()->SetPoint(6, 2.0, 0.0, 0.0);
  expectContains(
    errorOf({ left, squares(2, 3) }), { "Two points of rank 0", "(2, 0, 0)", "global ids" });
  expectContains(
    errorOf({ squares(2, 3), left }), { "Two points of rank 1", "(2, 0, 0)", "global ids" });
}

TEST(MergePieces, NamesArraysThatDoNotFit)
{
  const auto left = squares(0, 1);
  auto right = squares(1, 2);
  right->GetPointData()->GetArray("Force")->SetComponent(1, 0, 4.0);
  expectContains(
    errorOf({ left, right }), { "\"Force\"", "rank 0", "rank 1", "(1, 1, 0)", "share" });
  right = squares(1, 2);
  right->GetCellData()->RemoveArray("Number");
  expectContains(errorOf({ left, right }), { "Cell array \"Number\" is missing on rank 1" });
  expectContains(errorOf({ right, left }), { "Cell array \"Number\" is missing on rank 0" });
  vtkNew<vtkDoubleArray> numbers;
  numbers->SetName("Number");
  numbers->InsertNextValue(1.0);
  right->GetCellData()->AddArray(numbers);
  expectContains(errorOf({ left, right }), { "\"Number\"", "double", "rank 1", "rank 0" });
  expectContains(errorOf({ left, image(0, 2) }), { "vtkUnstructuredGrid", "vtkImageData" });
}

TEST(MergePieces, LeavesOutGhostsOfMeshes)
{
  const auto left = squares(0, 3);
  setGhosts(left->GetCellData(), { 0, 0, vtkDataSetAttributes::DUPLICATECELL });
  setGhosts(left->GetPointData(), { 0, 0, 0, 0, 1, 1, 1, 1 });
  const auto plain = makePlainPiece(left);
  EXPECT_EQ(plain->GetNumberOfCells(), 2);
  EXPECT_EQ(plain->GetNumberOfPoints(), 6);
  EXPECT_FALSE(plain->GetCellGhostArray());
  EXPECT_FALSE(plain->GetPointGhostArray());
  // Old values of ghost points do not matter.
  left->GetPointData()->GetArray("Force")->SetComponent(7, 0, 1e6);
  const GatheredPieces gathered = mergePieces({ makePlainPiece(left), squares(2, 4) }, isForce);
  EXPECT_EQ(valuesOf(gathered.whole->GetCellData(), "Number"), (std::vector<double>{ 0, 1, 2, 3 }));
}

TEST(MergePieces, NumbersCellsOfPolygonalDataByKind)
{
  const auto piece = [](double x)
  {
    auto data = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkPoints> points;
    points->InsertNextPoint(x, 0, 0);
    points->InsertNextPoint(x + 1, 0, 0);
    points->InsertNextPoint(x, 1, 0);
    data->SetPoints(points);
    vtkNew<vtkCellArray> verts;
    verts->InsertNextCell({ 1 });
    vtkNew<vtkCellArray> polys;
    polys->InsertNextCell({ 0, 1, 2 });
    data->SetVerts(verts);
    data->SetPolys(polys);
    vtkNew<vtkDoubleArray> numbers;
    numbers->SetName("Number");
    numbers->InsertNextValue(10 * x);
    numbers->InsertNextValue(10 * x + 1);
    data->GetCellData()->AddArray(numbers);
    return data;
  };
  const GatheredPieces gathered = mergePieces({ piece(0), piece(1) }, isForce);
  EXPECT_EQ(gathered.whole->GetNumberOfPoints(), 5);
  EXPECT_EQ(
    valuesOf(gathered.whole->GetCellData(), "Number"), (std::vector<double>{ 0, 10, 1, 11 }));
}

TEST(MergePieces, PutsImagesTogether)
{
  // The second piece has a layer of ghosts on its left, and the cells of the third twice.
  const auto middle = image(1, 4);
  setGhosts(middle->GetCellData(), { vtkDataSetAttributes::DUPLICATECELL, 0, 0 });
  const GatheredPieces gathered = mergePieces({ image(0, 2), middle, image(4, 5) }, isForce);
  auto* whole = vtkImageData::SafeDownCast(gathered.whole);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->GetExtent()[1], 5);
  EXPECT_EQ(whole->GetSpacing()[1], 0.25);
  EXPECT_FALSE(whole->GetCellGhostArray());
  EXPECT_EQ(valuesOf(whole->GetCellData(), "Number"), (std::vector<double>{ 0, 1, 2, 3, 4 }));
  EXPECT_EQ(valuesOf(whole->GetPointData(), "Force"),
    (std::vector<double>{ 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5 }));
  EXPECT_EQ(gathered.places[1].extent, (std::array<int, 6>{ 2, 4, 0, 1, 0, 0 }));
  expectContains(errorOf({ image(0, 2), image(3, 5) }), { "1 cell" });

  ResultDivision division(whole, &gathered, 3);
  EXPECT_TRUE(division.isDivided());
  EXPECT_EQ(valuesOf(division.part(1)->GetCellData(), "Number"), (std::vector<double>{ 2, 3 }));
}

TEST(MergePieces, HiddenCellsOfImagesStayHidden)
{
  const auto right = image(2, 4);
  setGhosts(right->GetCellData(), { 0, vtkDataSetAttributes::HIDDENCELL });
  const GatheredPieces gathered = mergePieces({ image(0, 2), right }, isForce);
  EXPECT_EQ(valuesOf(gathered.whole->GetCellData(), vtkDataSetAttributes::GhostArrayName()),
    (std::vector<double>{ 0, 0, 0, vtkDataSetAttributes::HIDDENCELL }));
}

TEST(MergePieces, TakesGhostsInABlockFromTheirOwner)
{
  // The first piece has the extent of the whole, and an old value of a cell in its middle.
  const auto first = image(0, 4);
  setGhosts(first->GetCellData(), { 0, 0, vtkDataSetAttributes::DUPLICATECELL, 0 });
  first->GetCellData()->GetArray("Number")->SetComponent(2, 0, -5.0);
  const GatheredPieces gathered = mergePieces({ first, image(2, 3) }, isForce);
  EXPECT_EQ(valuesOf(gathered.whole->GetCellData(), "Number"), (std::vector<double>{ 0, 1, 2, 3 }));
  EXPECT_FALSE(gathered.whole->GetCellGhostArray());
  ResultDivision division(gathered.whole, &gathered, 2);
  EXPECT_EQ(valuesOf(division.part(0)->GetCellData(), vtkDataSetAttributes::GhostArrayName()),
    (std::vector<double>{ 0, 0, vtkDataSetAttributes::DUPLICATECELL, 0 }));
  EXPECT_FALSE(division.part(1)->GetCellGhostArray());
}
