#ifndef TRABECULA_MESH_ATTACHEDBODIES_H
#define TRABECULA_MESH_ATTACHEDBODIES_H

#include "Mesh/RigidBodyMotions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace trabecula
{
/// Rigid bodies to which nodes of a mesh are attached.
struct AttachedBodies
{
  /// Three equal entries per node: the number of its body, from 1, or 0. Empty means no bodies.
  std::vector<std::int32_t> numbers;
  /// Motions of bodies that are prevented, with the numbers of the bodies.
  std::vector<RigidBodyMotions::Combination> held;
};

/// The bodies as such of RigidBodyMotions, after the parts of a mesh.
class BodiesAfterParts
{
public:
  /// @param points three coordinates per node @param parts number of parts
  BodiesAfterParts(
    const AttachedBodies& bodies, const std::vector<double>& points, std::int32_t parts);

  /// Adds the centres and radii of the bodies.
  void addTo(std::vector<std::array<double, 3>>& centres, std::vector<double>& radii) const;
  /// Prevents the motions that are held, and rotations that move no node, as of a straight face.
  void hold(RigidBodyMotions& motions) const;
  /// The number of a node's body among those of RigidBodyMotions; -1 if it has none.
  std::int32_t bodyOf(std::int32_t node) const;

private:
  struct Body
  {
    std::int32_t index = 0;
    std::size_t nodes = 0;
    std::array<double, 3> centre = {};
    double radius = 0.0;
    std::array<double, 9> inertia = {};
  };

  const AttachedBodies& Attached;
  std::map<std::int32_t, Body> Bodies;
};
}

#endif
