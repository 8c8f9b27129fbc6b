#ifndef TRABECULA_SOLVER_SYMMETRICINVERSE_H
#define TRABECULA_SOLVER_SYMMETRICINVERSE_H

#include "Core/Context.h"

#include <cstdint>

namespace trabecula
{
/// The number of rows of a matrix that is inverted must be a multiple of this.
constexpr std::int64_t InverseTile = 64;

/**
 * Replaces dense symmetric positive definite matrices by their inverses, in the memory of the
 * space.
 *
 * On CUDA up to 16 matrices at the same time are inverted by a blocked Cholesky factorization,
 * which computes the inverse of the factor along with it; on the host each thread inverts a matrix
 * with Eigen's factorization. Results are bitwise reproducible on one device.
 *
 * @param n rows of each, a multiple of InverseTile
 * @param matrices n x n, both triangles, one matrix after another
 * @return false if one of them is not positive definite; then all are undefined
 */
template <class Space>
bool invertSymmetricInPlace(
  const Context<Space>& context, std::int64_t n, std::int64_t count, double* matrices);

template <>
bool invertSymmetricInPlace(
  const Context<HostSpace>& context, std::int64_t n, std::int64_t count, double* matrices);
template <>
bool invertSymmetricInPlace(
  const Context<CudaSpace>& context, std::int64_t n, std::int64_t count, double* matrices);

/**
 * Computes the inverse of one matrix, rounded to single precision, which halves the memory traffic
 * of products with it. The rounded inverse is positive definite only if the condition number of the
 * matrix is well below 1e7.
 *
 * @param matrix n x n, both triangles; destroyed
 * @param inverse n x n, both triangles
 * @return false if the matrix is not positive definite; then the inverse is undefined
 */
template <class Space>
bool invertSymmetric(const Context<Space>& context, std::int64_t n, double* matrix, float* inverse);

template <>
bool invertSymmetric(
  const Context<HostSpace>& context, std::int64_t n, double* matrix, float* inverse);
template <>
bool invertSymmetric(
  const Context<CudaSpace>& context, std::int64_t n, double* matrix, float* inverse);
}

#endif
