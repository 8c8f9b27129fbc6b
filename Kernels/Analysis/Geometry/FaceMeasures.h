#ifndef TRABECULA_ANALYSIS_GEOMETRY_FACEMEASURES_H
#define TRABECULA_ANALYSIS_GEOMETRY_FACEMEASURES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trabecula
{
/// Area and centre of gravity of a group of faces.
struct FaceMeasures
{
  double area = 0.0;                 ///< length squared
  std::array<double, 3> centre = {}; ///< 0 without faces
};

/**
 * Areas and centres of groups of faces, which may be curved, by quadrature.
 *
 * @param points coordinates, 3 per node
 * @param faces nodes of each face, face after face: corners, then the mid-edge node after each
 * @param nodes of a face: 3, 4, 6 or 8
 * @param groups number of the group of each face, below count
 */
std::vector<FaceMeasures> measureFaces(const std::vector<double>& points,
  const std::vector<std::int32_t>& faces, int nodes, const std::vector<std::int32_t>& groups,
  std::size_t count);
}

#endif
