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
  Maximization(
    int constraints, const std::function<DualPoint(const std::vector<double>&)>& evaluate)
    : Evaluate(evaluate), Lambda(Eigen::VectorXd::Ones(constraints)),
      Slack(Eigen::VectorXd::Ones(constraints))
  {
    this->evaluateAt(this->Lambda);
  }

  /// Approaches the point of the central path that belongs to epsilon.
  void centre(double epsilon)
  {
    for (int step = 0; step<MostSteps&& this->offCentre(epsilon)> 0.5; ++step)
    {
      this->keepSlackNear(epsilon);
      const Eigen::VectorXd gradient = this->barrierGradient(epsilon, this->Lambda);
      Eigen::MatrixXd K = this->Curvature;
      K.diagonal() += this->Slack.cwiseQuotient(this->Lambda);
      const Eigen::VectorXd direction = K.ldlt().solve(gradient);
      const Eigen::VectorXd slackDirection = epsilon * this->Lambda.cwiseInverse() - this->Slack -
        this->Slack.cwiseProduct(direction).cwiseQuotient(this->Lambda);
      this->stepAlong(direction, gradient.dot(direction), epsilon);
      this->Slack += longestStep(this->Slack, slackDirection) * slackDirection;
      if (direction.cwiseQuotient(this->Lambda).cwiseAbs().maxCoeff() < Rounding)
      {
        return;
      }
    }
  }

  DualSolution solution() const
  {
    return { { this->Lambda.data(), this->Lambda.data() + this->Lambda.size() },
      this->Lambda.cwiseProduct(this->Gradient).cwiseAbs().maxCoeff(), this->Evaluations };
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

  /// Returns the largest distance of lambda_i f_i from -epsilon, relative to epsilon.
  double offCentre(double epsilon) const
  {
    return (this->Lambda.cwiseProduct(this->Gradient).array() / epsilon + 1.0).abs().maxCoeff();
  }

  /// Returns the gradient of the dual plus epsilon sum_i log lambda_i.
  Eigen::VectorXd barrierGradient(double epsilon, const Eigen::VectorXd& lambda) const
  {
    return this->Gradient + epsilon * lambda.cwiseInverse();
  }

  /// Limits slacks to LargestSlackFactor.
  void keepSlackNear(double epsilon)
  {
    const Eigen::VectorXd central = epsilon * this->Lambda.cwiseInverse();
    this->Slack =
      this->Slack.cwiseMax(central / LargestSlackFactor).cwiseMin(central * LargestSlackFactor);
  }

  /// Returns the longest step of at most 1 in which no value changes by more than LargestFactor.
  static double longestStep(const Eigen::VectorXd& values, const Eigen::VectorXd& direction)
  {
    double step = 1.0;
    for (Eigen::Index i = 0; i < values.size(); ++i)
    {
      const double bound = direction[i] < 0.0 ? values[i] * (1.0 / LargestFactor - 1.0)
                                              : values[i] * (LargestFactor - 1.0);
      step = direction[i] != 0.0 ? std::min(step, bound / direction[i]) : step;
    }
    return step;
  }

  /// Moves lambda towards the maximum along an ascent direction. The slope is the directional
  /// derivative.
  void stepAlong(const Eigen::VectorXd& direction, double slope, double epsilon)
  {
    const Eigen::VectorXd start = this->Lambda;
    double low = 0.0;
    double high = longestStep(start, direction);
    double lowSlope = slope;
    double step = high;
    for (int trial = 0; trial < MostTrials; ++trial)
    {
      this->Lambda = start + step * direction;
      this->evaluateAt(this->Lambda);
      const double here = this->barrierGradient(epsilon, this->Lambda).dot(direction);
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
  Eigen::VectorXd Lambda;
  Eigen::VectorXd Slack;
  Eigen::VectorXd Gradient;
  Eigen::MatrixXd Curvature;
  int Evaluations = 0;
};
}

DualSolution maximizeDual(int constraints,
  const std::function<DualPoint(const std::vector<double>&)>& evaluate, double tolerance)
{
  if (constraints == 0)
  {
    evaluate({});
    return { {}, 0.0, 1 };
  }
  Maximization maximization(constraints, evaluate);
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
