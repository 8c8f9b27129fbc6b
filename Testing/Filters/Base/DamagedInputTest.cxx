// Tests of datasets from damaged files: every filter reports the fault in one message before it
// reads the damaged data, and works afterwards.

#include "CompareTestInput.h"
#include "InputStructure.h"
#include "TopologyTestInput.h"
#include "vtkBodyAnalysis.h"
#include "vtkDesignRegion.h"
#include "vtkElasticAnalysis.h"
#include "vtkHeatConduction.h"
#include "vtkMechanicalLoad.h"
#include "vtkMechanicalSupport.h"
#include "vtkMeshfreeTopologyOptimize.h"
#include "vtkNaturalFrequencies.h"
#include "vtkThermalCondition.h"
#include "vtkTopologySurface.h"
#include "vtkVoxelMicroFe.h"
#include "vtkVoxelizeSurface.h"

#include "Core/Error.h"

#include "vtkCellType.h"
#include "vtkCubeSource.h"
#include "vtkTrivialProducer.h"
#include "vtkTypeInt32Array.h"
#include "vtkTypeInt64Array.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace trabecula::testing
{
namespace
{
/// Cells as they are stored in a file.
struct StoredCells
{
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> connectivity;
  std::vector<unsigned char> types;
};

StoredCells cellsOf(vtkUnstructuredGrid* grid)
{
  StoredCells cells;
  cells.offsets.push_back(0);
  for (vtkIdType c = 0; c < grid->GetNumberOfCells(); ++c)
  {
    vtkIdType count = 0;
    const vtkIdType* points = nullptr;
    grid->GetCellPoints(c, count, points);
    cells.connectivity.insert(cells.connectivity.end(), points, points + count);
    cells.offsets.push_back(static_cast<std::int64_t>(cells.connectivity.size()));
    cells.types.push_back(static_cast<unsigned char>(grid->GetCellType(c)));
  }
  return cells;
}

template <class ArrayT>
vtkSmartPointer<ArrayT> arrayOf(const std::vector<std::int64_t>& values)
{
  auto array = vtkSmartPointer<ArrayT>::New();
  for (const std::int64_t value : values)
  {
    array->InsertNextValue(static_cast<typename ArrayT::ValueType>(value));
  }
  return array;
}

template <class ArrayT>
void setCells(vtkUnstructuredGrid* grid, const StoredCells& stored)
{
  vtkNew<vtkCellArray> cells;
  cells->SetData(arrayOf<ArrayT>(stored.offsets), arrayOf<ArrayT>(stored.connectivity));
  vtkNew<vtkUnsignedCharArray> types;
  for (const unsigned char type : stored.types)
  {
    types->InsertNextValue(type);
  }
  grid->SetCells(types, cells);
}

struct Damage
{
  const char* name;
  std::function<void(StoredCells&)> spoil;
  std::vector<std::string> words;
  bool fitsInto32Bits = true;
};

const Damage Damages[] = {
  { "PointBeyondTheLast", [](StoredCells& c) { c.connectivity[8 * 7 + 2] = 112; },
    { "Cell 7", "point 112", "112 points" } },
  { "PointBeyond32Bits", [](StoredCells& c) { c.connectivity[8 * 7 + 2] = std::int64_t(1) << 40; },
    { "Cell 7", "point 1099511627776" }, false },
  { "NegativePoint", [](StoredCells& c) { c.connectivity[8 * 53 + 7] = -1; },
    { "Cell 53", "point -1" } },
  { "DecreasingOffset", [](StoredCells& c) { c.offsets[11] = 40; },
    { "Cell 10", "from entry 80 to entry 40" } },
  { "HugeOffset", [](StoredCells& c) { c.offsets[11] = 2000000000; },
    { "Cell 10", "to entry 2000000000 of the 432" } },
  { "OffsetBeyond32Bits", [](StoredCells& c) { c.offsets[11] = std::int64_t(1) << 60; },
    { "Cell 10" }, false },
  { "NegativeOffset", [](StoredCells& c) { c.offsets[11] = -8; }, { "Cell 10", "-8" } },
  { "FirstOffsetNotZero", [](StoredCells& c) { c.offsets[0] = 3; }, { "Cell 0", "from entry 3" } },
  { "NoOffsets", [](StoredCells& c) { c.offsets.clear(); }, { "is empty" } },
  { "TooFewNodes",
    [](StoredCells& c)
    {
      c.connectivity.pop_back();
      --c.offsets.back();
    },
    { "Cell 53", "7 nodes", "vtkHexahedron, has 8" } },
  { "AnotherType", [](StoredCells& c) { c.types[20] = VTK_TETRA; },
    { "Cell 20", "8 nodes", "vtkTetra, has 4" } },
  { "UnknownType", [](StoredCells& c) { c.types[20] = 200; }, { "Cell 20", "type 200" } },
  { "TypesMissing", [](StoredCells& c) { c.types.resize(50); }, { "54 cells", "50 types" } },
};

template <class Filter>
vtkSmartPointer<vtkAlgorithm> filterOn(vtkAlgorithmOutput* input)
{
  auto filter = vtkSmartPointer<Filter>::New();
  filter->SetInputConnection(0, input);
  if (auto* device = vtkDeviceAlgorithm::SafeDownCast(filter))
  {
    device->SetDevice(vtkDeviceAlgorithm::HOST);
  }
  if (auto* optimization = vtkOptimizationAlgorithm::SafeDownCast(filter))
  {
    optimization->SetMaximumIterations(1);
  }
  return filter;
}

/// Returns a valid input of all filters.
vtkSmartPointer<vtkUnstructuredGrid> design()
{
  auto data = withDensity(hexahedra(), [](double, double, double) { return 0.75; });
  // Arrays for thermal filters.
  vtkNew<vtkDoubleArray> isFixed;
  isFixed->SetName("TemperatureSupports");
  vtkNew<vtkDoubleArray> flow;
  flow->SetName("HeatFlow");
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
  {
    isFixed->InsertNextValue(i == 0 ? 1.0 : 0.0);
    flow->InsertNextValue(1.0);
  }
  data->GetPointData()->AddArray(isFixed);
  data->GetPointData()->AddArray(flow);
  return data;
}

struct FilterCase
{
  const char* name;
  std::function<vtkSmartPointer<vtkAlgorithm>(vtkAlgorithmOutput*)> make;
};

/// All filters of meshes.
const FilterCase Filters[] = {
  { "TopologyOptimize", filterOn<vtkTopologyOptimize> },
  { "MeshfreeTopologyOptimize", filterOn<vtkMeshfreeTopologyOptimize> },
  { "ElasticAnalysis", filterOn<vtkElasticAnalysis> },
  { "HeatConduction", filterOn<vtkHeatConduction> },
  { "NaturalFrequencies", filterOn<vtkNaturalFrequencies> },
  { "TopologySurface", filterOn<vtkTopologySurface> },
  { "MechanicalSupport", filterOn<vtkMechanicalSupport> },
  { "MechanicalLoad", filterOn<vtkMechanicalLoad> },
  { "ThermalCondition", filterOn<vtkThermalCondition> },
  { "DesignRegion", filterOn<vtkDesignRegion> },
  { "BodyAnalysis",
    [](vtkAlgorithmOutput* input)
    {
      auto filter = filterOn<vtkBodyAnalysis>(input);
      vtkNew<vtkCubeSource> box;
      box->SetBounds(0, 6, 0, 3, 0, 3);
      filter->SetInputConnection(1, box->GetOutputPort());
      return filter;
    } },
  { "CompareTopologies",
    [](vtkAlgorithmOutput* input)
    {
      vtkNew<vtkTrivialProducer> other;
      other->SetOutput(design());
      auto filter = filterOn<vtkCompareTopologies>(other->GetOutputPort());
      filter->AddInputConnection(0, input);
      return filter;
    } },
};

void updateAll(vtkAlgorithm* filter)
{
  for (int port = 0; port < filter->GetNumberOfOutputPorts(); ++port)
  {
    filter->Update(port);
  }
}

void expectRefusal(
  const FilterCase& filterCase, vtkDataSet* damaged, const std::vector<std::string>& words)
{
  SCOPED_TRACE(filterCase.name);
  vtkNew<vtkTrivialProducer> producer;
  producer->SetOutput(damaged);
  const auto filter = filterCase.make(producer->GetOutputPort());
  Errors errors(filter);
  updateAll(filter);
  EXPECT_EQ(errors.count(), 1);
  for (const std::string& word : words)
  {
    EXPECT_TRUE(contains(errors.text(), word)) << errors.text() << "\n" << word;
  }
  EXPECT_EQ(vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0))->GetNumberOfPoints(), 0);
}
}

class DamagedCells : public ::testing::TestWithParam<Damage>
{
};

TEST_P(DamagedCells, AreRefusedByEveryFilter)
{
  for (const bool is64Bit : { true, false })
  {
    if (!is64Bit && !GetParam().fitsInto32Bits)
    {
      continue;
    }
    const auto grid = design();
    StoredCells cells = cellsOf(grid);
    GetParam().spoil(cells);
    is64Bit ? setCells<vtkTypeInt64Array>(grid, cells) : setCells<vtkTypeInt32Array>(grid, cells);
    for (const FilterCase& filter : Filters)
    {
      expectRefusal(filter, grid, GetParam().words);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Filters, DamagedCells, ::testing::ValuesIn(Damages),
  [](const auto& info) { return std::string(info.param.name); });

TEST(DamagedInput, FiltersWorkAfterIt)
{
  const auto damaged = design();
  StoredCells cells = cellsOf(damaged);
  cells.connectivity[9] = std::int64_t(1) << 40;
  setCells<vtkTypeInt64Array>(damaged, cells);
  for (const FilterCase& filterCase : Filters)
  {
    SCOPED_TRACE(filterCase.name);
    vtkNew<vtkTrivialProducer> producer;
    producer->SetOutput(design());
    const auto filter = filterCase.make(producer->GetOutputPort());
    Errors errors(filter);
    updateAll(filter);
    auto* output = vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0));
    const vtkIdType points = output->GetNumberOfPoints();
    EXPECT_GT(points, 0);
    producer->SetOutput(damaged);
    updateAll(filter);
    EXPECT_EQ(errors.count(), 1);
    producer->SetOutput(design());
    updateAll(filter);
    EXPECT_EQ(errors.count(), 1);
    EXPECT_EQ(
      vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0))->GetNumberOfPoints(), points);
  }
}

TEST(DamagedInput, IsNamedWhereThereAreSeveral)
{
  const auto grid = design();
  StoredCells cells = cellsOf(grid);
  cells.connectivity[9] = -5;
  setCells<vtkTypeInt64Array>(grid, cells);
  for (const FilterCase& filter : Filters)
  {
    if (std::string(filter.name) == "CompareTopologies")
    {
      expectRefusal(filter, grid, { "Design 2: Cell 1 refers" });
    }
  }
}

TEST(DamagedInput, ArraysOfAnotherLengthAreRefused)
{
  for (const bool isOfCells : { false, true })
  {
    const auto grid = design();
    vtkNew<vtkDoubleArray> shortOne;
    shortOne->SetName("Leftover");
    shortOne->SetNumberOfTuples(17);
    shortOne->FillValue(0.0);
    isOfCells ? grid->GetCellData()->AddArray(shortOne) : grid->GetPointData()->AddArray(shortOne);
    for (const FilterCase& filter : Filters)
    {
      expectRefusal(filter, grid,
        { isOfCells ? "Cell array" : "Point array", "\"Leftover\"", "17 tuples",
          isOfCells ? "54 cells" : "112 points" });
    }
  }
}

TEST(DamagedInput, ImagesThatCannotBeCountedAreRefused)
{
  vtkNew<vtkImageData> image;
  image->SetExtent(-2000000000, 2000000000, 0, 1, 0, 1);
  for (const FilterCase& filter : Filters)
  {
    if (std::string(filter.name) != "CompareTopologies")
    {
      expectRefusal(filter, image, { "4000000001 x 2 x 2", "2147483647" });
    }
  }
  expectRefusal({ "VoxelMicroFe", filterOn<vtkVoxelMicroFe> }, image, { "4000000001 x 2 x 2" });
}

TEST(DamagedInput, SurfacesOfBodyAnalysisAreExamined)
{
  vtkNew<vtkCubeSource> box;
  box->SetBounds(0, 6, 0, 3, 0, 3);
  box->Update();
  vtkNew<vtkPolyData> surface;
  surface->ShallowCopy(box->GetOutput());
  vtkNew<vtkCellArray> polygons;
  polygons->SetData(arrayOf<vtkTypeInt64Array>({ 0, 4, 8 }),
    arrayOf<vtkTypeInt64Array>({ 0, 1, 2, 3, 4, 5, 6, 99 }));
  surface->SetPolys(polygons);
  auto filter = vtkSmartPointer<vtkBodyAnalysis>::New();
  filter->SetInputDataObject(0, design());
  filter->SetInputDataObject(1, surface);
  Errors errors(filter);
  updateAll(filter);
  EXPECT_EQ(errors.count(), 1);
  EXPECT_TRUE(contains(errors.text(), "Surface: Polygon 1 refers to point 99")) << errors.text();
}

TEST(DamagedInput, SurfacesAreExaminedBeforeTheyAreVoxelizedOrMarked)
{
  vtkNew<vtkCubeSource> box;
  box->Update();
  vtkNew<vtkPolyData> surface;
  surface->ShallowCopy(box->GetOutput());
  vtkNew<vtkCellArray> polygons;
  polygons->SetData(arrayOf<vtkTypeInt64Array>({ 0, 4, 8 }),
    arrayOf<vtkTypeInt64Array>({ 0, 1, 2, 3, 4, 5, 6, 99 }));
  surface->SetPolys(polygons);
  for (const FilterCase& filter : { FilterCase{ "VoxelizeSurface", filterOn<vtkVoxelizeSurface> },
         FilterCase{ "MechanicalLoad", filterOn<vtkMechanicalLoad> } })
  {
    expectRefusal(filter, surface, { "Polygon 1 refers to point 99" });
  }
}

TEST(DamagedInput, ACopyWithoutDamageIsValid)
{
  // Random damage: cells are found invalid if and only if they differ from a valid mesh in a rule.
  std::mt19937 random(17);
  const auto grid = design();
  const StoredCells good = cellsOf(grid);
  setCells<vtkTypeInt32Array>(grid, good);
  EXPECT_NO_THROW(filters::requireValidStructure(grid));
  for (int trial = 0; trial < 500; ++trial)
  {
    StoredCells cells = good;
    const std::size_t place = random() % cells.connectivity.size();
    const std::int64_t point = static_cast<std::int64_t>(random() % 300) - 100;
    cells.connectivity[place] = point;
    const auto spoiled = design();
    setCells<vtkTypeInt64Array>(spoiled, cells);
    if (point >= 0 && point < grid->GetNumberOfPoints())
    {
      EXPECT_NO_THROW(filters::requireValidStructure(spoiled)) << point;
    }
    else
    {
      EXPECT_THROW(filters::requireValidStructure(spoiled), Error) << point;
    }
  }
}
}
