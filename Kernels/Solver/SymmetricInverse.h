#ifndef TRABECULA_SOLVER_SYMMETRICINVERSE_H
#define TRABECULA_SOLVER_SYMMETRICINVERSE_H

#include "Core/Context.h"

#include <cstdint>

namespace trabecula
{
/// Rows of a matrix that is inverted are a multiple of this.
constexpr std::int64_t InverseTile = 64;

/**
 * Replaces dense symmetric positive definite matrices by their inverses, in the memory of the
 * space.
 *
 * On CUDA by block sweeps (the symmetric form of Gauss-Jordan elimination), all matrices at the
 * same time; on the host by Eigen's Cholesky factorization, a matrix a thread. Bitwise reproducible
 * on one device.
 *
 * @param n rows of each, a multiple of InverseTile
 * @param matrices n x n, both triangles, one after another
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
 * The inverse of one, rounded to single precision, which halves the memory traffic. It is positive
 * definite only if the condition is well below 1e7.
 *
 * @param matrix n x n, both triangles; destroyed
 * @param inverse n x n, both triangles
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
