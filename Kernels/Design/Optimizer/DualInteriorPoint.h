#ifndef TRABECULA_DESIGN_OPTIMIZER_DUALINTERIORPOINT_H
#define TRABECULA_DESIGN_OPTIMIZER_DUALINTERIORPOINT_H

#include <functional>
#include <vector>

namespace trabecula
{
/// The dual of a separable convex problem at some multipliers lambda, m of them.
struct DualPoint
{
  std::vector<double> gradient;  ///< m, constraints f_i(x(lambda)) where x minimizes the Lagrangian
  std::vector<double> curvature; ///< m times m, minus the derivative of the gradient, >= 0
};

struct DualSolution
{
  std::vector<double> multipliers; ///< m
  double residual = 0.0;           ///< largest |lambda_i f_i|, or |lambda_i (f_i - a_i z)|
  int evaluations = 0;
};

/**
 * Maximizes a concave function of a few variables lambda > 0, given its gradient and a generalized
 * Hessian, by Newton's method on f_i + s_i = 0, lambda_i s_i = epsilon, for epsilon from 0.1 down
 * to the tolerance (the dual interior point method of Aage and Lazarov 2013, section 3).
 *
 * Because the Hessian is discontinuous where a variable reaches a bound, each step is shortened
 * until the directional derivative has not changed sign.
 *
 * @param evaluate returns the point at given multipliers. The last call is at the solution.
 * @param shares a_i >= 0 of a variable z >= 0 that is minimized where f_i <= a_i z: then a.lambda
 * <=
 * 1. Empty means none.
 */
DualSolution maximizeDual(int constraints,
  const std::function<DualPoint(const std::vector<double>&)>& evaluate, double tolerance,
  const std::vector<double>& shares = {});
}

#endif
