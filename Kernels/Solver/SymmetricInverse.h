#ifndef TRABECULA_SOLVER_SYMMETRICINVERSE_H
#define TRABECULA_SOLVER_SYMMETRICINVERSE_H

#include "Core/DeviceVector.h"

#include <cstdint>

namespace trabecula
{
/**
 * The inverse of a dense symmetric positive definite matrix, in the memory of the space.
 *
 * On CUDA by block sweeps (the symmetric form of Gauss-Jordan elimination), on the host by Eigen's
 * Cholesky factorization. Bitwise reproducible on one device.
 *
 * @param n rows, a multiple of InverseTile
 * @param matrix n x n, both triangles; destroyed
 * @param inverse n x n, both triangles, rounded to single precision, which is sufficient for a
 * preconditioner and halves the memory traffic
 * @return false if the matrix is not positive definite; then inverse is undefined
 */
template <class Space>
bool invertSymmetric(std::int64_t n, double* matrix, float* inverse);

template <>
bool invertSymmetric<HostSpace>(std::int64_t n, double* matrix, float* inverse);
template <>
bool invertSymmetric<CudaSpace>(std::int64_t n, double* matrix, float* inverse);

constexpr std::int64_t InverseTile = 64;
}

#endif
