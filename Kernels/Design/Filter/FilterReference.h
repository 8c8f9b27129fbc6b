#ifndef TRABECULA_DESIGN_FILTER_FILTERREFERENCE_H
#define TRABECULA_DESIGN_FILTER_FILTERREFERENCE_H

#include "Mesh/Mesh.h"

#include <cstddef>
#include <vector>

namespace trabecula::reference
{
/// An element i within the radius of element e, and H_ei of the EbE paper, eq. 5; length.
struct Neighbour
{
  std::size_t element = 0;
  double weight = 0.0;
};

/// Returns for each element those within the radius of its centroid, including itself, by a
/// comparison of all pairs.
std::vector<std::vector<Neighbour>> findNeighbours(const Mesh& mesh, double radius);

/// Volume of each element; length cubed.
std::vector<double> elementVolumes(const Mesh& mesh);

/**
 * Filtered sensitivities (EbE paper, eq. 4), one per element:
 * c_e = v_e sum_i H_ei rho_i c_i / (max(rho_e, 1e-3) sum_i H_ei v_i).
 *
 * With all v = 1 this is eq. 4; with volumes, eq. 4 holds for the sensitivities per volume,
 * weighted by volume. The lower bound of 1e-3 is that of the 88-line code (Andreassen et al. 2011),
 * for interpolations that admit zero density.
 */
std::vector<double> filterSensitivity(const std::vector<std::vector<Neighbour>>& neighbours,
  const std::vector<double>& volumes, const std::vector<double>& density,
  const std::vector<double>& sensitivity);

/// Filtered density (Bruns and Tortorelli 2001): sum_i H_ei v_i rho_i / sum_i H_ei v_i.
std::vector<double> filterDensity(const std::vector<std::vector<Neighbour>>& neighbours,
  const std::vector<double>& volumes, const std::vector<double>& density);

/// The transpose of filterDensity, which maps derivatives with respect to the filtered density to
/// those with respect to the design variables: sum_e H_ei v_i g_e / sum_j H_ej v_j.
std::vector<double> filterDensityTranspose(const std::vector<std::vector<Neighbour>>& neighbours,
  const std::vector<double>& volumes, const std::vector<double>& gradient);
}

#endif
