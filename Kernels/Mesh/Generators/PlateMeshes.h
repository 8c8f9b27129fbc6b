#ifndef TRABECULA_MESH_GENERATORS_PLATEMESHES_H
#define TRABECULA_MESH_GENERATORS_PLATEMESHES_H

#include "Mesh/Generators/QuadPatches.h"

#include <cstdint>
#include <vector>

namespace trabecula
{
// Plane meshes of the EbE paper's domains with curved boundaries, composed of patches: O-grids
// around circles within blocks. Each comment states the unit of length.

/**
 * The Michell cantilever: the rectangle [0, 5] x [-2, 2] less the disc of radius 1 about the
 * origin, in quarters of the height (EbE paper, section 5.3 and figure 8; dimensions of the domain
 * of Talischi et al. 2012, PolyMesher, the source of its reference 39). Symmetric about y = 0.
 */
struct MichellPlate
{
  static constexpr double Length = 5.0;
  static constexpr double Height = 4.0;
  static constexpr double Radius = 1.0;
  /// Smallest resolution of the O-grid. Odd numbers of elements along the height are increased by
  /// one, for a node at half the height.
  static constexpr int LeastResolution = 4;

  QuadMesh mesh;
  std::vector<std::int32_t> semicircle; ///< nodes along it, from y = -1 to y = 1
  std::int32_t tip = 0;                 ///< node at (5, 0)
};

/// @param resolution elements along the height, at least MichellPlate::LeastResolution
MichellPlate makeMichellPlate(int resolution);

/**
 * The plate of the connecting rod, [-75, 75] x [0, 350], with two circular bores on its axis (EbE
 * paper, section 5.4 and figure 9, in its units). Symmetric about x = 0.
 *
 * The paper gives the four diameters and the plate's length and height. Assumed here: a rectangle,
 * with the bores' centres half its width from its ends.
 */
struct ConnectingRodPlate
{
  static constexpr double Width = 150.0;
  static constexpr double Height = 350.0;
  static constexpr double UpperBoreRadius = 30.0;
  static constexpr double UpperRingRadius = 40.0;
  static constexpr double UpperCentre = 275.0; ///< y of the centre; x is 0
  static constexpr double LowerBoreRadius = 17.5;
  static constexpr double LowerRingRadius = 25.0;
  static constexpr double LowerCentre = 75.0;
  /// Smallest resolution of the bores.
  static constexpr int LeastResolution = 14;

  QuadMesh mesh;
  /// Per element, nonzero in the rings around the bores.
  std::vector<std::uint8_t> ring;
  std::vector<std::int32_t>
    upperHalfOfUpperBore; ///< nodes along it, anticlockwise about its centre
  std::vector<std::int32_t>
    lowerHalfOfLowerBore; ///< nodes along it, anticlockwise about its centre
};

/// @param resolution elements along the height, at least ConnectingRodPlate::LeastResolution
ConnectingRodPlate makeConnectingRodPlate(int resolution);
}

#endif
