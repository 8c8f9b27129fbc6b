// Tests of the Topology Benchmark source: mesh, supports and loads of the cantilever, data passed
// on from the library's other examples, pieces.

#include "HexMeshConverter.h"
#include "TopologyTestInput.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataArray.h"
#include "vtkFieldData.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkTopologyBenchmark.h"
#include "vtkUnstructuredGrid.h"

#include "Optimization/TopologyExamples.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <string>

namespace trabecula::testing
{
namespace
{
constexpr int Resolution = 3;
constexpr double Edge = 0.5;
constexpr double Force = 4.0;

/// The cantilever of the constants above.
class TopologyBenchmarkCantilever : public ::testing::Test
{
protected:
  void SetUp() override
  {
    this->Source->SetResolution(Resolution);
    this->Source->SetElementLength(Edge);
    this->Source->SetNodalForce(Force);
    this->Source->Update();
    this->Grid = this->Source->GetOutput();
  }

  std::array<double, 3> point(vtkIdType node)
  {
    std::array<double, 3> result;
    this->Grid->GetPoint(node, result.data());
    return result;
  }

  static std::array<double, 3> tuple(vtkDataArray* array, vtkIdType row)
  {
    std::array<double, 3> result;
    array->GetTuple(row, result.data());
    return result;
  }

  vtkNew<vtkTopologyBenchmark> Source;
  vtkUnstructuredGrid* Grid = nullptr;
};
}

TEST_F(TopologyBenchmarkCantilever, IsCubesInVtkOrder)
{
  constexpr int n = Resolution;
  ASSERT_EQ(this->Grid->GetNumberOfCells(), 2 * n * n * n);
  ASSERT_EQ(this->Grid->GetNumberOfPoints(), (2 * n + 1) * (n + 1) * (n + 1));

  constexpr double corners[8][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 },
    { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 } };
  vtkNew<vtkIdList> nodes;
  for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
  {
    ASSERT_EQ(this->Grid->GetCellType(cell), VTK_HEXAHEDRON);
    this->Grid->GetCellPoints(cell, nodes);
    const std::array<double, 3> origin = this->point(nodes->GetId(0));
    for (int corner = 0; corner < 8; ++corner)
    {
      const std::array<double, 3> where = this->point(nodes->GetId(corner));
      for (int d = 0; d < 3; ++d)
      {
        EXPECT_DOUBLE_EQ(where[d], origin[d] + Edge * corners[corner][d]);
      }
    }
  }
}

TEST_F(TopologyBenchmarkCantilever, IsFixedAndLoadedAsInThePaper)
{
  vtkDataArray* supports = this->Grid->GetPointData()->GetArray("Supports");
  vtkDataArray* force = this->Grid->GetPointData()->GetArray("Force");
  ASSERT_TRUE(supports && force);
  ASSERT_EQ(supports->GetDataType(), VTK_UNSIGNED_CHAR);
  ASSERT_EQ(supports->GetNumberOfComponents(), 3);
  ASSERT_EQ(force->GetDataType(), VTK_DOUBLE);
  ASSERT_EQ(force->GetNumberOfComponents(), 3);

  int fixedNodes = 0;
  int loadedNodes = 0;
  for (vtkIdType node = 0; node < this->Grid->GetNumberOfPoints(); ++node)
  {
    const std::array<double, 3> where = this->point(node);
    const bool fixed = where[0] == 0.0;
    const bool loaded = where[0] == 2 * Resolution * Edge && where[2] == 0.0;
    fixedNodes += fixed;
    loadedNodes += loaded;
    const double held = fixed ? 1.0 : 0.0;
    EXPECT_EQ(tuple(supports, node), (std::array<double, 3>{ held, held, held }));
    EXPECT_EQ(tuple(force, node), (std::array<double, 3>{ 0.0, 0.0, loaded ? -Force : 0.0 }));
  }
  EXPECT_EQ(fixedNodes, (Resolution + 1) * (Resolution + 1));
  EXPECT_EQ(loadedNodes, Resolution + 1);
}

TEST_F(TopologyBenchmarkCantilever, IsAllDesignRegion)
{
  vtkDataArray* region = this->Grid->GetCellData()->GetArray("DesignRegion");
  ASSERT_TRUE(region);
  EXPECT_EQ(region->GetDataType(), VTK_UNSIGNED_CHAR);
  EXPECT_EQ(region->GetNumberOfComponents(), 1);
  for (vtkIdType cell = 0; cell < this->Grid->GetNumberOfCells(); ++cell)
  {
    EXPECT_EQ(region->GetComponent(cell, 0), 0.0);
  }
}

// Ratnakar, Sanfui and Sharma, table 1, CB1 to CB5.
TEST(TopologyBenchmark, HasThePapersSizes)
{
  vtkNew<vtkTopologyBenchmark> source;
  const std::array<std::array<int, 2>, 5> sizes = { { { 25, 31250 }, { 35, 85750 }, { 45, 182250 },
    { 60, 432000 }, { 80, 1024000 } } };
  for (const auto& [resolution, elements] : sizes)
  {
    source->SetResolution(resolution);
    source->Update();
    EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), elements);
  }
}

TEST(TopologyBenchmark, HasThePapersSizesByNumber)
{
  vtkNew<vtkTopologyBenchmark> source;
  source->SetResolution(2);
  source->SetSize(1);
  source->Update();
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 31250);
  source->SetExample(vtkTopologyBenchmark::L_BEAM);
  source->Update();
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 32768);
  source->SetSize(2);
  source->Update();
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 85184);
}

namespace
{
/// An example of the library, and its values in the paper.
struct Example
{
  const char* name;
  vtkTopologyBenchmark::ExampleType type;
  TopologyExample example;
  double volumeFraction;
  double minimumDensity;
};

class TopologyBenchmarkExample : public ::testing::TestWithParam<Example>
{
};

double field(vtkUnstructuredGrid* grid, const char* name)
{
  vtkDataArray* array = grid->GetFieldData()->GetArray(name);
  return array && array->GetNumberOfTuples() == 1 ? array->GetComponent(0, 0) : -1.0;
}
}

TEST_P(TopologyBenchmarkExample, IsTheLibrarysOwnInTheUsersUnits)
{
  constexpr int n = 20;
  vtkNew<vtkTopologyBenchmark> source;
  source->SetExample(GetParam().type);
  source->SetResolution(n);
  source->SetElementLength(Edge);
  source->SetNodalForce(Force);
  source->Update();
  vtkUnstructuredGrid* grid = source->GetOutput();

  const TopologyProblem problem = makeExample(GetParam().example, { n, 0 });
  ASSERT_EQ(
    grid->GetNumberOfPoints(), static_cast<vtkIdType>(problem.structure.mesh.numberOfNodes()));
  ASSERT_EQ(
    grid->GetNumberOfCells(), static_cast<vtkIdType>(problem.structure.mesh.numberOfElements()));
  vtkDataArray* supports = grid->GetPointData()->GetArray("Supports");
  vtkDataArray* force = grid->GetPointData()->GetArray("Force");
  vtkDataArray* region = grid->GetCellData()->GetArray("DesignRegion");
  ASSERT_TRUE(supports && force && region);
  for (vtkIdType node = 0; node < grid->GetNumberOfPoints(); ++node)
  {
    for (int d = 0; d < 3; ++d)
    {
      const std::size_t i = 3 * node + d;
      ASSERT_DOUBLE_EQ(grid->GetPoint(node)[d], Edge * problem.structure.mesh.points[i]);
      ASSERT_EQ(supports->GetComponent(node, d), problem.structure.supports[i]);
      ASSERT_EQ(force->GetComponent(node, d), Force * problem.structure.loadCases[0].forces[i]);
    }
  }
  vtkNew<vtkIdList> corners;
  int solid = 0;
  for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
  {
    ASSERT_EQ(grid->GetCellType(cell), VTK_HEXAHEDRON);
    grid->GetCellPoints(cell, corners);
    for (vtkIdType corner = 0; corner < 8; ++corner)
    {
      ASSERT_EQ(corners->GetId(corner), problem.structure.mesh.connectivity[8 * cell + corner]);
    }
    const bool isSolid = !problem.design.designRegion.empty() &&
      problem.design.designRegion[cell] == DesignRegion::Solid;
    ASSERT_EQ(region->GetComponent(cell, 0), isSolid ? 1.0 : 0.0);
    solid += isSolid ? 1 : 0;
  }
  EXPECT_EQ(solid > 0, GetParam().type == vtkTopologyBenchmark::CONNECTING_ROD);

  EXPECT_EQ(field(grid, "RecommendedVolumeFraction"), GetParam().volumeFraction);
  EXPECT_EQ(field(grid, "RecommendedMinimumDensity"), GetParam().minimumDensity);
  EXPECT_DOUBLE_EQ(
    field(grid, "RecommendedFilterRadius"), Edge * problem.design.densities.filterRadius);
}

INSTANTIATE_TEST_SUITE_P(Each, TopologyBenchmarkExample,
  ::testing::Values(Example{ "Cantilever", vtkTopologyBenchmark::CANTILEVER_3D,
                      TopologyExample::Cantilever, 0.3, 0.1 },
    Example{ "LBeam", vtkTopologyBenchmark::L_BEAM, TopologyExample::LBeam, 0.45, 0.001 },
    Example{ "Michell", vtkTopologyBenchmark::MICHELL_CANTILEVER,
      TopologyExample::MichellCantilever, 0.45, 0.001 },
    Example{
      "Rod", vtkTopologyBenchmark::CONNECTING_ROD, TopologyExample::ConnectingRod, 0.3, 0.001 }),
  [](const auto& info) { return std::string(info.param.name); });

namespace
{
struct MeshfreeRow
{
  int example;
  int size;
  vtkIdType points;
  double volume;
  std::array<double, 3> force;
  std::array<double, 3> place; ///< point of action of the resultant
  vtkIdType held;
  double volumeFraction;
};

const MeshfreeRow MeshfreeRows[] = {
  // The paper's numbers of unknowns are three times these numbers of points.
  { vtkTopologyBenchmark::PLATE_CANTILEVER, 1, 19488 / 3, 20000.0, { 0, -1000, 0 }, { 100, 25, 2 },
    29 * 4, 0.4 },
  { vtkTopologyBenchmark::PLATE_CANTILEVER, 2, 49815 / 3, 20000.0, { 0, -1000, 0 }, { 100, 25, 2 },
    41 * 5, 0.4 },
  { vtkTopologyBenchmark::PLATE_CANTILEVER, 3, 77265 / 3, 20000.0, { 0, -1000, 0 }, { 100, 25, 2 },
    51 * 5, 0.4 },
  { vtkTopologyBenchmark::PLATE_CANTILEVER, 4, 110880 / 3, 20000.0, { 0, -1000, 0 }, { 100, 25, 2 },
    55 * 6, 0.4 },
  { vtkTopologyBenchmark::QUARTER_ANNULUS, 1, 14840,
    0.25 * 3.14159265358979 * (150.0 * 150 - 100 * 100) * 8, { -1000, 0, 0 }, { 0, 125, 4 }, 28 * 5,
    0.5 },
  { vtkTopologyBenchmark::CUBE, 1, 31 * 31 * 30, 8e6, { 0, 0, -10000 }, { 100, 100, 200 },
    4 * 7 * 7, 0.05 },
};
}

TEST(TopologyBenchmark, HasTheExamplesOfTheElementFreeGalerkinMethod)
{
  for (const MeshfreeRow& row : MeshfreeRows)
  {
    SCOPED_TRACE(row.points);
    vtkNew<vtkTopologyBenchmark> source;
    source->SetExample(row.example);
    source->SetSize(row.size);
    source->Update();
    vtkUnstructuredGrid* grid = source->GetOutput();
    ASSERT_EQ(grid->GetNumberOfPoints(), row.points);
    const Mesh mesh = filters::makeHexMesh(grid);
    const std::vector<double> volumes = filters::hexahedronVolumes(mesh);
    // The chords of the annulus reduce the volume slightly.
    EXPECT_NEAR(
      std::accumulate(volumes.begin(), volumes.end(), 0.0), row.volume, 1e-4 * row.volume);
    vtkDataArray* supports = grid->GetPointData()->GetArray("Supports");
    vtkDataArray* force = grid->GetPointData()->GetArray("Force");
    vtkIdType held = 0;
    std::array<double, 3> total{};
    std::array<double, 3> place{};
    double magnitude = 0.0;
    for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
    {
      std::array<double, 3> f{};
      force->GetTuple(i, f.data());
      const double weight = std::hypot(f[0], f[1], f[2]);
      magnitude += weight;
      held += supports->GetComponent(i, 0) != 0.0;
      for (std::size_t d = 0; d < 3; ++d)
      {
        total[d] += f[d];
        place[d] += weight * grid->GetPoint(i)[d];
      }
    }
    EXPECT_EQ(held, row.held);
    for (std::size_t d = 0; d < 3; ++d)
    {
      EXPECT_NEAR(total[d], row.force[d], 1e-9);
      EXPECT_NEAR(place[d] / magnitude, row.place[d], 1e-9);
    }
    EXPECT_EQ(field(grid, "RecommendedVolumeFraction"), row.volumeFraction);
    EXPECT_EQ(field(grid, "RecommendedYoungsModulus"), 200000.0);
    EXPECT_EQ(field(grid, "RecommendedFilterRadius"), 0.0);
  }
}

TEST(TopologyBenchmark, IsInPiecesOfConsecutiveCells)
{
  vtkNew<vtkTopologyBenchmark> source;
  source->SetResolution(2); // 4 x 2 x 2 cells
  source->Update();
  vtkNew<vtkUnstructuredGrid> whole;
  whole->DeepCopy(source->GetOutput());
  constexpr int Pieces = 3;
  vtkIdType cell = 0;
  for (int piece = 0; piece < Pieces; ++piece)
  {
    source->UpdatePiece(piece, Pieces, 0);
    vtkUnstructuredGrid* part = source->GetOutput();
    auto* ids = vtkIdTypeArray::SafeDownCast(part->GetPointData()->GetGlobalIds());
    ASSERT_NE(ids, nullptr);
    EXPECT_EQ(
      part->GetFieldData()->GetNumberOfArrays(), whole->GetFieldData()->GetNumberOfArrays());
    for (vtkIdType i = 0; i < part->GetNumberOfCells(); ++i, ++cell)
    {
      vtkIdList* nodes = part->GetCell(i)->GetPointIds();
      for (vtkIdType n = 0; n < nodes->GetNumberOfIds(); ++n)
      {
        EXPECT_EQ(ids->GetValue(nodes->GetId(n)), whole->GetCell(cell)->GetPointIds()->GetId(n));
      }
    }
    for (const char* name : { "Supports", "Force" })
    {
      vtkDataArray* values = part->GetPointData()->GetArray(name);
      for (vtkIdType i = 0; i < part->GetNumberOfPoints(); ++i)
      {
        for (int c = 0; c < 3; ++c)
        {
          EXPECT_EQ(values->GetComponent(i, c),
            whole->GetPointData()->GetArray(name)->GetComponent(ids->GetValue(i), c));
        }
      }
    }
  }
  EXPECT_EQ(cell, whole->GetNumberOfCells());
  source->UpdatePiece(20, 21, 0);
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 1);
  source->UpdatePiece(0, 21, 0);
  EXPECT_EQ(source->GetOutput()->GetNumberOfCells(), 0);
}
}
