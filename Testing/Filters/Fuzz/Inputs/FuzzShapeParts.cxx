#include "FuzzShapeParts.h"

#include <cmath>
#include <cstddef>

namespace trabecula::testing
{
namespace
{
using Point = std::array<double, 3>;

constexpr double Pi = 3.14159265358979323846;

/// Adds a quadrilateral as such or as two triangles.
void addQuad(FuzzShape& shape, const std::array<vtkIdType, 4>& q, bool isWhole)
{
  if (isWhole)
  {
    shape.polygons.push_back({ q[0], q[1], q[2], q[3] });
    return;
  }
  shape.polygons.push_back({ q[0], q[1], q[2] });
  shape.polygons.push_back({ q[0], q[2], q[3] });
}

void addBall(FuzzShape& shape, const Point& centre, double size, FuzzRandom& random)
{
  const int rows = random.between(2, random.chance(0.1) ? 14 : 6);
  const int columns = random.between(3, random.chance(0.1) ? 20 : 8);
  const vtkIdType low = addShapePoint(shape, { centre[0], centre[1], centre[2] - size });
  const vtkIdType high = addShapePoint(shape, { centre[0], centre[1], centre[2] + size });
  const auto first = static_cast<vtkIdType>(shape.points.size());
  for (int r = 1; r < rows; ++r)
  {
    for (int c = 0; c < columns; ++c)
    {
      const double latitude = Pi * r / rows;
      const double longitude = 2.0 * Pi * c / columns;
      addShapePoint(shape,
        { centre[0] + size * std::sin(latitude) * std::cos(longitude),
          centre[1] + size * std::sin(latitude) * std::sin(longitude),
          centre[2] - size * std::cos(latitude) });
    }
  }
  const auto at = [&](int r, int c) -> vtkIdType { return first + r * columns + c % columns; };
  for (int c = 0; c < columns; ++c)
  {
    shape.polygons.push_back({ low, at(0, c + 1), at(0, c) });
    for (int r = 0; r + 2 < rows; ++r)
    {
      addQuad(shape, { at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c) }, false);
    }
    shape.polygons.push_back({ high, at(rows - 2, c), at(rows - 2, c + 1) });
  }
}

void addTorus(FuzzShape& shape, const Point& centre, double size, FuzzRandom& random)
{
  const int rows = random.between(3, 5);
  const int columns = random.between(3, 8);
  const double radius = 0.7 * size;
  const double tube = 0.2 * size;
  const auto first = static_cast<vtkIdType>(shape.points.size());
  for (int c = 0; c < columns; ++c)
  {
    for (int r = 0; r < rows; ++r)
    {
      const double longitude = 2.0 * Pi * c / columns;
      const double around = 2.0 * Pi * r / rows;
      const double distance = radius + tube * std::cos(around);
      addShapePoint(shape,
        { centre[0] + distance * std::cos(longitude), centre[1] + distance * std::sin(longitude),
          centre[2] + tube * std::sin(around) });
    }
  }
  const auto at = [&](int c, int r) -> vtkIdType { return first + c % columns * rows + r % rows; };
  for (int c = 0; c < columns; ++c)
  {
    for (int r = 0; r < rows; ++r)
    {
      addQuad(shape, { at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1) }, false);
    }
  }
}

void addTetrahedron(FuzzShape& shape, const Point& centre, double size, FuzzRandom& random)
{
  const bool isFlat = random.chance(0.1);
  const double height = size * (isFlat ? 1e-6 : 0.9);
  shape.isFlat = shape.isFlat || isFlat;
  const vtkIdType a = addShapePoint(shape, { centre[0] - size, centre[1] - 0.5 * size, centre[2] });
  addShapePoint(shape, { centre[0] + size, centre[1] - 0.5 * size, centre[2] });
  addShapePoint(shape, { centre[0], centre[1] + 0.8 * size, centre[2] });
  addShapePoint(shape, { centre[0] + 0.1 * size, centre[1], centre[2] + height });
  shape.polygons.push_back({ a, a + 2, a + 1 });
  shape.polygons.push_back({ a, a + 1, a + 3 });
  shape.polygons.push_back({ a + 1, a + 2, a + 3 });
  shape.polygons.push_back({ a + 2, a, a + 3 });
}
}

vtkIdType addShapePoint(FuzzShape& shape, const Point& x)
{
  shape.points.push_back(x);
  return static_cast<vtkIdType>(shape.points.size()) - 1;
}

void addShapeBox(FuzzShape& shape, const Point& centre, double size, FuzzRandom& random)
{
  const auto first = static_cast<vtkIdType>(shape.points.size());
  for (int corner = 0; corner < 8; ++corner)
  {
    addShapePoint(shape,
      { centre[0] + (corner & 1 ? size : -size), centre[1] + (corner & 2 ? size : -size),
        centre[2] + (corner & 4 ? size : -size) });
  }
  constexpr vtkIdType faces[6][4] = { { 0, 2, 3, 1 }, { 4, 5, 7, 6 }, { 0, 1, 5, 4 },
    { 2, 6, 7, 3 }, { 0, 4, 6, 2 }, { 1, 3, 7, 5 } };
  const bool isWhole = random.chance(0.3);
  for (const auto& face : faces)
  {
    addQuad(shape, { first + face[0], first + face[1], first + face[2], first + face[3] }, isWhole);
  }
}

void addShapePart(FuzzShape& shape, const Point& centre, double size, FuzzRandom& random)
{
  constexpr std::array<void (*)(FuzzShape&, const Point&, double, FuzzRandom&), 4> parts = {
    addShapeBox, addBall, addTorus, addTetrahedron
  };
  random.choose(parts)(shape, centre, size, random);
}
}
