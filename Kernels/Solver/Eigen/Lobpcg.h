#ifndef TRABECULA_SOLVER_EIGEN_LOBPCG_H
#define TRABECULA_SOLVER_EIGEN_LOBPCG_H

#include "Core/Observer.h"
#include "Operator/LinearOperator.h"
#include "Solver/Eigen/BlockProducts.h"
#include "Solver/LinearPreconditioner.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace trabecula
{
struct EigenSettings
{
  int modes = 1;           ///< number of smallest eigenvalues that must converge
  double tolerance = 1e-6; ///< of ||K x - lambda M x|| / ||K x|| over the free unknowns
  int maximumIterations = 200;
  /// Returns the tolerance of each vector, given the approximations of all eigenvalues, ascending;
  /// by default all have the same one. Vectors that are accurate enough take part in the iteration
  /// without a direction of their own, which makes it cheaper.
  std::function<std::vector<double>(const std::vector<double>& values)> tolerances = nullptr;
};

struct EigenReport
{
  int iterations = 0;
  bool converged = false;
  bool stopped = false;          ///< by the observer
  std::vector<double> residuals; ///< of each vector of the block, as the tolerance
};

/**
 * The smallest eigenvalues of K x = lambda M x on the free unknowns, by locally optimal block
 * preconditioned conjugate gradients (Knyazev, SIAM J. Sci. Comput. 23, 2001), with the basis of
 * Hetmaniuk and Lehoucq (J. Comput. Phys. 218, 2006), which remains orthonormal where eigenvalues
 * are close or repeated.
 *
 * In each iteration the block of approximations, the previous directions and the preconditioned
 * residuals of those that have not converged span a space, of which the best approximations are
 * taken. A few more vectors than wanted modes make the last of these converge. Given vectors, such
 * as rigid motions, are kept out of the space. Residuals are preconditioned together where the
 * preconditioner takes several at once.
 *
 * Works on several parts, which call all functions at the same time.
 */
template <class Space>
class Lobpcg
{
public:
  /// Largest number of vectors.
  static constexpr int MostVectors = MostCombined / 3;

  /// @param layout of the unknowns
  /// @param supports one per unknown, nonzero where it is zero in all modes; empty means none
  /// @param block number of vectors, a few more than modes are wanted
  /// @throws Error for more than MostVectors
  Lobpcg(LayoutPointer<Space> layout, const std::vector<std::uint8_t>& supports, int block);

  /// The vectors, stored apart: the first block columns are the start, then the approximations,
  /// with x.(M x) = 1.
  MultiVector<Space>& vectors() { return this->S; }
  int block() const { return this->Block; }
  /**
   * @param K, M symmetric, M positive definite on the free unknowns and K on those vectors that are
   * orthogonal to the deflated ones
   * @param T an approximation of the inverse of K. It may hold more unknowns than are supported, as
   * it must where K is singular
   * @param deflated vectors in the null space of K, stored apart, which are made orthonormal in the
   * product of M; empty for none
   * @param isSmoothed whether the preconditioner shall smooth the start vectors first
   * @throws SolverBreakdown if numbers are not finite
   */
  EigenReport solve(LinearOperator<Space>& K, LinearOperator<Space>& M,
    LinearPreconditioner<Space>& T, MultiVector<Space>& deflated, const EigenSettings& settings,
    bool isSmoothed, Observer& observer);

  /// Approximations of the eigenvalues, ascending, one for each vector.
  const std::vector<double>& values() const { return this->Values; }

  /// Bytes of an instance, without those of a preconditioner.
  static std::size_t memory(std::int64_t unknowns, int block, int deflated);

private:
  ColumnRange<Space> range(MultiVector<Space>& of, int first, int count) const
  {
    return { &of, first, count };
  }
  void multiply(LinearOperator<Space>& A, MultiVector<Space>& x, MultiVector<Space>& y, int first,
    int count) const;
  void deflate(MultiVector<Space>& deflated, LinearOperator<Space>& M);
  void removeDeflated(MultiVector<Space>& deflated, int first, int count);
  void begin(LinearOperator<Space>& K, LinearOperator<Space>& M);
  void measure(EigenReport& report);
  double worstResidual(const EigenReport& report, int wanted, const EigenSettings& settings);
  int addResiduals(LinearPreconditioner<Space>& T, MultiVector<Space>& deflated,
    const EigenReport& report, const EigenSettings& settings);
  void improve(int added);

  LayoutPointer<Space> Of;
  Vector<Space, float> Free; ///< 1 on free unknowns, else 0
  int Block;
  int Count = 0;      ///< of approximations, at most Block
  int Directions = 0; ///< columns after the approximations
  std::vector<double> Values;
  std::vector<double> Tolerances; ///< of each approximation
  std::vector<int> Improved; ///< numbers of the approximations with residuals among the columns
  SmallMatrix OfDirections;  ///< d.(K d)
  // Columns: approximations, directions, preconditioned residuals.
  MultiVector<Space> S;
  MultiVector<Space> KS;
  MultiVector<Space> MS;
  MultiVector<Space> MassOfDeflated;
};
}

#endif
