#ifndef TRABECULA_OPERATOR_LINEAROPERATOR_H
#define TRABECULA_OPERATOR_LINEAROPERATOR_H

#include <cstdint>

namespace trabecula
{
/// A symmetric matrix that is known by its products: what solvers see of a stiffness.
template <class Space>
class LinearOperator
{
public:
  virtual ~LinearOperator() = default;
  /// Number of rows, and of columns.
  virtual std::int64_t size() const = 0;
  /// y = A x, in memory of the space; x and y do not overlap.
  virtual void apply(const double* x, double* y) = 0;

  static constexpr int MostPartials = 1024;
  /**
   * The same, and sums that add up to x.y where they cost less than a pass over x and y.
   *
   * @param partials in memory of the space, MostPartials long.
   * @returns how many sums were written there; 0 where x.y is left to the caller.
   */
  virtual int applyDot(const double* x, double* y, double* /*partials*/)
  {
    this->apply(x, y);
    return 0;
  }
};
}

#endif
