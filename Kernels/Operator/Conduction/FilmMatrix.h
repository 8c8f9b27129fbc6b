#ifndef TRABECULA_OPERATOR_CONDUCTION_FILMMATRIX_H
#define TRABECULA_OPERATOR_CONDUCTION_FILMMATRIX_H

#include "Mesh/Mesh.h"
#include "Operator/Assembled/HostMatrix.h"

#include <vector>

namespace trabecula
{
/**
 * The matrix of films between the boundary of a mesh and an ambient temperature: entry (a, b) is
 * the integral of h N_a N_b over boundary faces, power per temperature. A face has a film if all
 * its nodes have a coefficient; h is interpolated from them. Quadrature has 5 x 5 points.
 *
 * The heat flows into the body are the matrix times the nodal ambient temperatures, minus the
 * matrix times the nodal temperatures.
 *
 * @param coefficients h of each node, power per area and temperature; 0 for none
 * @return one row per node; rows of nodes without a film are empty
 * @throws Error if the number of coefficients is not that of nodes, or one is negative or not
 * finite
 */
HostMatrix filmMatrix(const Mesh& mesh, const std::vector<double>& coefficients);

/// A x. @throws Error if the lengths do not match
std::vector<double> multiply(const HostMatrix& matrix, const std::vector<double>& x);
}

#endif
