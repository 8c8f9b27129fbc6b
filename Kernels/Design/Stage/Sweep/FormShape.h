#ifndef TRABECULA_DESIGN_STAGE_SWEEP_FORMSHAPE_H
#define TRABECULA_DESIGN_STAGE_SWEEP_FORMSHAPE_H

#include "Design/Stage/StageSettings.h"
#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Places of equal size in rows along three perpendicular axes, over the box around a mesh.
struct FormShape
{
  using Vector = std::array<double, 3>;

  std::array<Vector, 3> axes = {}; ///< unit vectors
  Vector edges = {};               ///< of a place along each axis, length
  Vector low = {};                 ///< least coordinates of the mesh along the axes, length
  std::array<std::int64_t, 3> counts = {};

  /// A position in units of places from the low corner.
  Vector inPlaces(const double* position) const;
  /// The position of the middle of a place.
  Vector middle(const std::array<std::int64_t, 3>& place) const;
  std::int64_t number(const std::array<std::int64_t, 3>& place) const
  {
    return place[0] + this->counts[0] * (place[1] + this->counts[1] * place[2]);
  }
  double numberOfPlaces() const;
};

/// A direction along which a stage sweeps.
struct SweepDirection
{
  const char* name;                ///< in messages, "Build Direction"
  std::array<double, 3> direction; ///< a unit vector
  bool mayBeReversed;              ///< without effect on designs
};

/// Those of an overhang, a draw and an extrusion of the settings, in this order; as many as are on.
std::vector<SweepDirection> sweepDirections(const ChainSettings& settings);
inline bool hasSweeps(const ChainSettings& settings)
{
  return settings.stages.extrusion.axis > 0 ||
    settings.stages.draw.direction != AxisDirection::Off ||
    settings.stages.overhang.direction != AxisDirection::Off;
}
/// Whether sweeps of these settings need other places than sites in rows along the coordinate axes.
bool leavesRows(const ChainSettings& settings);
/// @throws Error if sweeps of these settings cannot have a grid over a mesh
void requireFilterOfGrid(const ChainSettings& settings);

/**
 * The places for the sweeps of the settings: cubes, the height of which is their edge times the
 * tangent of the angle of an overhang along its direction.
 *
 * @param meanVolume of the elements, length cubed
 * @throws Error if directions are neither parallel nor perpendicular
 */
FormShape formShape(const ChainSettings& settings, const Mesh& mesh, double meanVolume);

/// The element that contains the middle of each place, the first of several, by straight edges; -1
/// outside of the mesh.
std::vector<std::int32_t> elementsAtPlaces(const FormShape& shape, const Mesh& mesh);
}

#endif
