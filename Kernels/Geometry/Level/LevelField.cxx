#include "Geometry/Level/LevelField.h"

#include "Core/Error.h"
#include "Core/Text.h"
#include "Geometry/ElementTetrahedra.h"
#include "Geometry/Level/CentreInterpolation.h"
#include "Geometry/Level/SingularNodes.h"
#include "Geometry/Level/TetrahedronValues.h"
#include "Mesh/NodeElements.h"

#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
double elementVolume(const Mesh& mesh, std::size_t element)
{
  double volume = 0.0;
  forTetrahedra(positionsOf(mesh, element),
    [&](const Position& a, const Position& b, const Position& c, const Position& d)
    { volume += tetrahedronVolume(a, b, c, d); });
  return volume;
}

/// Permutes the nodes of an element to those of its mirror image.
void mirror(Mesh& mesh, std::size_t element)
{
  std::int32_t* nodes = &mesh.connectivity[mesh.offset(element)];
  const auto swap = [nodes](std::size_t a, std::size_t b) { std::swap(nodes[a], nodes[b]); };
  switch (mesh.type(element))
  {
    case CellType::QuadraticTetrahedron:
      swap(5, 6);
      swap(7, 8);
      [[fallthrough]];
    case CellType::Tetrahedron:
      swap(0, 1);
      break;
    case CellType::QuadraticHexahedron:
      std::swap_ranges(nodes + 8, nodes + 12, nodes + 12);
      [[fallthrough]];
    case CellType::Hexahedron:
      std::swap_ranges(nodes, nodes + 4, nodes + 4);
      break;
  }
}

/// Computes volumes and reorients inverted elements.
void orientElements(LevelField& field)
{
  Mesh& mesh = field.mesh;
  const auto elements = static_cast<std::int64_t>(mesh.numberOfElements());
  field.volumes.resize(mesh.numberOfElements());
  std::int64_t flat = elements;
#pragma omp parallel for schedule(static) reduction(min : flat)
  for (std::int64_t e = 0; e < elements; ++e)
  {
    const double volume = elementVolume(mesh, std::size_t(e));
    if (volume < 0.0)
    {
      mirror(mesh, std::size_t(e));
    }
    field.volumes[e] = std::abs(volume);
    flat = volume != 0.0 && std::isfinite(volume) ? flat : std::min(flat, e);
  }
  if (flat < elements)
  {
    throw Error("Cell " + std::to_string(flat) + " has the volume " +
      shortText(field.volumes[flat]) +
      ". Cells must have a finite volume above zero; repair the mesh or leave the cell out.");
  }
}

void setParts(LevelField& field, const std::vector<DesignRegion>& regions)
{
  const std::size_t elements = field.mesh.numberOfElements();
  field.parts.assign(elements, LevelField::Design);
  for (std::size_t e = 0; e < regions.size(); ++e)
  {
    field.parts[e] = regions[e] == DesignRegion::Void ? LevelField::Absent
      : regions[e] == DesignRegion::Solid             ? LevelField::Solid
                                                      : LevelField::Design;
  }
}

void checkDensity(const LevelField& field, const std::vector<double>& density)
{
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    if (field.parts[e] != LevelField::Absent && !std::isfinite(density[e]))
    {
      throw Error("The density of cell " + std::to_string(e) + " is " + shortText(density[e]) +
        "; densities must be finite numbers.");
    }
  }
}

/// Marks nodes where the domain or the solid region is not manifold.
void markNodes(LevelField& field, const NodeElements& around, std::vector<double>& density)
{
  const auto nodes = static_cast<std::int64_t>(field.mesh.numberOfNodes());
  field.marks.assign(static_cast<std::size_t>(nodes), LevelField::Plain);
  std::vector<std::uint8_t> chosen(field.parts.size());
  std::transform(field.parts.begin(), field.parts.end(), chosen.begin(),
    [](std::uint8_t part) -> std::uint8_t { return part != LevelField::Absent; });
  std::vector<std::uint8_t> singular = findSingularNodes(field.mesh, field.faces, around, chosen);
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    largest = chosen[e] ? std::max(largest, density[e]) : largest;
  }

  std::vector<std::int32_t> demoted;
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    if (!singular[n])
    {
      continue;
    }
    field.marks[n] = LevelField::Outside;
    ++field.notchedNodes;
    for (std::int64_t i = around.starts[n]; i < around.starts[n + 1]; ++i)
    {
      const std::int32_t e = around.elements[i];
      if (field.parts[e] == LevelField::Solid)
      {
        field.parts[e] = LevelField::Design;
        density[e] = largest;
        demoted.push_back(e);
      }
    }
  }
  field.demotedElements = static_cast<std::int64_t>(demoted.size());
  for (const std::int32_t e : demoted)
  {
    for (std::size_t i = 0; i < field.mesh.nodesOf(std::size_t(e)); ++i)
    {
      std::uint8_t& mark = field.marks[field.mesh.element(std::size_t(e))[i]];
      mark = mark == LevelField::Outside ? mark : std::uint8_t(LevelField::Inside);
    }
  }

  std::transform(field.parts.begin(), field.parts.end(), chosen.begin(),
    [](std::uint8_t part) -> std::uint8_t { return part == LevelField::Solid; });
  singular = findSingularNodes(field.mesh, field.faces, around, chosen);
  for (std::int64_t n = 0; n < nodes; ++n)
  {
    if (singular[n])
    {
      field.marks[n] = LevelField::Inside;
      ++field.joinedNodes;
    }
  }
}

/// Sets the values of nodes and faces from nodal values; values outside of the design region have
/// no effect.
void setNodalValues(LevelField& field, const std::vector<double>& nodal)
{
  std::copy(nodal.begin(), nodal.end(), field.values.begin());
  const auto faces = static_cast<std::int64_t>(field.faces.count());
#pragma omp parallel for schedule(static)
  for (std::int64_t f = 0; f < faces; ++f)
  {
    double sum = 0.0;
    interpolateOnSide(field.mesh, field.faces.sides[f][0],
      [&](std::int32_t node, double weight) { sum += weight * nodal[node]; });
    field.values[field.vertexOfFace(f)] = sum;
  }
}

void setValues(LevelField& field, const NodeElements& around, const std::vector<double>& density)
{
  const auto nodes = static_cast<std::int64_t>(field.mesh.numberOfNodes());
  const auto faces = static_cast<std::int64_t>(field.faces.count());
  const auto elements = static_cast<std::int64_t>(density.size());
  field.values.assign(static_cast<std::size_t>(nodes + faces + elements), 0.0);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (std::int64_t n = 0; n < nodes; ++n)
    {
      double sum = 0.0;
      double volume = 0.0;
      for (std::int64_t i = around.starts[n]; i < around.starts[n + 1]; ++i)
      {
        const std::int32_t e = around.elements[i];
        if (field.parts[e] == LevelField::Design)
        {
          sum += field.volumes[e] * density[e];
          volume += field.volumes[e];
        }
      }
      field.values[n] = volume > 0.0 ? sum / volume : 0.0;
    }
#pragma omp for schedule(static) nowait
    for (std::int64_t f = 0; f < faces; ++f)
    {
      double sum = 0.0;
      int count = 0;
      for (const std::int64_t side : field.faces.sides[f])
      {
        const std::int64_t e = ElementFaces::elementOf(side);
        if (side != ElementFaces::None && field.parts[e] == LevelField::Design)
        {
          sum += density[e];
          ++count;
        }
      }
      field.values[nodes + f] = count > 0 ? sum / count : 0.0;
    }
#pragma omp for schedule(static)
    for (std::int64_t e = 0; e < elements; ++e)
    {
      field.values[nodes + faces + e] = density[e];
    }
  }
}

void sumVolumes(
  LevelField& field, const std::vector<double>& density, const std::vector<double>& nodal)
{
  field.least = std::numeric_limits<double>::infinity();
  field.largest = -field.least;
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    const double volume = field.volumes[e];
    field.meshVolume += volume;
    if (field.parts[e] == LevelField::Absent)
    {
      continue;
    }
    field.domainVolume += volume;
    if (field.parts[e] == LevelField::Solid)
    {
      field.solidVolume += volume;
    }
    else
    {
      field.least = std::min(field.least, density[e]);
      field.largest = std::max(field.largest, density[e]);
      for (std::size_t i = 0; i < field.mesh.nodesOf(e) && !nodal.empty(); ++i)
      {
        const double value = nodal[field.mesh.element(e)[i]];
        field.least = std::min(field.least, value);
        field.largest = std::max(field.largest, value);
      }
    }
  }
}
}

std::array<double, 3> LevelField::position(std::int32_t vertex) const
{
  const auto nodes = static_cast<std::int64_t>(this->mesh.numberOfNodes());
  const auto faceCount = static_cast<std::int64_t>(this->faces.count());
  Position sum{};
  const auto add = [&](std::int32_t node, double weight)
  {
    const double* x = &this->mesh.points[3 * static_cast<std::size_t>(node)];
    for (std::size_t c = 0; c < 3; ++c)
    {
      sum[c] += weight * x[c];
    }
  };
  if (vertex < nodes)
  {
    add(vertex, 1.0);
  }
  else if (vertex < nodes + faceCount)
  {
    interpolateOnSide(this->mesh, this->faces.sides[vertex - nodes][0], add);
  }
  else
  {
    interpolateInElement(this->mesh, static_cast<std::size_t>(vertex - nodes - faceCount), add);
  }
  return sum;
}

std::vector<double> valuesAtCentres(const Mesh& mesh, const std::vector<double>& nodal)
{
  std::vector<double> values(mesh.numberOfElements(), 0.0);
  for (std::size_t e = 0; e < values.size(); ++e)
  {
    interpolateInElement(
      mesh, e, [&](std::int32_t node, double weight) { values[e] += weight * nodal[node]; });
  }
  return values;
}

LevelField makeLevelField(Mesh mesh, const std::vector<double>& density,
  const std::vector<DesignRegion>& regions, const std::vector<double>& nodal)
{
  LevelField field;
  field.mesh = std::move(mesh);
  setParts(field, regions);
  checkDensity(field, density);
  orientElements(field);
  field.faces = findFaces(field.mesh);
  const std::size_t vertices =
    field.mesh.numberOfNodes() + field.faces.count() + field.mesh.numberOfElements();
  if (vertices > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
  {
    throw Error("The mesh has " + std::to_string(vertices) +
      " points, faces and cells; there can be 2147483647 at most. Take a coarser mesh.");
  }
  for (std::size_t e = 0; e < density.size(); ++e)
  {
    field.fieldVolume += field.parts[e] != LevelField::Absent ? density[e] * field.volumes[e] : 0.0;
  }
  const NodeElements around = findNodeElements(field.mesh);
  std::vector<double> ownDensity = density;
  markNodes(field, around, ownDensity);
  setValues(field, around, ownDensity);
  setTetrahedronValues(field, around, ownDensity);
  if (!nodal.empty())
  {
    setNodalValues(field, nodal);
  }
  sumVolumes(field, ownDensity, nodal);
  return field;
}
}
