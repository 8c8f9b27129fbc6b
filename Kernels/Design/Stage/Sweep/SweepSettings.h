#ifndef TRABECULA_DESIGN_STAGE_SWEEP_SWEEPSETTINGS_H
#define TRABECULA_DESIGN_STAGE_SWEEP_SWEEPSETTINGS_H

#include <array>

namespace trabecula
{
/// A direction along an axis or of a vector, in the order of its choices in filters.
enum class AxisDirection
{
  Off,
  PlusX,
  MinusX,
  PlusY,
  MinusY,
  PlusZ,
  MinusZ,
  Vector
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
  std::array<double, 3> vector = { 0.0, 0.0, 1.0 }; ///< of AxisDirection::Vector, of any length
};

/// Settings of an Overhang.
struct OverhangSettings
{
  AxisDirection direction = AxisDirection::Off;     ///< in which layers are added
  std::array<double, 3> vector = { 0.0, 0.0, 1.0 }; ///< of AxisDirection::Vector, of any length
  /// Least angle between the plate and a surface that needs no support, degrees.
  double angle = 45.0;
  /// The side of the box around the mesh that is attached, so that what is at it needs no support;
  /// Off: the first layer alone.
  AxisDirection attachedSide = AxisDirection::Off;
};

/// Settings of a FormGrid.
struct FormGridSettings
{
  double edge = 0.0; ///< of a place, length; 0: that of a cube of the mean volume of sites
};

/// The unit vector of a direction that is on. @throws Error naming the stage if it is zero
std::array<double, 3> unitVector(
  AxisDirection direction, const std::array<double, 3>& vector, const char* stage);
}

#endif
