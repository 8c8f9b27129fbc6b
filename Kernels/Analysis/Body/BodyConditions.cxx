#include "Analysis/Body/BodyConditions.h"

#include "Analysis/Body/BodyGrid.h"
#include "Core/Text.h"
#include "Geometry/Triangles/Position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>

namespace trabecula
{
namespace
{
/// Relative tolerance of comparisons.
constexpr double Rounding = 0.01;

using FaceCorners = std::array<std::int32_t, 4>;

Position bodyPointOf(const Mesh& mesh, std::int32_t node)
{
  const double* x = &mesh.points[3 * static_cast<std::size_t>(node)];
  return { x[0], x[1], x[2] };
}

double areaOf(const Mesh& mesh, const FaceCorners& corners)
{
  const Position a = bodyPointOf(mesh, corners[0]);
  const Position diagonal = minus(bodyPointOf(mesh, corners[2]), a);
  const Position first = crossProduct(minus(bodyPointOf(mesh, corners[1]), a), diagonal);
  const Position second = crossProduct(diagonal, minus(bodyPointOf(mesh, corners[3]), a));
  return 0.5 * (lengthOf(first) + (corners[3] == corners[2] ? 0.0 : lengthOf(second)));
}

/// Returns the faces that belong to one element only; the last corner of triangles is repeated.
std::vector<FaceCorners> outerFaces(const Mesh& mesh)
{
  std::map<FaceCorners, std::pair<int, FaceCorners>> faces;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    const CellShape& shape = mesh.shape(e);
    for (int f = 0; f < shape.faces; ++f)
    {
      const int count = shape.cornersOfFace(f);
      FaceCorners corners{};
      for (int i = 0; i < 4; ++i)
      {
        corners[std::size_t(i)] =
          mesh.element(e)[shape.faceNodes[std::size_t(f)][std::size_t(std::min(i, count - 1))]];
      }
      FaceCorners key = corners;
      key.back() = count == 4 ? corners.back() : -1; // any corner may be repeated
      std::sort(key.begin(), key.end());
      auto& found = faces[key];
      ++found.first;
      found.second = corners;
    }
  }
  std::vector<FaceCorners> outer;
  for (const auto& [key, face] : faces)
  {
    if (face.first == 1)
    {
      outer.push_back(face.second);
    }
  }
  return outer;
}

/// The supports of one displacement component.
struct Support
{
  double area = 0.0; ///< area of outer faces all of whose corners are supported
  bool isAny = false;
  BodyBounds bounds; ///< bounds of supported points
};

std::array<Support, 3> supportsOf(const StructuralProblem& design)
{
  const Mesh& mesh = design.mesh;
  std::array<Support, 3> supports;
  for (std::size_t i = 0; i < design.supports.size(); ++i)
  {
    if (design.supports[i])
    {
      supports[i % 3].isAny = true;
      supports[i % 3].bounds.add(bodyPointOf(mesh, static_cast<std::int32_t>(i / 3)));
    }
  }
  for (const FaceCorners& face : outerFaces(mesh))
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      if (std::all_of(face.begin(), face.end(),
            [&](std::int32_t node)
            { return design.supports[3 * static_cast<std::size_t>(node) + c] != 0; }))
      {
        supports[c].area += areaOf(mesh, face);
      }
    }
  }
  return supports;
}

struct Total
{
  Position force = {};
  Position moment = {}; ///< about a point
  double size = 0.0;    ///< sum of magnitudes
};

Total totalOf(const Mesh& mesh, const std::vector<double>& forces, const Position& about)
{
  Total total;
  for (std::size_t n = 0; 3 * n < forces.size(); ++n)
  {
    const Position force = { forces[3 * n], forces[3 * n + 1], forces[3 * n + 2] };
    const Position moment =
      crossProduct(minus(bodyPointOf(mesh, static_cast<std::int32_t>(n)), about), force);
    for (std::size_t d = 0; d < 3; ++d)
    {
      total.force[d] += force[d];
      total.moment[d] += moment[d];
    }
    total.size += lengthOf(force);
  }
  return total;
}

std::string vectorText(const Position& vector)
{
  return "(" + shortText(vector[0]) + ", " + shortText(vector[1]) + ", " + shortText(vector[2]) +
    ")";
}

bool isClose(double a, double b)
{
  return std::abs(a - b) <= Rounding * std::max(std::abs(a), std::abs(b));
}

const LoadCase* find(const StructuralProblem& design, const std::string& name)
{
  const auto found = std::find_if(design.loadCases.begin(), design.loadCases.end(),
    [&](const LoadCase& load) { return load.name == name; });
  return found == design.loadCases.end() ? nullptr : &*found;
}

/// Describes how a load case of both designs differs between them.
std::string differenceOf(const LoadCase& load, const StructuralProblem& first,
  const LoadCase& otherLoad, const StructuralProblem& other, const std::string& name)
{
  const std::string has = "has load case '" + load.name + "' with ";
  if (!isClose(load.weight, otherLoad.weight))
  {
    return has + "the weight " + shortText(otherLoad.weight) + ", " + name + " with " +
      shortText(load.weight);
  }
  BodyBounds bounds;
  bounds.add(first.mesh);
  const double diagonal = lengthOf(minus(bounds.high, bounds.low));
  const Total a = totalOf(first.mesh, load.forces, bounds.low);
  const Total b = totalOf(other.mesh, otherLoad.forces, bounds.low);
  const double size = std::max(a.size, b.size);
  if (lengthOf(minus(a.force, b.force)) > Rounding * size)
  {
    return has + "the total " + vectorText(b.force) + ", " + name + " with " + vectorText(a.force);
  }
  if (lengthOf(minus(a.moment, b.moment)) > Rounding * size * diagonal)
  {
    return has + "another point of action than " + name;
  }
  // Sums of magnitudes are not compared with a resultant, as forces of quadratic elements have
  // opposite signs.
  return lengthOf(a.force) > Rounding * size || isClose(a.size, b.size) ? std::string()
                                                                        : has +
      "magnitudes that sum to " + shortText(b.size) + ", " + name + " with " + shortText(a.size);
}

double sumOf(const std::vector<double>& springs, std::size_t component)
{
  double sum = 0.0;
  for (std::size_t i = component; i < springs.size(); i += 3)
  {
    sum += springs[i];
  }
  return sum;
}

std::string direction(std::size_t component)
{
  return std::string(" in ") + "xyz"[component];
}

/// @param most largest distance between bounds that are considered equal
std::string differenceOf(const Support& first, const Support& other, const std::string& direction,
  const std::string& name, double most)
{
  if (first.isAny != other.isAny)
  {
    return (other.isAny ? "is held" : "is not held") + direction + ", " + name +
      (other.isAny ? " is not" : " is");
  }
  if (!isClose(first.area, other.area))
  {
    return "is held" + direction + " on an area of " + shortText(other.area) + ", " + name +
      " on " + shortText(first.area);
  }
  const bool isElsewhere = first.isAny &&
    (lengthOf(minus(first.bounds.low, other.bounds.low)) > most ||
      lengthOf(minus(first.bounds.high, other.bounds.high)) > most);
  return isElsewhere ? "is held" + direction + " in other places than " + name : std::string();
}

std::string differenceOfSprings(
  double first, double other, const std::string& direction, const std::string& name)
{
  return isClose(first, other) ? std::string()
                               : "has springs" + direction + " of a total stiffness of " +
      shortText(other) + ", " + name + " of " + shortText(first);
}
}

std::vector<std::string> differencesOfConditions(const StructuralProblem& first,
  const StructuralProblem& other, const std::string& name, bool areWhole)
{
  std::vector<std::string> texts;
  const auto add = [&texts](const std::string& text)
  {
    if (!text.empty())
    {
      texts.push_back(text);
    }
  };
  for (const LoadCase& load : first.loadCases)
  {
    const LoadCase* same = find(other, load.name);
    add(same ? differenceOf(load, first, *same, other, name)
             : "has no load case '" + load.name + "', which " + name + " has");
  }
  for (const LoadCase& load : other.loadCases)
  {
    if (!find(first, load.name))
    {
      texts.push_back("has the load case '" + load.name + "', which " + name + " has not");
    }
  }
  if (!areWhole)
  {
    return texts;
  }
  const std::array<Support, 3> a = supportsOf(first);
  const std::array<Support, 3> b = supportsOf(other);
  BodyBounds bounds;
  bounds.add(first.mesh);
  const double most = Rounding * lengthOf(minus(bounds.high, bounds.low));
  for (std::size_t c = 0; c < 3; ++c)
  {
    add(differenceOf(a[c], b[c], direction(c), name, most));
    add(differenceOfSprings(sumOf(first.springs, c), sumOf(other.springs, c), direction(c), name));
  }
  return texts;
}
}
