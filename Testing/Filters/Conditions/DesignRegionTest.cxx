#include "ConditionTestInput.h"

#include "vtkCellData.h"
#include "vtkDesignRegion.h"

#include <gtest/gtest.h>

using namespace trabecula::testing;

TEST(DesignRegion, LaterRegionsOverrideEarlierOnes)
{
  auto layer = conditionOn<vtkDesignRegion>(bareImage());
  auto channel = vtkSmartPointer<vtkDesignRegion>::New();
  channel->SetInputConnection(layer->GetOutputPort());
  channel->SetKind(vtkDesignRegion::VOID_REGION);
  channel->SetRegion(vtkDesignRegion::BOX);
  channel->SetBoxPosition(0, 1, 1);
  channel->SetBoxLength(4, 1, 1);
  auto end = vtkSmartPointer<vtkDesignRegion>::New();
  end->SetInputConnection(channel->GetOutputPort());
  end->SetKind(vtkDesignRegion::DESIGN);
  end->SetRegion(vtkDesignRegion::BOX);
  end->SetBoxPosition(3, 0, 0);
  end->SetBoxLength(1, 3, 3);
  const std::vector<double> kinds = cellValues(meshOf(end), "DesignRegion");
  ASSERT_EQ(kinds.size(), 54u);
  for (std::size_t cell = 0; cell < kinds.size(); ++cell)
  {
    const auto i = cell % 6;
    const bool inner = cell / 6 % 3 == 1 && cell / 18 == 1;
    EXPECT_EQ(kinds[cell], i > 2 ? 0.0 : inner ? 2.0 : i == 0 ? 1.0 : 0.0) << "cell " << cell;
  }
  const std::vector<double> points = pointValues(meshOf(end), "DesignRegion");
  ASSERT_EQ(points.size(), 112u);
  for (std::size_t point = 0; point < points.size(); ++point)
  {
    const auto i = point % 7;
    const auto j = point / 7 % 4;
    const auto k = point / 28;
    const bool inner = (j == 1 || j == 2) && (k == 1 || k == 2);
    const double expected = inner ? 2.0 : i == 0 ? 1.0 : 0.0;
    EXPECT_EQ(points[point], i > 2 ? 0.0 : expected) << "point " << point;
  }
  EXPECT_EQ(channel->GetNumberOfCaughtCells(), 4);
  EXPECT_DOUBLE_EQ(channel->GetCaughtVolume(), 4.0);
  EXPECT_EQ(std::string(layer->GetStatus()), "9 cells stay solid.");
  EXPECT_EQ(std::string(channel->GetStatus()), "4 cells stay void.");
}

TEST(DesignRegion, PointsBeginWithTheRegionsOfCells)
{
  const auto grid = bareGrid();
  std::vector<double> regions(54, 0.0);
  regions[53] = 1.0; // the cell at the other end of the diagonal
  setCellArray(grid, "DesignRegion", regions);
  auto layer = conditionOn<vtkDesignRegion>(grid);
  const std::vector<double> points = pointValues(meshOf(layer), "DesignRegion");
  EXPECT_EQ(std::count(points.begin(), points.end(), 1.0), 16 + 8);
  EXPECT_EQ(points[111], 1.0);
}

TEST(DesignRegion, MarkersAreItsSurface)
{
  auto layer = conditionOn<vtkDesignRegion>(bareGrid());
  vtkPolyData* surface = markersOf(layer);
  EXPECT_EQ(surface->GetNumberOfCells(), 2 * 9 + 4 * 3);
  EXPECT_EQ(cellValues(surface, "DesignRegion"), std::vector<double>(30, 1.0));
  EXPECT_NEAR(layer->GetCaughtVolume(), 9.0, 1e-12);
}

TEST(DesignRegion, RefusesOtherValues)
{
  const auto grid = bareGrid();
  setCellArray(grid, "DesignRegion", std::vector<double>(54, 3.0));
  auto layer = conditionOn<vtkDesignRegion>(grid);
  Errors errors(layer);
  EXPECT_EQ(cellValues(meshOf(layer), "DesignRegion"), std::vector<double>(54, 3.0));
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "the design region is 0")) << errors.text();
}
