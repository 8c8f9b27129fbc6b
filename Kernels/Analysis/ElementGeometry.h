#ifndef TRABECULA_ANALYSIS_ELEMENTGEOMETRY_H
#define TRABECULA_ANALYSIS_ELEMENTGEOMETRY_H

#include "Mesh/Mesh.h"

#include <array>
#include <cstddef>
#include <vector>

namespace trabecula
{
/// Measures of one element.
struct ElementSize
{
  double volume = 0.0;              ///< by quadrature, length cubed
  double smallestDeterminant = 0.0; ///< of the Jacobian at the quadrature points, length cubed
  double extent = 0.0;              ///< longest edge of its axis-aligned bounding box, length
};

/// Measures of an element, computed on the host, for validation and for filters. Models use the
/// volumes of their operator.
ElementSize elementSize(const Mesh& mesh, std::size_t element);

/// Volume of each element, length cubed.
std::vector<double> elementVolumes(const Mesh& mesh);
/// Volume of each element times its solid fraction, length cubed.
/// @param solidFractions one per element; empty means 1
std::vector<double> solidVolumes(const Mesh& mesh, const std::vector<double>& solidFractions);

/// Mean position of an element's corners.
std::array<double, 3> elementCentroid(const Mesh& mesh, std::size_t element);
}

#endif
