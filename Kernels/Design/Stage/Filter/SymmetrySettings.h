#ifndef TRABECULA_DESIGN_STAGE_FILTER_SYMMETRYSETTINGS_H
#define TRABECULA_DESIGN_STAGE_FILTER_SYMMETRYSETTINGS_H

#include <array>

namespace trabecula
{
enum class SymmetryMode
{
  Off,
  Planes,
  Cyclic,
  PlanesAndCyclic
};

/// Settings of a symmetric density filter.
struct SymmetrySettings
{
  SymmetryMode mode = SymmetryMode::Off;
  /// Bits of the axes that are normals of the planes, less one, as choices are numbered: 0 X, 1 Y,
  /// 2 X and Y, 3 Z, 4 X and Z, 5 Y and Z, 6 X, Y and Z.
  int planes = 0;
  int turns = 4;                     ///< rotations by a full turn over this number, at least 2
  int axis = 2;                      ///< of rotations, 0 to 2
  std::array<double, 3> center = {}; ///< on all planes and the axis, length
};
}

#endif
