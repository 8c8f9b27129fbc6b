// Results are divided as the pieces of the input were. No ranks are needed for it.

#include "DividePieces.h"
#include "MergePieces.h"
#include "PieceCases.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace
{
using namespace trabecula::testing::ranks;
using trabecula::filters::GatheredPieces;
using trabecula::filters::mergePieces;
using trabecula::filters::Pieces;
using trabecula::filters::ResultDivision;
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

TEST(ResultDivision, GivesEachRankItsVoxelsOfAnImage)
{
  // Pieces of 2, none and 3 voxels in a row; the result has the voxels 4, 1, 3 and 0 of them.
  const auto block = [](int from, int to) { return box({ from, to, 0, 1, 0, 1 }); };
  const auto empty = vtkSmartPointer<vtkImageData>::New();
  const GatheredPieces gathered = mergePieces({ block(0, 2), empty, block(2, 5) }, isForce);
  const auto voxels = [&](vtkIdType corner)
  {
    const auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
    vtkNew<vtkPoints> points;
    points->SetDataType(VTK_DOUBLE);
    for (vtkIdType p = 0; p < gathered.whole->GetNumberOfPoints(); ++p)
    {
      points->InsertNextPoint(gathered.whole->GetPoint(p));
    }
    grid->SetPoints(points);
    vtkNew<vtkIdTypeArray> numbers;
    numbers->SetName("Number");
    for (const vtkIdType x : { 4, 1, 3, 0 })
    {
      const vtkIdType nodes[8] = { x, x + 1, x + 7, x + 6, x + 12, x + 13, x + corner, x + 18 };
      grid->InsertNextCell(VTK_HEXAHEDRON, 8, nodes);
      numbers->InsertNextValue(x);
    }
    grid->GetCellData()->AddArray(numbers);
    return grid;
  };
  const auto result = voxels(19);
  ResultDivision division(result, &gathered, 3);
  ASSERT_TRUE(division.isDivided());
  const auto numbersOf = [&](int rank)
  { return valuesOf(division.part(rank)->GetCellData(), "Number"); };
  EXPECT_EQ(numbersOf(0), (std::vector<double>{ 1, 0 }));
  EXPECT_EQ(numbersOf(1), std::vector<double>());
  EXPECT_EQ(numbersOf(2), (std::vector<double>{ 4, 3 }));
  EXPECT_EQ(division.part(2)->GetNumberOfPoints(), 12);
  EXPECT_EQ(division.part(2)->GetPoint(0)[0], 9.0);
  // Cells that are no voxels of the image stay together.
  const auto others = voxels(18);
  EXPECT_FALSE(ResultDivision(others, &gathered, 3).isDivided());
}

TEST(ResultDivision, GivesVoxelsOfOverlappingBlocksOnce)
{
  // The first block is a corner of the second, whose other voxels form an L.
  const GatheredPieces gathered =
    mergePieces({ box({ 0, 2, 0, 2, 0, 1 }), nullptr, box({ 0, 3, 0, 3, 0, 1 }) }, isForce);
  auto* image = vtkImageData::SafeDownCast(gathered.whole);
  ASSERT_EQ(image->GetNumberOfCells(), 9);
  const std::vector<double> first = { 0, 1, 3, 4 };
  const std::vector<double> others = { 2, 5, 6, 7, 8 };
  std::vector<vtkIdType> all(9);
  std::iota(all.begin(), all.end(), vtkIdType(0));
  // Some voxels, and all of them, which are cells of the input.
  for (const std::size_t count : { std::size_t(8), std::size_t(9) })
  {
    SCOPED_TRACE(count);
    const auto grid =
      hexahedraOf(image, std::vector<vtkIdType>(all.end() - std::ptrdiff_t(count), all.end()));
    ResultDivision division(grid, &gathered, 3);
    ASSERT_TRUE(division.isDivided());
    const auto skipped = std::ptrdiff_t(9 - count);
    EXPECT_EQ(valuesOf(division.part(0)->GetCellData(), "Number"),
      std::vector<double>(first.begin() + skipped, first.end()));
    EXPECT_EQ(division.part(1)->GetNumberOfCells(), 0);
    EXPECT_EQ(valuesOf(division.part(2)->GetCellData(), "Number"), others);
    EXPECT_EQ(division.part(2)->GetNumberOfPoints(), 24); // of 32, without those at x, y < 2
  }
  // An image remains a block; voxels of another rank are ghosts in it, hidden ones stay hidden.
  const auto result = box({ 0, 3, 0, 3, 0, 1 });
  setGhosts(result->GetCellData(), { 0, 0, 0, vtkDataSetAttributes::HIDDENCELL, 0, 0, 0, 0, 0 });
  ResultDivision division(result, &gathered, 3);
  const char* name = vtkDataSetAttributes::GhostArrayName();
  EXPECT_EQ(valuesOf(division.part(0)->GetCellData(), name),
    (std::vector<double>{ 0, 0, vtkDataSetAttributes::HIDDENCELL, 0 }));
  EXPECT_EQ(division.part(1)->GetNumberOfCells(), 0);
  EXPECT_EQ(valuesOf(division.part(2)->GetCellData(), name),
    (std::vector<double>{ 1, 1, 0, 1 | vtkDataSetAttributes::HIDDENCELL, 1, 0, 0, 0, 0 }));
  EXPECT_EQ(valuesOf(result->GetCellData(), name)[0], 0.0);
}
