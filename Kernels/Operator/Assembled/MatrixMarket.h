#ifndef TRABECULA_OPERATOR_ASSEMBLED_MATRIXMARKET_H
#define TRABECULA_OPERATOR_ASSEMBLED_MATRIXMARKET_H

#include "Operator/Assembled/HostMatrix.h"

#include <string>

namespace trabecula
{
/// Which entries a file has.
enum class MatrixSymmetry
{
  Symmetric, ///< those on and below the diagonal
  General
};

/**
 * Writes a matrix in the exchange format of Matrix Market (Boisvert, Pozo and Remington, NISTIR
 * 5935, 1996): real coordinates, rows and columns from 1, values with 17 significant digits.
 *
 * @throws Error if the file cannot be written
 */
void writeMatrixMarket(
  const std::string& fileName, const HostMatrix& matrix, MatrixSymmetry symmetry);
}

#endif
