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
 * Motions without strain that are left to rigid bodies by what holds and joins them.
 *
 * Conditions are gathered one by one, at a cost that does not depend on the number of bodies; then
 * the null space of their Gram matrix is found, at that of a dense matrix of six rows a body.
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

  /// @param centres of the bodies @param radii of each: its rotation is measured by what it moves
  /// at this distance
  RigidBodyMotions(
    const std::vector<std::array<double, 3>>& centres, const std::vector<double>& radii);

  void hold(const Component& component);
  /// Bodies have a point in common.
  void join(std::int32_t first, std::int32_t second, const std::array<double, 3>& point);
  /// Holds a body against turning about an axis through its centre.
  void holdRotation(std::int32_t body, int direction);

  /// Numbers of fewest candidates that, held too, leave no motion; as many as can be had.
  std::vector<std::size_t> fewestSupports(const std::vector<Component>& candidates) const;

  struct Description
  {
    int freedoms;       ///< independent motions of all bodies together; 0 if nothing moves
    std::int32_t body;  ///< the first that moves
    std::string motion; ///< how it does, fit for a user, as in "translation in x and y"
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
