// Pieces of several ranks become one dataset, and results are divided as the pieces were. No ranks
// are needed for it.

#include "MergePieces.h"
#include "DividePieces.h"
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

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

namespace
{
using trabecula::filters::GatheredPieces;
using trabecula::filters::makePlainPiece;
using trabecula::filters::mergePieces;
using trabecula::filters::Pieces;
using trabecula::filters::ResultDivision;

bool isForce(const std::string& name)
{
  return name == "Force";
}

/// A row of unit squares from one x to another. @param shift of the points along y
vtkSmartPointer<vtkUnstructuredGrid> squares(int from, int to, double shift = 0.0)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataType(VTK_DOUBLE);
  vtkNew<vtkDoubleArray> force;
  force->SetName("Force");
  vtkNew<vtkDoubleArray> other;
  other->SetName("Other");
  for (int x = from; x <= to; ++x)
  {
    for (int y = 0; y < 2; ++y)
    {
      points->InsertNextPoint(x, y + shift, 0.0);
      force->InsertNextValue(10.0 * x + y);
      other->InsertNextValue(from);
    }
  }
  grid->SetPoints(points);
  vtkNew<vtkIdTypeArray> numbers;
  numbers->SetName("Number");
  for (int x = from; x < to; ++x)
  {
    const vtkIdType first = 2 * (x - from);
    const vtkIdType nodes[4] = { first, first + 2, first + 3, first + 1 };
    grid->InsertNextCell(VTK_QUAD, 4, nodes);
    numbers->InsertNextValue(x);
  }
  grid->GetPointData()->AddArray(force);
  grid->GetPointData()->AddArray(other);
  grid->GetCellData()->AddArray(numbers);
  return grid;
}

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

void setGhosts(vtkDataSetAttributes* attributes, const std::vector<int>& values)
{
  vtkNew<vtkUnsignedCharArray> array;
  array->SetName(vtkDataSetAttributes::GhostArrayName());
  for (const int value : values)
  {
    array->InsertNextValue(static_cast<unsigned char>(value));
  }
  attributes->AddArray(array);
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

std::vector<double> valuesOf(vtkFieldData* data, const char* name)
{
  std::vector<double> values;
  vtkDataArray* array = data->GetArray(name);
  for (vtkIdType i = 0; array && i < array->GetNumberOfTuples(); ++i)
  {
    values.push_back(array->GetComponent(i, 0));
  }
  return values;
}

/// An image with the numbers of its cells and points in a larger one of this many cells along x.
vtkSmartPointer<vtkImageData> image(int from, int to)
{
  auto data = vtkSmartPointer<vtkImageData>::New();
  data->SetExtent(from, to, 0, 1, 0, 0);
  data->SetSpacing(0.5, 0.25, 1.0);
  vtkNew<vtkIdTypeArray> cells;
  cells->SetName("Number");
  for (int x = from; x < to; ++x)
  {
    cells->InsertNextValue(x);
  }
  data->GetCellData()->AddArray(cells);
  vtkNew<vtkDoubleArray> force;
  force->SetName("Force");
  for (int p = 0; p < 2 * (to - from + 1); ++p)
  {
    force->InsertNextValue(from + p % (to - from + 1));
  }
  data->GetPointData()->AddArray(force);
  return data;
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

TEST(ResultDivision, GivesEachRankItsCellsAndPoints)
{
  const auto empty = vtkSmartPointer<vtkUnstructuredGrid>::New();
  const Pieces pieces = { squares(0, 2), empty, squares(2, 3) };
  const GatheredPieces gathered = mergePieces(pieces, isForce);
  const auto result = vtkSmartPointer<vtkUnstructuredGrid>::New();
  result->DeepCopy(gathered.whole);
  ResultDivision division(result, &gathered, 3);
  ASSERT_TRUE(division.isDivided());
  for (int rank = 0; rank < 3; ++rank)
  {
    const auto part = division.part(rank);
    vtkDataSet* piece = pieces[static_cast<std::size_t>(rank)];
    ASSERT_EQ(part->GetNumberOfPoints(), piece->GetNumberOfPoints());
    EXPECT_EQ(valuesOf(part->GetCellData(), "Number"), valuesOf(piece->GetCellData(), "Number"));
    EXPECT_EQ(valuesOf(part->GetPointData(), "Force"), valuesOf(piece->GetPointData(), "Force"));
    for (vtkIdType p = 0; p < part->GetNumberOfPoints(); ++p)
    {
      EXPECT_EQ(part->GetPoint(p)[0], piece->GetPoint(p)[0]);
    }
  }
  // Another mesh stays whole.
  const auto other = squares(0, 3);
  EXPECT_FALSE(ResultDivision(squares(0, 2), &gathered, 3).isDivided());
  other->GetPoints()->InsertNextPoint(0, 0, 0);
  const vtkIdType nodes[4] = { 0, 2, 3, 8 };
  other->GetCells()->ReplaceCellAtId(0, 4, nodes);
  EXPECT_FALSE(ResultDivision(other, &gathered, 3).isDivided());
}
