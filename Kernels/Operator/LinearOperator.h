#ifndef TRABECULA_OPERATOR_LINEAROPERATOR_H
#define TRABECULA_OPERATOR_LINEAROPERATOR_H

#include <cstdint>

namespace trabecula
{
/// A symmetric matrix given by its products; the interface of solvers to a stiffness.
template <class Space>
class LinearOperator
{
public:
  virtual ~LinearOperator() = default;
  /// Number of rows and of columns.
  virtual std::int64_t size() const = 0;
  /// y = A x, in memory of the space; x and y do not overlap.
  virtual void apply(const double* x, double* y) = 0;

  static constexpr int MostPartials = 1024;
  /**
   * y = A x, and partial sums of x.y if they cost less than a pass over x and y.
   *
   * @param partials in memory of the space, MostPartials long.
   * @returns number of partial sums written; 0 if the caller must compute x.y.
   */
  virtual int applyDot(const double* x, double* y, double* /*partials*/)
  {
    this->apply(x, y);
    return 0;
  }
};
}

#endif
