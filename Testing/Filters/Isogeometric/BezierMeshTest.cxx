// Tests of level-set results as meshes of hexahedra: geometry, conditions and densities of random
// patches, and invalid input.

#include "BezierMesh.h"
#include "LevelSetOutputWriter.h"
#include "SolidMeshConverter.h"
#include "TopologyTestInput.h"

#include "Support/Patches.h"

#include "Analysis/ElementGeometry.h"
#include "Core/Error.h"
#include "Geometry/Level/Patch/PatchBoundary.h"
#include "Mesh/Nurbs/NurbsGenerators.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"

#include "vtkCellType.h"
#include "vtkIdList.h"
#include "vtkIntArray.h"
#include "vtkUnsignedCharArray.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trabecula::testing
{
namespace
{
using namespace trabecula::filters;

vtkSmartPointer<vtkDoubleArray> doubles(
  const std::string& name, const std::vector<double>& values, int components)
{
  auto array = vtkSmartPointer<vtkDoubleArray>::New();
  array->SetName(name.c_str());
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(values.size()) / components);
  std::copy(values.begin(), values.end(), array->GetPointer(0));
  return array;
}

/// A result as written by vtkIsogeometricLevelSet, with random fields and conditions.
struct Result
{
  NurbsPatch patch;
  std::vector<double> levelSet;
  PatchConditions conditions;
  vtkSmartPointer<vtkUnstructuredGrid> grid;

  Result(Random& random, const NurbsPatch& given) : patch(given)
  {
    const std::size_t controls = this->patch.numberOfControlPoints();
    this->levelSet = random.vector(controls, -1.0, 1.0);
    this->conditions.supports.resize(3 * controls);
    for (std::uint8_t& held : this->conditions.supports)
    {
      held = random.index(3) == 0 ? 1 : 0;
    }
    for (const char* name : { "Force", "Braking" })
    {
      this->conditions.loadCases.push_back({ name, 1.0, random.vector(3 * controls, -1.0, 1.0) });
    }
    this->conditions.springs = random.vector(3 * controls, 0.0, 1.0);
    const BezierExtraction bezier(this->patch);
    this->grid = makeBezierCells(this->patch, bezier);
    addConditions(this->grid, this->patch, this->conditions);
    this->grid->GetPointData()->AddArray(doubles("LevelSet", bezier(this->levelSet, 1), 1));
    this->grid->GetPointData()->AddArray(doubles("Displacement", bezier(this->patch.points, 3), 3));
    this->grid->GetCellData()->AddArray(
      doubles("Density", random.vector(this->patch.numberOfElements(), 0.0, 1.0), 1));
    vtkNew<vtkStringArray> cases;
    cases->SetName("LoadCases");
    cases->InsertNextValue("Force");
    cases->InsertNextValue("Braking");
    this->grid->GetFieldData()->AddArray(cases);
  }

  vtkSmartPointer<vtkUnstructuredGrid> hexahedra(std::string& note) const
  {
    return makeSolidGrid(this->grid, note);
  }
};

NurbsPatch anyPatch(Random& random, int dimension)
{
  std::array<int, 3> degrees{};
  std::array<int, 3> spans = { 1, 1, 1 };
  for (std::size_t d = 0; d < static_cast<std::size_t>(dimension); ++d)
  {
    degrees[d] = 1 + static_cast<int>(random.index(3));
    spans[d] = 2 + static_cast<int>(random.index(3));
  }
  return randomPatch(random, dimension, degrees, spans, true);
}

std::array<double, 3> sumOf(vtkDataArray* array)
{
  std::array<double, 3> sum{};
  for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      sum[static_cast<std::size_t>(c)] += array->GetComponent(i, c);
    }
  }
  return sum;
}

std::string refusalOf(vtkUnstructuredGrid* grid)
{
  try
  {
    std::string note;
    makeSolidGrid(grid, note);
  }
  catch (const Error& error)
  {
    return error.what();
  }
  return "";
}
}

TEST(BezierMesh, KeepsForcesAndSupports)
{
  Random random(41);
  for (int trial = 0; trial < 10; ++trial)
  {
    const bool isPlane = trial % 2 == 0;
    const Result result(random, anyPatch(random, isPlane ? 2 : 3));
    std::string note;
    const auto grid = result.hexahedra(note);
    EXPECT_TRUE(contains(note, std::to_string(result.grid->GetNumberOfCells()) + " Bezier cells"))
      << note;
    EXPECT_EQ(contains(note, "of thickness 1"), isPlane) << note;
    const vtkIdType points = result.grid->GetNumberOfPoints();
    ASSERT_EQ(grid->GetNumberOfPoints(), isPlane ? 2 * points : points);
    for (const LoadCase& load : result.conditions.loadCases)
    {
      const auto sum = sumOf(grid->GetPointData()->GetArray(load.name.c_str()));
      std::array<double, 3> expected{};
      for (std::size_t i = 0; i < load.forces.size(); ++i)
      {
        expected[i % 3] += isPlane && i % 3 == 2 ? 0.0 : load.forces[i];
      }
      for (std::size_t c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(sum[c], expected[c], 1e-12);
      }
    }
    vtkDataArray* supports = grid->GetPointData()->GetArray("Supports");
    vtkDataArray* own = result.grid->GetPointData()->GetArray("Supports");
    vtkDataArray* springs = grid->GetPointData()->GetArray("Springs");
    for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
    {
      for (int c = 0; c < 3; ++c)
      {
        const bool isLost = isPlane && c == 2;
        EXPECT_EQ(supports->GetComponent(i, c), isLost ? 0.0 : own->GetComponent(i % points, c));
        EXPECT_DOUBLE_EQ(springs->GetComponent(i, c),
          (isLost       ? 0.0
              : isPlane ? 0.5
                        : 1.0) *
            result.grid->GetPointData()->GetArray("Springs")->GetComponent(i % points, c));
      }
    }
    EXPECT_EQ(grid->GetFieldData()->HasArray("PlaneStress"), isPlane ? 1 : 0);
    EXPECT_TRUE(hasLevelSetOfBezierMesh(grid));
    EXPECT_FALSE(hasLevelSetOfBezierMesh(result.grid));
    EXPECT_EQ(sumOf(result.grid->GetPointData()->GetArray("Force")),
      sumOf(Result(result).grid->GetPointData()->GetArray("Force"))); // the input is unchanged
  }
}

TEST(BezierMesh, HasNodesAndFieldsOnThePatch)
{
  Random random(42);
  for (int trial = 0; trial < 6; ++trial)
  {
    const Result result(random, anyPatch(random, 2 + trial % 2));
    std::string note;
    const auto grid = result.hexahedra(note);
    vtkDataArray* displacement = grid->GetPointData()->GetArray("Displacement");
    const vtkIdType points = result.grid->GetNumberOfPoints();
    for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
    {
      // The displacement equals the position, because it has the coefficients of the geometry.
      double x[3];
      grid->GetPoint(i, x);
      for (int c = 0; c < 3; ++c)
      {
        EXPECT_NEAR(
          displacement->GetComponent(i, c), x[c] - (c == 2 && i >= points ? 1.0 : 0.0), 1e-12);
      }
    }
    EXPECT_FALSE(grid->GetPointData()->HasArray("RationalWeights"));
    EXPECT_FALSE(grid->GetCellData()->HasArray("HigherOrderDegrees"));
    // The cells of an element are consecutive and have its density in ElementDensity.
    vtkDataArray* own = grid->GetCellData()->GetArray("ElementDensity");
    const vtkIdType parts = grid->GetNumberOfCells() / result.grid->GetNumberOfCells();
    for (vtkIdType e = 0; e < grid->GetNumberOfCells(); ++e)
    {
      EXPECT_EQ(own->GetComponent(e, 0),
        result.grid->GetCellData()->GetArray("Density")->GetComponent(e / parts, 0));
    }
  }
}

TEST(BezierMesh, HasTheVolumeOfTheLevelSet)
{
  Random random(43);
  for (int trial = 0; trial < 4; ++trial)
  {
    const bool isPlane = trial % 2 == 0;
    const NurbsPatch patch = isPlane
      ? makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 8, 8 })
      : extrude(makeQuarterAnnulusPatch(1.0, 2.0, { 2, 2 }, { 4, 4 }), 1.0, 2, 3);
    const Result result(random, patch);
    std::string note;
    const auto grid = result.hexahedra(note);
    const std::vector<double> volumes = elementVolumes(makeMesh(grid));
    vtkDataArray* density = grid->GetCellData()->GetArray("Density");
    double sum = 0.0;
    double whole = 0.0;
    for (std::size_t e = 0; e < volumes.size(); ++e)
    {
      const double share = density->GetComponent(static_cast<vtkIdType>(e), 0);
      EXPECT_GE(share, 0.0);
      EXPECT_LE(share, 1.0);
      sum += share * volumes[e];
      whole += volumes[e];
    }
    // The relative error of chords over half an element is a sixth of the square of their angle.
    const double area = 0.75 * std::acos(-1.0);
    const double angle = std::acos(-1.0) / (isPlane ? 32 : 16);
    EXPECT_NEAR(whole, area, 1.01 * area * angle * angle / 6.0);
    // Coefficients change sign between control points, so this is the coarsest possible level set.
    // The boundary has its points on the contour and more intervals.
    const double exact = enclosedMeasure(extractBoundary(patch, result.levelSet, 6));
    EXPECT_NEAR(sum / whole, exact / area, 0.01) << trial;
  }
}

TEST(BezierMesh, WithoutALevelSetHasTheDensitiesOfElements)
{
  Random random(44);
  Result result(random, anyPatch(random, 3));
  result.grid->GetPointData()->RemoveArray("LevelSet");
  std::string note;
  const auto grid = result.hexahedra(note);
  const vtkIdType parts = grid->GetNumberOfCells() / result.grid->GetNumberOfCells();
  EXPECT_FALSE(grid->GetCellData()->HasArray("ElementDensity"));
  EXPECT_EQ(grid->GetCellData()->GetArray("Density")->GetComponent(2 * parts, 0),
    result.grid->GetCellData()->GetArray("Density")->GetComponent(2, 0));
}

TEST(BezierMesh, IsReadWithoutAttributes)
{
  // A degree that is the same in all directions follows from the number of points.
  Random random(45);
  const Result result(random, randomPatch(random, 3, { 2, 2, 2 }, { 3, 2, 2 }, false));
  std::string note;
  const auto expected = result.hexahedra(note);
  vtkNew<vtkUnstructuredGrid> bare;
  bare->SetPoints(result.grid->GetPoints());
  bare->SetCells(VTK_BEZIER_HEXAHEDRON, result.grid->GetCells());
  const auto grid = makeSolidGrid(bare, note);
  ASSERT_EQ(grid->GetNumberOfCells(), expected->GetNumberOfCells());
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    double x[3];
    double y[3];
    grid->GetPoint(i, x);
    expected->GetPoint(i, y);
    for (int c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(x[c], y[c], 1e-12);
    }
  }
}

TEST(BezierMesh, RefusesWhatIsWrong)
{
  Random random(46);
  const NurbsPatch patch = randomPatch(random, 3, { 2, 3, 1 }, { 2, 2, 2 }, true);
  {
    const Result result(random, patch);
    result.grid->GetPointData()->GetArray("LevelSet")->SetComponent(7, 0, std::nan(""));
    EXPECT_TRUE(contains(refusalOf(result.grid), "\"LevelSet\" has the value nan at point 7"))
      << refusalOf(result.grid);
  }
  {
    const Result result(random, patch);
    result.grid->GetPointData()->GetRationalWeights()->SetComponent(3, 0, 0.0);
    EXPECT_TRUE(contains(refusalOf(result.grid), "\"RationalWeights\" has the value 0 at point 3"))
      << refusalOf(result.grid);
  }
  {
    const Result result(random, patch);
    result.grid->GetCellData()->GetHigherOrderDegrees()->SetComponent(5, 0, 3.0);
    EXPECT_TRUE(contains(refusalOf(result.grid), "Bezier cell 5 has 24 points"))
      << refusalOf(result.grid);
  }
  {
    const Result result(random, patch);
    vtkDataArray* weights = result.grid->GetPointData()->GetRationalWeights();
    weights->SetNumberOfComponents(2);
    weights->SetNumberOfTuples(result.grid->GetNumberOfPoints());
    EXPECT_TRUE(contains(refusalOf(result.grid), "\"RationalWeights\" has 2 components"))
      << refusalOf(result.grid);
  }
  {
    const Result result(random, patch);
    vtkDataArray* degrees = result.grid->GetCellData()->GetHigherOrderDegrees();
    degrees->SetNumberOfComponents(1);
    degrees->SetNumberOfTuples(result.grid->GetNumberOfCells());
    EXPECT_TRUE(contains(refusalOf(result.grid), "\"HigherOrderDegrees\" has 1 component,"))
      << refusalOf(result.grid);
  }
  {
    const Result result(random, patch);
    result.grid->GetCellData()->GetHigherOrderDegrees()->SetComponent(2, 1, std::nan(""));
    EXPECT_TRUE(contains(refusalOf(result.grid), "Bezier cell 2 has the degree nan"))
      << refusalOf(result.grid);
  }
  {
    const Result result(random, patch);
    vtkNew<vtkUnstructuredGrid> mixed;
    mixed->SetPoints(result.grid->GetPoints());
    mixed->Allocate(2);
    vtkNew<vtkIdList> nodes;
    result.grid->GetCellPoints(0, nodes);
    mixed->InsertNextCell(VTK_BEZIER_HEXAHEDRON, nodes);
    const vtkIdType corners[4] = { 0, 1, 2, 3 };
    mixed->InsertNextCell(VTK_TETRA, 4, corners);
    EXPECT_TRUE(contains(refusalOf(mixed), "cell 1 a vtkTetra")) << refusalOf(mixed);
  }
  // Filters that modify the input's own arrays do not divide its cells.
  const Result result(random, patch);
  std::string note;
  EXPECT_THROW(solidCellsOf(result.grid, note), Error);
}
}
