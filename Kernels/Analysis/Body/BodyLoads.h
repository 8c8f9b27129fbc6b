#ifndef TRABECULA_ANALYSIS_BODY_BODYLOADS_H
#define TRABECULA_ANALYSIS_BODY_BODYLOADS_H

#include "Analysis/Body/BodyVoxels.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace trabecula
{
/**
 * Transfers forces and springs at points of a design to the nodes of a body's voxels around them.
 *
 * A force becomes a body force on the solid within a radius R around its point. With the weight
 * w = 1 - (d/R)^2 at the distance d, it is divided by the shape function of moving least squares
 * with linear fields, w (1 + (p - c) A^-1 (x - c)), where c is the centre and A the second moment
 * of the weights. Its work is that of the force at the displacement of the point, taken from the
 * linear field that approximates the displacements around it best. Force and moment are preserved
 * to rounding, and a traction acts at the surface instead of below it, up to the second power of R.
 * As R does not depend on the voxels, the compliance converges with refinement, unlike that of a
 * point force.
 *
 * If the point is so far outside of the solid that the field would be extrapolated too much, the
 * force is distributed by the weights alone, with a rotation about the centre that restores the
 * moment.
 */
class BodyLoads
{
public:
  /// @param radius length, at least one voxel so that a voxel at the point is within it
  BodyLoads(const BodyVoxels& body, double radius);

  enum class State : std::uint8_t
  {
    Carried,   ///< the force acts on a supported piece
    Loose,     ///< most of the solid around the point belongs to pieces without support
    NoMaterial ///< there is no solid within twice the radius
  };

  /// The solid around a point.
  struct Patch
  {
    State state = State::NoMaterial;
    bool isWidened = false; ///< to twice the radius, as there is no solid within it
    std::vector<std::pair<std::int32_t, double>> weights; ///< of nodes of the body's mesh; sum is 1
    Position point = {};
    Position centre = {};
    bool isExtrapolated = false; ///< too much for a linear field, so that only rotations are used
    /// A^-1 (p - c), length^-1; unused if isExtrapolated.
    Position slope = {};
    std::array<double, 9> inverseInertia = {}; ///< of the weights; used if isExtrapolated
  };

  Patch patchAt(const Position& point) const;

  /// Adds a force at a patch's point. @param forces 3 per node of the body's mesh
  void addForce(const Patch& patch, const Position& force, std::vector<double>& forces) const;

  /// Adds a spring at a patch's point, divided among the nodes by their weights, so that it acts at
  /// the patch's centre.
  /// @param stiffness in x, y and z @param springs 3 per node
  static void addSpring(
    const Patch& patch, const Position& stiffness, std::vector<double>& springs);

private:
  bool collect(double radius, Patch& patch) const;
  void findMoments(Patch& patch) const;

  const BodyVoxels& Body;
  double Radius;
};
}

#endif
