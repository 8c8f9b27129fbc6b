#ifndef TRABECULA_MESH_RIGIDBODYMOTIONS_H
#define TRABECULA_MESH_RIGIDBODYMOTIONS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * Motions of a set of rigid bodies that supports and joints do not prevent.
 *
 * Conditions are added one by one, at a cost independent of the number of bodies; the null space of
 * their Gram matrix is then computed densely, with six rows per body.
 */
class RigidBodyMotions
{
public:
  /// One component of the displacement of a point of a body.
  struct Component
  {
    std::int32_t body;
    int direction; ///< 0, 1, 2
    std::array<double, 3> point;
  };

  /// @param centres of the bodies @param radii of the bodies, which scale rotations to
  /// displacements
  RigidBodyMotions(
    const std::vector<std::array<double, 3>>& centres, const std::vector<double>& radii);

  /// Prevents a component of the displacement.
  void hold(const Component& component);
  /// Joins two bodies at a point.
  void join(std::int32_t first, std::int32_t second, const std::array<double, 3>& point);
  /// Prevents rotation of a body about an axis through its centre.
  void holdRotation(std::int32_t body, int direction);
  /// A combination of the motions of a body: direction.u(point) + axis.rotation.
  struct Combination
  {
    std::int32_t body;
    std::array<double, 3> point;
    std::array<double, 3> direction;
    std::array<double, 3> axis;
  };
  /// Prevents a combination.
  void hold(const Combination& combination);

  /// A basis of the motions that nothing prevents: of each motion six numbers of each body, the
  /// translation of its centre and the rotation times its radius.
  std::vector<std::vector<double>> freeMotions() const;
  /// Displacement of a point of a body in a motion of freeMotions().
  std::array<double, 3> displacement(
    const std::vector<double>& motion, std::int32_t body, const std::array<double, 3>& point) const;

  /// A smallest set of candidates that, if fixed, prevents all remaining motions, or as many as
  /// possible.
  std::vector<std::size_t> minimalSupports(const std::vector<Component>& candidates) const;

  struct Description
  {
    int freedoms;       ///< number of independent motions of all bodies
    std::int32_t body;  ///< the first body that moves
    std::string motion; ///< its description for the user, such as "translation in x and y"
  };
  Description describe() const;

private:
  void add(const std::vector<std::size_t>& places, const std::vector<double>& values);

  std::vector<std::array<double, 3>> Centres;
  std::vector<double> Radii;
  std::size_t Size;         ///< rows of the Gram matrix
  std::vector<double> Gram; ///< of the conditions
};
}

#endif
