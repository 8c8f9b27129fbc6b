#include "Design/Optimizer/DualInteriorPoint.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace trabecula
{
namespace
{
/// A multiplier changes by no more than this factor in a step.
constexpr double LargestFactor = 20.0;
/// Slacks stay within this factor of their central value epsilon / lambda.
constexpr double LargestSlackFactor = 1e4;
constexpr int MostSteps = 60;   ///< for one epsilon; usually a few suffice
constexpr int MostTrials = 30;  ///< of one step
constexpr int MostSecants = 2;  ///< of one step
constexpr double Turned = -0.1; ///< least slope at the end of a step, relative to that at its start
/// Distance within which a step with a nearly unchanged gradient ends at a kink.
constexpr double NearKink = 0.05;
constexpr double Rounding = 1e-13; ///< of a multiplier: smaller steps have no effect

/// The maximization, with the present multipliers and slacks, and the dual at these multipliers.
class Maximization
{
public:
  Maximization(int constraints,
    const std::function<DualPoint(const std::vector<double>&)>& evaluate,
    const std::vector<double>& shares)
    : Evaluate(evaluate), Shares(Eigen::VectorXd::Zero(constraints)),
      Lambda(Eigen::VectorXd::Ones(constraints)), Slack(Eigen::VectorXd::Ones(constraints))
  {
    if (!shares.empty())
    {
      this->Shares = Eigen::Map<const Eigen::VectorXd>(shares.data(), constraints);
    }
    this->HasShares = this->Shares.maxCoeff() > 0.0;
    if (this->HasShares)
    {
      // The multipliers of the shares are within their bound.
      this->Lambda = (this->Shares.array() > 0.0).select(0.5 / this->Shares.sum(), this->Lambda);
      this->Rest = 0.5;
    }
    this->evaluateAt(this->Lambda);
  }

  /// Approaches the point of the central path that belongs to epsilon.
  void centre(double epsilon)
  {
    for (int step = 0; step<MostSteps&& this->offCentre(epsilon)> 0.5; ++step)
    {
      this->keepSlackNear(epsilon);
      const Eigen::VectorXd gradient = this->barrierGradient(epsilon);
      Eigen::MatrixXd K = this->Curvature;
      K.diagonal() += this->Slack.cwiseQuotient(this->Lambda);
      const double rest = this->Rest;
      if (this->HasShares)
      {
        K += this->Largest / rest * this->Shares * this->Shares.transpose();
      }
      const Eigen::VectorXd direction = K.ldlt().solve(gradient);
      const Eigen::VectorXd slackDirection = epsilon * this->Lambda.cwiseInverse() - this->Slack -
        this->Slack.cwiseProduct(direction).cwiseQuotient(this->Lambda);
      const double largestDirection =
        epsilon / rest - this->Largest + this->Largest / rest * this->Shares.dot(direction);
      this->stepAlong(direction, gradient.dot(direction), epsilon);
      this->Slack += longestStep(this->Slack, slackDirection) * slackDirection;
      this->Largest += longestStep(this->Largest, largestDirection) * largestDirection;
      if (direction.cwiseQuotient(this->Lambda).cwiseAbs().maxCoeff() < Rounding)
      {
        return;
      }
    }
  }

  DualSolution solution() const
  {
    return { { this->Lambda.data(), this->Lambda.data() + this->Lambda.size() },
      this->Lambda.cwiseProduct(this->Gradient - this->Largest * this->Shares)
        .cwiseAbs()
        .maxCoeff(),
      this->Evaluations };
  }

private:
  /// Evaluates the dual and stores the multipliers.
  void evaluateAt(const Eigen::VectorXd& lambda)
  {
    const DualPoint point = this->Evaluate({ lambda.data(), lambda.data() + lambda.size() });
    ++this->Evaluations;
    this->Gradient = Eigen::Map<const Eigen::VectorXd>(point.gradient.data(), lambda.size());
    this->Curvature =
      Eigen::Map<const Eigen::MatrixXd>(point.curvature.data(), lambda.size(), lambda.size());
  }

  /// Returns f_i - a_i z, with the central value epsilon / (1 - a.lambda) of z.
  Eigen::VectorXd constraints(double epsilon) const
  {
    return this->HasShares ? this->Gradient - epsilon / this->Rest * this->Shares : this->Gradient;
  }

  /// Returns the largest distance of lambda_i (f_i - a_i z) from -epsilon, relative to epsilon.
  double offCentre(double epsilon) const
  {
    const Eigen::VectorXd products = this->Lambda.cwiseProduct(this->constraints(epsilon));
    return (products.array() / epsilon + 1.0).abs().maxCoeff();
  }

  /// Returns the gradient of the dual plus epsilon (sum_i log lambda_i + log(1 - a.lambda)).
  Eigen::VectorXd barrierGradient(double epsilon) const
  {
    return this->constraints(epsilon) + epsilon * this->Lambda.cwiseInverse();
  }

  /// Limits slacks, and z, to LargestSlackFactor.
  void keepSlackNear(double epsilon)
  {
    const double ofLargest = epsilon / this->Rest;
    this->Largest =
      std::clamp(this->Largest, ofLargest / LargestSlackFactor, ofLargest * LargestSlackFactor);
    const Eigen::VectorXd central = epsilon * this->Lambda.cwiseInverse();
    this->Slack =
      this->Slack.cwiseMax(central / LargestSlackFactor).cwiseMin(central * LargestSlackFactor);
  }

  /// Returns the longest step of at most 1 in which no value changes by more than LargestFactor.
  static double longestStep(double value, double direction)
  {
    const double bound =
      direction < 0.0 ? value * (1.0 / LargestFactor - 1.0) : value * (LargestFactor - 1.0);
    return direction != 0.0 ? std::min(1.0, bound / direction) : 1.0;
  }
  static double longestStep(const Eigen::VectorXd& values, const Eigen::VectorXd& direction)
  {
    double step = 1.0;
    for (Eigen::Index i = 0; i < values.size(); ++i)
    {
      step = std::min(step, longestStep(values[i], direction[i]));
    }
    return step;
  }

  /// Moves lambda towards the maximum along an ascent direction. The slope is the directional
  /// derivative.
  void stepAlong(const Eigen::VectorXd& direction, double slope, double epsilon)
  {
    const Eigen::VectorXd start = this->Lambda;
    const double startRest = this->Rest;
    const double restDirection = -this->Shares.dot(direction);
    double low = 0.0;
    double high = longestStep(start, direction);
    if (this->HasShares)
    {
      high = std::min(high, longestStep(startRest, restDirection));
    }
    double lowSlope = slope;
    double step = high;
    for (int trial = 0; trial < MostTrials; ++trial)
    {
      this->Lambda = start + step * direction;
      this->Rest = startRest + step * restDirection;
      this->evaluateAt(this->Lambda);
      const double here = this->barrierGradient(epsilon).dot(direction);
      const bool far = step == high || here <= 0.5 * slope || high - step < NearKink * high;
      if (here >= Turned * slope && far)
      {
        return;
      }
      // The slope decreases along the step, so that its zero is between low and high.
      (here > 0.0 ? low : high) = step;
      lowSlope = here > 0.0 ? here : lowSlope;
      // Secants find a smooth zero, and bisection finds a kink.
      const double secant = here < 0.0 ? low + (step - low) * lowSlope / (lowSlope - here) : high;
      step = trial < MostSecants
        ? std::clamp(secant, low + 0.1 * (high - low), low + 0.9 * (high - low))
        : 0.5 * (low + high);
    }
  }

  const std::function<DualPoint(const std::vector<double>&)>& Evaluate;
  Eigen::VectorXd Shares; ///< a
  bool HasShares = false;
  Eigen::VectorXd Lambda;
  Eigen::VectorXd Slack;
  double Largest = 1.0; ///< z
  /// 1 - a.lambda, the multiplier of z >= 0; a difference that would be lost by rounding.
  double Rest = 1.0;
  Eigen::VectorXd Gradient;
  Eigen::MatrixXd Curvature;
  int Evaluations = 0;
};
}

DualSolution maximizeDual(int constraints,
  const std::function<DualPoint(const std::vector<double>&)>& evaluate, double tolerance,
  const std::vector<double>& shares)
{
  if (constraints == 0)
  {
    evaluate({});
    return { {}, 0.0, 1 };
  }
  Maximization maximization(constraints, evaluate, shares);
  for (double epsilon = 0.1;; epsilon = std::max(0.1 * epsilon, 0.5 * tolerance))
  {
    maximization.centre(epsilon);
    if (epsilon <= 0.5 * tolerance)
    {
      return maximization.solution();
    }
  }
}
}
