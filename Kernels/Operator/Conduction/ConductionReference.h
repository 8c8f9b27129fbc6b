#ifndef TRABECULA_OPERATOR_CONDUCTION_CONDUCTIONREFERENCE_H
#define TRABECULA_OPERATOR_CONDUCTION_CONDUCTIONREFERENCE_H

#include "Element/ElementReference.h"
#include "Mesh/Mesh.h"

#include <cstddef>
#include <vector>

namespace trabecula::reference
{
/// K = integral of grad N_a . grad N_b (Hughes, The Finite Element Method, section 2.5), for a
/// conductivity of one: a row per node.
ElementMatrix elementConductivity(CellType type, const std::vector<Position>& nodes);

/// The matrix of a mesh: nodes x nodes, row after row.
std::vector<double> conductivityMatrix(const Mesh& mesh, const std::vector<double>& conductivities);

/// Gradient of a field at the centre of each element, three components.
std::vector<double> centreGradients(const Mesh& mesh, const std::vector<double>& temperatures);
}

#endif
