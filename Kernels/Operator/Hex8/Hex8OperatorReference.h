#ifndef TRABECULA_OPERATOR_HEX8_HEX8OPERATORREFERENCE_H
#define TRABECULA_OPERATOR_HEX8_HEX8OPERATORREFERENCE_H

#include "Mesh/Mesh.h"

#include <vector>

namespace trabecula::reference
{
/**
 * y = K(E) x, element by element: y_e += E_e K_e x_e with K_e of unit modulus (EbE paper,
 * Algorithm 3), of elements of any type. No supports are applied.
 *
 * @param moduli Young's modulus, one per element.
 * @param x 3 per node; the result has the same layout.
 */
std::vector<double> applyStiffness(const Mesh& mesh, double poissonsRatio,
  const std::vector<double>& moduli, const std::vector<double>& x);

/// Diagonal of K(E), 3 per node: for the Jacobi preconditioner.
std::vector<double> stiffnessDiagonal(
  const Mesh& mesh, double poissonsRatio, const std::vector<double>& moduli);

/// u_e . K_e u_e with K_e of unit modulus, one per element: eq. 3 of the EbE paper without moduli.
std::vector<double> elementEnergies(
  const Mesh& mesh, double poissonsRatio, const std::vector<double>& u);
}

#endif
