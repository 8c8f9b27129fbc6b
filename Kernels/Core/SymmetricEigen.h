#ifndef TRABECULA_CORE_SYMMETRICEIGEN_H
#define TRABECULA_CORE_SYMMETRICEIGEN_H

#include <cstddef>
#include <vector>

namespace trabecula
{
/**
 * Eigenvalues, ascending, and orthonormal eigenvectors of a small dense symmetric matrix, on the
 * host. Computed by Eigen, which this header does not include, as it takes long to compile.
 */
struct SymmetricEigen
{
  std::vector<double> values;
  std::vector<double> vectors; ///< component i of the vector of value k at k * n + i

  const double* vector(std::size_t k) const { return &this->vectors[k * this->values.size()]; }
};

/// @param matrix n x n by columns, of which the lower triangle is read
SymmetricEigen symmetricEigen(const double* matrix, std::size_t n);

/// The eigenvalues alone.
std::vector<double> symmetricEigenvalues(const double* matrix, std::size_t n);
}

#endif
