#ifndef TRABECULA_DESIGN_STAGE_SWEEP_SWEEPSETTINGS_H
#define TRABECULA_DESIGN_STAGE_SWEEP_SWEEPSETTINGS_H

namespace trabecula
{
/// A direction along an axis, in the order of its choices in filters.
enum class AxisDirection
{
  Off,
  PlusX,
  MinusX,
  PlusY,
  MinusY,
  PlusZ,
  MinusZ
};

/// Settings of an Extrusion.
struct ExtrusionSettings
{
  int axis = 0; ///< 0: off, 1 to 3: x, y, z
};

/// Settings of a DrawDirection.
struct DrawSettings
{
  AxisDirection direction = AxisDirection::Off;
  /// Where the parting plane is between the lowest (0) and the highest layer (1) of the direction;
  /// the part is drawn from it both ways.
  double partingPlane = 0.0;
};

/// Settings of an Overhang.
struct OverhangSettings
{
  AxisDirection direction = AxisDirection::Off; ///< in which layers are added
};
}

#endif
