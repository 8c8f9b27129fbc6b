#ifndef TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTES_H
#define TRABECULA_DESIGN_OPTIMIZER_MOVINGASYMPTOTES_H

#include "Core/Vectors/MultiVector.h"
#include "Core/Vectors/Vector.h"
#include "Design/Optimizer/MovingAsymptotesSettings.h"
#include "Design/Optimizer/MovingAsymptotesState.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace trabecula
{
/**
 * The method of moving asymptotes (Svanberg 1987; the forms and constants of Svanberg, "MMA and
 * GCMMA - two methods for nonlinear optimization", 2007) for
 *
 *   minimize f_0(x) + sum_i (c y_i + d y_i^2 / 2)
 *   so that f_i(x) - y_i <= 0, y_i >= 0, i = 1..m, and lower_j <= x_j <= upper_j, j = 1..n,
 *
 * which is equivalent to the problem without y if that has a solution with multipliers below c.
 * The largest of several functions is minimized as z >= 0 with f_i(x) - z - y_i <= 0 for these.
 * Functions should be scaled so that the objective is of the order of 1 to 100 and constraints of
 * the order of 1.
 *
 * Each subproblem is separable, so that its dual has one unknown per constraint. The dual is solved
 * on the host by an interior point method; sums over variables are computed on the device in a
 * fixed order. On several parts all solve the same dual.
 */
template <class Space>
class MovingAsymptotes
{
public:
  MovingAsymptotes(const LayoutPointer<Space>& variables, int constraints,
    const MovingAsymptotesSettings& settings);
  ~MovingAsymptotes();
  MovingAsymptotes(const MovingAsymptotes&) = delete;
  MovingAsymptotes& operator=(const MovingAsymptotes&) = delete;

  struct Result
  {
    double change = 0.0;             ///< largest |next - x|
    double residual = 0.0;           ///< largest |lambda_i (f_i - y_i)| of the subproblem
    int evaluations = 0;             ///< of the dual
    std::vector<double> multipliers; ///< lambda, m
    std::vector<double> constraints; ///< approximations of the constraints at next, m
  };

  /**
   * Sets up the subproblem at x and solves it. Until accept(), repeated calls must have the same x.
   * All vectors have the layout of the variables.
   *
   * @param x the present variables, within their bounds
   * @param lower, upper bounds; where they are equal the variable is fixed
   * @param df0 derivative of the objective
   * @param f values of the constraints at x, m
   * @param df derivatives of the constraints, m columns with Arrangement::Apart
   * @param next the solution
   * @param shares 1 for each f_i the largest of which is minimized, 0 for constraints; empty means
   * none
   */
  Result update(const Vector<Space>& x, const Vector<Space>& lower, const Vector<Space>& upper,
    const Vector<Space>& df0, const std::vector<double>& f, const MultiVector<Space>& df,
    Vector<Space>& next, const std::vector<double>& shares = {});

  /// Ends the updates at the present x, so that the next update may be at another x.
  void accept();

  /// L and U of the last update, one value per variable.
  std::vector<double> lowerAsymptotes() const;
  std::vector<double> upperAsymptotes() const;

  /// The state of the method: updates after restore() are bitwise equal to those that followed
  /// state().
  MovingAsymptotesState state() const;
  /// @param state of an object of the same size
  void restore(const MovingAsymptotesState& state);

  /// Bytes of an instance on the device.
  static std::size_t memory(std::size_t variables, std::size_t constraints);

  /// Data of a subproblem per variable; public for kernels only.
  struct Subproblem;

private:
  void prepare(const Vector<Space>& x, const Vector<Space>& lower, const Vector<Space>& upper);

  MovingAsymptotesSettings Settings;
  struct Workspace;
  std::unique_ptr<Workspace> Work;
};
}

#endif
