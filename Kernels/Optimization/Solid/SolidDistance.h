#ifndef TRABECULA_OPTIMIZATION_SOLID_SOLIDDISTANCE_H
#define TRABECULA_OPTIMIZATION_SOLID_SOLIDDISTANCE_H

#include "Optimization/Solid/KeptSolid.h"
#include "Optimization/TopologyProblem.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// The distance from loaded and supported points within which a body stays solid by default, over
/// sizeOfBody().
constexpr double SolidDistance = 0.04;

/**
 * A length that depends on the body, not on its mesh, place and thickness: the root of the product
 * of the two longer edges of the box with the same principal moments of inertia. Those of a box are
 * its own edges.
 */
double sizeOfBody(const Mesh& mesh);

/// The part of a body within SolidDistance of marked points, or within one element.
class Neighbourhood
{
public:
  /// @param marked one flag per node
  Neighbourhood(const Mesh& mesh, const std::vector<std::uint8_t>& marked);

  double distance() const { return this->Distance; }
  /// One flag per element: the mean of its corners' distances is within the distance, or where
  /// elements are larger than that within three quarters of a layer of them, or it is one of
  /// leastElements().
  const std::vector<std::uint8_t>& elements() const { return this->Elements; }
  /// The elements at marked nodes that have none within the distance; empty if there are none.
  const std::vector<std::uint8_t>& leastElements() const { return this->LeastElements; }
  /// The volume of elements() over that of the body.
  double share() const { return this->Share; }
  /// One flag per place: 1 within the distance. @param places 3 coordinates each
  std::vector<std::uint8_t> places(const std::vector<double>& places) const;

private:
  std::vector<double> MarkedPlaces;
  double Distance = 0.0;
  std::vector<std::uint8_t> Elements;
  std::vector<std::uint8_t> LeastElements;
  double Share = 0.0;
};

/**
 * Makes the neighbourhood of loaded and supported points solid, in designRegion.
 *
 * @param most changes nothing if this is more than this share of the body's volume, or if with what
 * is solid already it is more than the volume fraction of the design
 * @throws Error for a mesh that checkMesh() refuses
 */
KeptSolid keepNeighbourhoodSolid(TopologyProblem& problem, double most = 1.0);
}

#endif
