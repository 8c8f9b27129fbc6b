#ifndef TRABECULA_GEOMETRY_LEVEL_LEVELFIELD_H
#define TRABECULA_GEOMETRY_LEVEL_LEVELFIELD_H

#include "Mesh/DesignRegion.h"
#include "Mesh/ElementFaces.h"
#include "Mesh/Mesh.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/**
 * Densities of elements, or of nodes, as a continuous function whose level sets are surfaces.
 *
 * Each element of the design region is divided into tetrahedra, one per edge of each face, with the
 * centres of the face and of the element as the other corners: 24 in a hexahedron, 12 in a
 * tetrahedron. With mid-edge nodes, each half of an edge has a tetrahedron. The division conforms
 * with that of neighbours for any shape. The function is linear in each tetrahedron and given at
 * its vertices: an element's own density at its centre, the mean of the two elements at the centre
 * of a face, and at a node the mean of the elements around it, weighted by volume. Only elements of
 * the design region contribute; tetrahedra contribute as stated at setTetrahedronValues(). Solid
 * regions are entirely inside, void regions are excluded. Densities of nodes are interpolated to
 * centres instead.
 *
 * Vertices are numbered nodes first, then faces, then elements.
 *
 * The body at a level is the solid region and all points of a value of at least the level. Its
 * boundary is a closed 2-manifold at any level that is not the value of a vertex, wherever domain
 * and solid region are manifold themselves (the level set of a piecewise linear function then
 * contains no vertex). A level equal to the value of a vertex is treated as slightly smaller. At
 * edges or points where domain or solid region are not manifold, nodes are marked:
 *
 * - outside, where the domain is not manifold: the body is separated there by NotchFraction of an
 *   edge. Solid elements at such a node are treated as design elements of largest density;
 * - inside, where the solid region is not manifold: the body is connected there by at least
 *   JointFraction of an edge.
 *
 * With distances from the surface of a part, the body is intersected with the part. Distances are
 * linear in each tetrahedron, too; of the two crossings on an edge the nearer one to the vertex
 * inside is used.
 */
struct LevelField
{
  enum Part : std::uint8_t
  {
    Absent = 0,
    Design = 1,
    Solid = 2
  };

  enum Mark : std::uint8_t
  {
    Plain = 0,
    Outside = 1,
    Inside = 2
  };

  /// Smallest distance of a crossing point from the ends of its edge, fraction of the edge, so that
  /// no triangle degenerates.
  static constexpr double LeastFraction = 0.02;
  static constexpr double NotchFraction = 0.1;
  static constexpr double JointFraction = 0.25;

  Mesh mesh; ///< inverted elements are reoriented
  ElementFaces faces;
  std::vector<std::uint8_t> parts; ///< a Part for each element
  std::vector<double> volumes;     ///< of elements, length^3
  std::vector<double> values;      ///< of vertices
  std::vector<std::uint8_t> marks; ///< a Mark for each node
  /// Distances of vertices from the surface of a part, positive inside, length; empty means no
  /// part.
  std::vector<double> partDistances;
  double least = 0.0; ///< bounds of the values in the design region
  double largest = 0.0;
  double meshVolume = 0.0;          ///< of all elements
  double domainVolume = 0.0;        ///< of elements that are not absent
  double solidVolume = 0.0;         ///< of solid elements
  double fieldVolume = 0.0;         ///< densities times volumes, of elements that are not absent
  std::int64_t notchedNodes = 0;    ///< nodes marked outside
  std::int64_t joinedNodes = 0;     ///< nodes marked inside because solid elements touch there
  std::int64_t demotedElements = 0; ///< solid elements treated as design elements

  std::size_t numberOfVertices() const { return this->values.size(); }

  std::int32_t vertexOfFace(std::int64_t face) const
  {
    return static_cast<std::int32_t>(static_cast<std::int64_t>(this->mesh.numberOfNodes()) + face);
  }

  std::int32_t vertexOfElement(std::int64_t element) const
  {
    return this->vertexOfFace(static_cast<std::int64_t>(this->faces.count()) + element);
  }

  bool isInside(std::int32_t vertex, double level) const
  {
    const auto v = static_cast<std::size_t>(vertex);
    const std::uint8_t mark = v < this->marks.size() ? this->marks[v] : std::uint8_t(Plain);
    if (!this->partDistances.empty() && this->partDistances[v] < 0.0)
    {
      return false;
    }
    return mark == Plain ? this->values[v] >= level : mark == Inside;
  }

  /// Position of the level between a vertex inside and one outside, as a fraction of the edge.
  double crossing(std::int32_t inside, std::int32_t outside, double level) const
  {
    const auto out = static_cast<std::size_t>(outside);
    if (out < this->marks.size() && this->marks[out] == Outside)
    {
      return 1.0 - NotchFraction;
    }
    const double way =
      std::min(this->wayToLevel(inside, outside, level), this->wayToPart(inside, outside));
    const auto in = static_cast<std::size_t>(inside);
    const bool isJoint = in < this->marks.size() && this->marks[in] == Inside;
    return std::clamp(way, isJoint ? JointFraction : LeastFraction, 1.0 - LeastFraction);
  }

  /// Whether a vertex inside is separated from one outside by the surface of the part.
  bool isOnPart(std::int32_t inside, std::int32_t outside, double level) const
  {
    const auto out = static_cast<std::size_t>(outside);
    const bool isNotch = out < this->marks.size() && this->marks[out] == Outside;
    const double way = this->wayToPart(inside, outside);
    return !isNotch && way < 1.0 && way <= this->wayToLevel(inside, outside, level);
  }

  std::array<double, 3> position(std::int32_t vertex) const;

private:
  /// Fraction of the edge at which the value equals the level; at least 1 if the level is not
  /// between the two values.
  double wayToLevel(std::int32_t inside, std::int32_t outside, double level) const
  {
    const double to = this->values[static_cast<std::size_t>(outside)];
    const double from = std::max(this->values[static_cast<std::size_t>(inside)], level);
    return to < level ? (from - level) / (from - to) : 1.0;
  }

  double wayToPart(std::int32_t inside, std::int32_t outside) const
  {
    const bool isBetween =
      !this->partDistances.empty() && this->partDistances[static_cast<std::size_t>(outside)] < 0.0;
    const double from = isBetween ? this->partDistances[static_cast<std::size_t>(inside)] : 0.0;
    return isBetween ? from / (from - this->partDistances[static_cast<std::size_t>(outside)]) : 1.0;
  }
};

/// Values of a nodal field at the centres of elements.
std::vector<double> valuesAtCentres(const Mesh& mesh, const std::vector<double>& nodal);

/**
 * @param mesh elements with nonzero volume, whose faces match; they may be inverted
 * @param density one value per element, any range
 * @param regions a DesignRegion per element; empty means design everywhere
 * @param nodal one value per node, with density the result of valuesAtCentres(); empty means that
 * the field is given by the elements
 * @throws Error naming an element without volume, of no finite density or degenerate, or a mesh
 * with more points, faces and elements than 32-bit numbers
 */
LevelField makeLevelField(Mesh mesh, const std::vector<double>& density,
  const std::vector<DesignRegion>& regions, const std::vector<double>& nodal = {});
}

#endif
