#ifndef TRABECULA_ANALYSIS_RIGID_RIGIDFACES_H
#define TRABECULA_ANALYSIS_RIGID_RIGIDFACES_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// A prescribed motion of a rigid face: direction.u(point) + axis.rotation = value, with the
/// displacement u of a point that moves with the face, and the rotation in radians. A row of
/// coefficients of its six motions.
struct RigidFaceMotion
{
  std::int32_t face = 0;                ///< number of the face, from 1
  std::array<double, 3> point = {};     ///< length
  std::array<double, 3> direction = {}; ///< without unit
  std::array<double, 3> axis = {};      ///< length; without unit where there is no direction
  double value = 0.0;                   ///< length; radians where there is no direction
};

/**
 * Faces whose points move as rigid bodies, each by three translations and three rotations, of which
 * some may be prescribed (RBE2 of other programs). All points without a face may deform.
 */
struct RigidFaces
{
  /// Three equal entries per point: the number of its face, from 1, or 0. Empty means no faces.
  std::vector<std::int32_t> numbers;
  std::vector<RigidFaceMotion> motions;

  bool arePresent() const
  {
    return std::any_of(
      this->numbers.begin(), this->numbers.end(), [](std::int32_t number) { return number != 0; });
  }
  /// Whether a component of a point's displacement is that of a rigid face.
  bool has(std::size_t unknown) const
  {
    return !this->numbers.empty() && this->numbers[unknown] != 0;
  }
  /// Whether a point belongs to a face of which a motion is prescribed.
  bool arePrescribedAt(std::size_t point) const
  {
    return this->has(3 * point) &&
      std::any_of(this->motions.begin(), this->motions.end(),
        [&](const RigidFaceMotion& motion) { return motion.face == this->numbers[3 * point]; });
  }
};
}

#endif
