#include "FuzzPart.h"

#include "vtkCellData.h"
#include "vtkCellType.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnsignedCharArray.h"

#include <algorithm>
#include <cmath>

namespace trabecula::testing
{
namespace
{
constexpr std::array<const char*, 8> MethodNames = { "hexahedra", "quadratic hexahedra",
  "tetrahedra", "quadratic tetrahedra", "image", "meshfree", "plane patch", "solid patch" };

/// Removes a block of cells: at a corner for an L, in the middle for a hole through the part.
void takeAway(FuzzPart& part, bool isHole)
{
  for (int k = 0; k < part.cells[2]; ++k)
  {
    for (int j = 0; j < part.cells[1]; ++j)
    {
      for (int i = 0; i < part.cells[0]; ++i)
      {
        const double x = (i + 0.5) / part.cells[0];
        const double y = (j + 0.5) / part.cells[1];
        const bool isAway =
          isHole ? std::abs(x - 0.5) < 0.2 && std::abs(y - 0.5) < 0.25 : x > 0.45 && y > 0.45;
        part.isThere[part.cell(i, j, k)] = isAway ? 0 : 1;
      }
    }
  }
}

bool isUsed(const FuzzPart& part, const std::array<int, 3>& at)
{
  for (int c = 0; c < 8; ++c)
  {
    const int i = at[0] - (c & 1);
    const int j = at[1] - (c >> 1 & 1);
    const int k = at[2] - (c >> 2 & 1);
    if (i >= 0 && j >= 0 && k >= 0 && i < part.cells[0] && j < part.cells[1] && k < part.cells[2] &&
      part.isThere[part.cell(i, j, k)])
    {
      return true;
    }
  }
  return false;
}

using Window = std::array<std::array<double, 2>, 3>;

constexpr Window WholeSide = { { { 0.0, 1.0 }, { 0.0, 1.0 }, { 0.0, 1.0 } } };

Window makeWindow(FuzzRandom& random)
{
  Window window = WholeSide;
  for (std::array<double, 2>& range : window)
  {
    const double width = random.chance(0.5) ? 1.0 : 0.5 + 0.3 * random.uniform();
    range[0] = random.uniform() * (1.0 - width);
    range[1] = range[0] + width;
  }
  return window;
}

/// Returns the points in a window of a side of the part.
std::vector<vtkIdType> pointsOfSide(const FuzzPart& part, const Window& window, int axis, int end)
{
  std::vector<vtkIdType> points;
  const std::array<int, 3> n = { part.cells[0] + 1, part.cells[1] + 1,
    part.isPlane() ? 1 : part.cells[2] + 1 };
  for (int k = 0; k < n[2]; ++k)
  {
    for (int j = 0; j < n[1]; ++j)
    {
      for (int i = 0; i < n[0]; ++i)
      {
        const std::array<int, 3> at = { i, j, k };
        bool isIn = at[static_cast<std::size_t>(axis)] ==
            (end ? part.cells[static_cast<std::size_t>(axis)] : 0) &&
          isUsed(part, at);
        for (std::size_t d = 0; d < (part.isPlane() ? 2U : 3U); ++d)
        {
          const double share = double(at[d]) / part.cells[d];
          isIn = isIn &&
            (static_cast<int>(d) == axis || (share >= window[d][0] && share <= window[d][1]));
        }
        if (isIn)
        {
          points.push_back(i + n[0] * (j + static_cast<vtkIdType>(n[1]) * k));
        }
      }
    }
  }
  return points;
}

void setVectors(vtkImageData* image, const std::string& name, const std::vector<vtkIdType>& points,
  const std::array<double, 3>& value)
{
  auto* array = vtkDoubleArray::SafeDownCast(image->GetPointData()->GetArray(name.c_str()));
  if (!array)
  {
    vtkNew<vtkDoubleArray> made;
    made->SetName(name.c_str());
    made->SetNumberOfComponents(3);
    made->SetNumberOfTuples(image->GetNumberOfPoints());
    made->FillValue(0.0);
    image->GetPointData()->AddArray(made);
    array = made;
  }
  for (const vtkIdType point : points)
  {
    array->SetTuple(point, value.data());
  }
}

/// Returns a random direction, which is in the plane of a plane part.
std::array<double, 3> direction(const FuzzPart& part, FuzzRandom& random, double length)
{
  std::array<double, 3> v = { random.uniform() - 0.5, random.uniform() - 0.5,
    part.isPlane() ? 0.0 : random.uniform() - 0.5 };
  const double size = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (double& component : v)
  {
    component *= length / std::max(size, 1e-6);
  }
  return v;
}

/// Returns the points in a random window of a side, or of the whole side if there are too few.
std::vector<vtkIdType> somePointsOfSide(
  const FuzzPart& part, FuzzRandom& random, int axis, int end, std::size_t least)
{
  const std::vector<vtkIdType> points = pointsOfSide(part, makeWindow(random), axis, end);
  return points.size() >= least ? points : pointsOfSide(part, WholeSide, axis, end);
}
}

FuzzPart makeFuzzPart(FuzzRandom& random)
{
  FuzzPart part;
  part.method = static_cast<FuzzMethod>(random.index(MethodNames.size()));
  part.description = MethodNames[static_cast<std::size_t>(part.method)];
  const bool isFine = part.isPlane();
  const bool isCoarse = part.method == FuzzMethod::QuadraticHexahedra ||
    part.method == FuzzMethod::QuadraticTetrahedra || part.method == FuzzMethod::Solid;
  part.cells = { random.between(isCoarse ? 4 : 8,
                   isFine       ? 20
                     : isCoarse ? 7
                                : 14),
    random.between(isCoarse ? 3 : 4,
      isFine       ? 12
        : isCoarse ? 4
                   : 8),
    random.between(2, isCoarse ? 2 : 4) };
  part.cells[2] = part.isPlane() ? 1 : part.cells[2];
  part.isThere.assign(static_cast<std::size_t>(part.cells[0] * part.cells[1] * part.cells[2]), 1);
  part.isMechanism = !part.isPatch() && random.chance(0.15);
  const std::size_t shape = part.isPatch() ? 0 : random.index(3);
  if (shape > 0)
  {
    takeAway(part, shape == 2);
    part.description += shape == 2 ? " with a hole" : " of an L";
  }
  part.image = vtkSmartPointer<vtkImageData>::New();
  part.image->SetDimensions(
    part.cells[0] + 1, part.cells[1] + 1, part.isPlane() ? 1 : part.cells[2] + 1);
  const double spacing = std::pow(10.0, 2.0 * random.uniform() - 1.0);
  part.image->SetSpacing(spacing, spacing, spacing);
  return part;
}

void addPartConditions(FuzzPart& part, FuzzRandom& random)
{
  const int dimensions = part.isPlane() ? 2 : 3;
  // The long sides of an L are complete at the low ends.
  const int axis = random.between(0, 1);
  const std::vector<vtkIdType> held =
    somePointsOfSide(part, random, axis, 0, part.isPlane() ? 3 : 9);
  setVectors(part.image, "Supports", held, { 1.0, 1.0, part.isPlane() ? 0.0 : 1.0 });
  const int count = part.isMechanism || random.chance(0.7) ? 1 : 2;
  for (int i = 0; i < count; ++i)
  {
    const bool isOpposite = random.chance(0.7);
    const int side = isOpposite ? axis : (axis + 1) % dimensions;
    std::vector<vtkIdType> loaded = somePointsOfSide(part, random, side, 1, 1);
    if (loaded.size() > 3 && random.chance(0.3))
    {
      loaded.resize(1); // a force at a single point
    }
    const std::string name = "Force" + std::to_string(i);
    setVectors(part.image, name, loaded, direction(part, random, 1.0));
    part.loads.push_back(name);
    if (part.isMechanism)
    {
      const std::vector<vtkIdType> output =
        somePointsOfSide(part, random, (side + 1) % dimensions, 1, 1);
      const double stiffness = 0.01 * part.image->GetSpacing()[0];
      setVectors(part.image, "OutputWeights", output, direction(part, random, 1.0));
      setVectors(part.image, "Springs", loaded, { stiffness, stiffness, stiffness });
      setVectors(part.image, "Springs", output, { stiffness, stiffness, stiffness });
      part.loads.push_back("OutputWeights");
    }
  }
}

vtkSmartPointer<vtkUnstructuredGrid> gridOfPart(const FuzzPart& part)
{
  const bool isTetrahedral =
    part.method == FuzzMethod::Tetrahedra || part.method == FuzzMethod::QuadraticTetrahedra;
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  std::vector<vtkIdType> numbers(static_cast<std::size_t>(part.image->GetNumberOfPoints()), -1);
  std::vector<vtkIdType> used;
  const auto numberOf = [&](int i, int j, int k)
  {
    const auto old =
      static_cast<vtkIdType>(i + (part.cells[0] + 1) * (j + (part.cells[1] + 1) * k));
    vtkIdType& number = numbers[static_cast<std::size_t>(old)];
    if (number < 0)
    {
      number = points->InsertNextPoint(part.image->GetPoint(old));
      used.push_back(old);
    }
    return number;
  };
  for (int k = 0; k < part.cells[2]; ++k)
  {
    for (int j = 0; j < part.cells[1]; ++j)
    {
      for (int i = 0; i < part.cells[0]; ++i)
      {
        if (!part.isThere[part.cell(i, j, k)])
        {
          continue;
        }
        std::array<vtkIdType, 8> c = { numberOf(i, j, k), numberOf(i + 1, j, k),
          numberOf(i + 1, j + 1, k), numberOf(i, j + 1, k), numberOf(i, j, k + 1),
          numberOf(i + 1, j, k + 1), numberOf(i + 1, j + 1, k + 1), numberOf(i, j + 1, k + 1) };
        if (!isTetrahedral)
        {
          grid->InsertNextCell(VTK_HEXAHEDRON, 8, c.data());
          continue;
        }
        constexpr std::array<std::array<std::size_t, 2>, 6> between = { { { 1, 2 }, { 2, 3 },
          { 3, 7 }, { 7, 4 }, { 4, 5 }, { 5, 1 } } };
        for (const std::array<std::size_t, 2>& pair : between)
        {
          const std::array<vtkIdType, 4> tetrahedron = { c[0], c[pair[0]], c[pair[1]], c[6] };
          grid->InsertNextCell(VTK_TETRA, 4, tetrahedron.data());
        }
      }
    }
  }
  grid->SetPoints(points);
  vtkPointData* from = part.image->GetPointData();
  for (int a = 0; a < from->GetNumberOfArrays(); ++a)
  {
    vtkNew<vtkDoubleArray> array;
    array->SetName(from->GetArrayName(a));
    array->SetNumberOfComponents(3);
    for (const vtkIdType old : used)
    {
      array->InsertNextTuple(from->GetArray(a)->GetTuple(old));
    }
    grid->GetPointData()->AddArray(array);
  }
  return grid;
}

void hideAbsentCells(const FuzzPart& part)
{
  vtkNew<vtkUnsignedCharArray> ghosts;
  ghosts->SetName(vtkDataSetAttributes::GhostArrayName());
  for (const char isThere : part.isThere)
  {
    ghosts->InsertNextValue(isThere ? 0 : vtkDataSetAttributes::HIDDENCELL);
  }
  part.image->GetCellData()->AddArray(ghosts);
}
}
