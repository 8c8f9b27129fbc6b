#include "Design/Optimizer/MovingAsymptotesReference.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula::reference
{
namespace
{
using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;

/// The subproblem of Svanberg 2007, section 3, in the variables that are not fixed.
struct Subproblem
{
  ArrayXd L, U, alpha, beta;
  ArrayXd p0, q0;
  MatrixXd p, q; ///< m times n
  ArrayXd b;     ///< m, minus the constants r_i
  ArrayXd c, d;
};

/// All unknowns of section 5 except z and its multiplier.
struct Point
{
  ArrayXd x, xi, eta;       ///< n
  ArrayXd y, lambda, mu, s; ///< m
};

double limited(double value, double least, double most)
{
  return std::min(most, std::max(least, value));
}

void moveAsymptotes(const MovingAsymptotesInput& input, const MovingAsymptotesSettings& settings,
  MovingAsymptotesHistory& history)
{
  history.lowerAsymptotes.resize(input.x.size());
  history.upperAsymptotes.resize(input.x.size());
  for (std::size_t j = 0; j < input.x.size(); ++j)
  {
    const double x = input.x[j];
    const double range = input.upper[j] - input.lower[j];
    double width = range;
    if (settings.measure == MovingAsymptotesSettings::Measure::MoveLimits)
    {
      width = std::min(input.upper[j], x + settings.moveLimit * range) -
        std::max(input.lower[j], x - settings.moveLimit * range);
    }
    double below = settings.initialDistance * width;
    double above = settings.initialDistance * width;
    if (history.updates >= 2)
    {
      const double turn = (x - history.last[j]) * (history.last[j] - history.beforeLast[j]);
      const double factor = turn < 0 ? settings.decrease : (turn > 0 ? settings.increase : 1.0);
      const double least = settings.smallestDistance * width;
      const double most = settings.largestDistance * width;
      below = limited(factor * (history.last[j] - history.lowerAsymptotes[j]), least, most);
      above = limited(factor * (history.upperAsymptotes[j] - history.last[j]), least, most);
    }
    history.lowerAsymptotes[j] = x - below;
    history.upperAsymptotes[j] = x + above;
  }
}

Subproblem makeSubproblem(const MovingAsymptotesInput& input,
  const MovingAsymptotesSettings& settings, const MovingAsymptotesHistory& history,
  const std::vector<std::size_t>& variables)
{
  const auto n = static_cast<Index>(variables.size());
  const auto m = static_cast<Index>(input.f.size());
  Subproblem sub;
  for (ArrayXd* array : { &sub.L, &sub.U, &sub.alpha, &sub.beta, &sub.p0, &sub.q0 })
  {
    array->resize(n);
  }
  sub.p.resize(m, n);
  sub.q.resize(m, n);
  sub.b = -Eigen::Map<const ArrayXd>(input.f.data(), m);
  sub.c = ArrayXd::Constant(m, settings.linearPenalty);
  sub.d = ArrayXd::Constant(m, settings.quadraticPenalty);
  for (Index k = 0; k < n; ++k)
  {
    const std::size_t j = variables[static_cast<std::size_t>(k)];
    const double x = input.x[j];
    const double L = history.lowerAsymptotes[j];
    const double U = history.upperAsymptotes[j];
    const double range = input.upper[j] - input.lower[j];
    const double gap = settings.asymptoteGap;
    const double move = settings.moveLimit * range;
    sub.L[k] = L;
    sub.U[k] = U;
    sub.alpha[k] = std::max({ input.lower[j], L + gap * (x - L), x - move });
    sub.beta[k] = std::min({ input.upper[j], U - gap * (U - x), x + move });
    const auto p = [&](double df)
    {
      return (U - x) * (U - x) *
        ((1 + settings.curvature) * std::max(df, 0.0) + settings.curvature * std::max(-df, 0.0) +
          settings.leastCurvature / range);
    };
    const auto q = [&](double df)
    {
      return (x - L) * (x - L) *
        ((1 + settings.curvature) * std::max(-df, 0.0) + settings.curvature * std::max(df, 0.0) +
          settings.leastCurvature / range);
    };
    sub.p0[k] = p(input.df0[j]);
    sub.q0[k] = q(input.df0[j]);
    for (Index i = 0; i < m; ++i)
    {
      const double df = input.df[static_cast<std::size_t>(i) * input.x.size() + j];
      sub.p(i, k) = p(df);
      sub.q(i, k) = q(df);
      sub.b[i] += sub.p(i, k) / (U - x) + sub.q(i, k) / (x - L);
    }
  }
  return sub;
}

/// Returns the derivative of the Lagrangian with respect to x, without the terms of the bounds.
ArrayXd lagrangianDerivative(const Subproblem& sub, const Point& w)
{
  const ArrayXd p = sub.p0 + (sub.p.transpose() * w.lambda.matrix()).array();
  const ArrayXd q = sub.q0 + (sub.q.transpose() * w.lambda.matrix()).array();
  return p / (sub.U - w.x).square() - q / (w.x - sub.L).square();
}

/// Returns the approximations of the constraints, g_i(x) - b_i.
ArrayXd constraints(const Subproblem& sub, const ArrayXd& x)
{
  return (sub.p * (sub.U - x).inverse().matrix() + sub.q * (x - sub.L).inverse().matrix()).array() -
    sub.b;
}

/// Returns the residual of the relaxed optimality conditions in one vector.
ArrayXd residual(const Subproblem& sub, const Point& w, double epsilon)
{
  const Index n = w.x.size();
  const Index m = w.y.size();
  ArrayXd r(3 * n + 4 * m);
  r << lagrangianDerivative(sub, w) - w.xi + w.eta, w.xi * (w.x - sub.alpha) - epsilon,
    w.eta * (sub.beta - w.x) - epsilon, sub.c + sub.d * w.y - w.lambda - w.mu,
    constraints(sub, w.x) - w.y + w.s, w.mu * w.y - epsilon, w.lambda * w.s - epsilon;
  return r;
}

/// Returns Newton's direction, by elimination of all unknowns except lambda.
Point newtonDirection(const Subproblem& sub, const Point& w, double epsilon)
{
  const ArrayXd toU = sub.U - w.x;
  const ArrayXd toL = w.x - sub.L;
  const ArrayXd toAlpha = w.x - sub.alpha;
  const ArrayXd toBeta = sub.beta - w.x;
  const ArrayXd p = sub.p0 + (sub.p.transpose() * w.lambda.matrix()).array();
  const ArrayXd q = sub.q0 + (sub.q.transpose() * w.lambda.matrix()).array();
  const MatrixXd G = sub.p * toU.square().inverse().matrix().asDiagonal() -
    sub.q * toL.square().inverse().matrix().asDiagonal();

  const ArrayXd Dx = 2 * p / toU.cube() + 2 * q / toL.cube() + w.xi / toAlpha + w.eta / toBeta;
  const ArrayXd Dy = sub.d + w.mu / w.y;
  const ArrayXd rx = lagrangianDerivative(sub, w) - epsilon / toAlpha + epsilon / toBeta;
  const ArrayXd ry = sub.c + sub.d * w.y - w.lambda - epsilon / w.y;
  const ArrayXd rl = constraints(sub, w.x) - w.y + epsilon / w.lambda;

  MatrixXd A = G * Dx.inverse().matrix().asDiagonal() * G.transpose();
  A.diagonal() += (w.s / w.lambda + Dy.inverse()).matrix();
  Point step;
  step.lambda = A.ldlt().solve((rl + ry / Dy).matrix() - G * (rx / Dx).matrix()).array();
  step.x = -(rx + (G.transpose() * step.lambda.matrix()).array()) / Dx;
  step.y = (step.lambda - ry) / Dy;
  step.xi = -w.xi + (epsilon - w.xi * step.x) / toAlpha;
  step.eta = -w.eta + (epsilon + w.eta * step.x) / toBeta;
  step.mu = -w.mu + (epsilon - w.mu * step.y) / w.y;
  step.s = -w.s + (epsilon - w.s * step.lambda) / w.lambda;
  return step;
}

Point moved(const Point& w, const Point& direction, double t)
{
  return { w.x + t * direction.x, w.xi + t * direction.xi, w.eta + t * direction.eta,
    w.y + t * direction.y, w.lambda + t * direction.lambda, w.mu + t * direction.mu,
    w.s + t * direction.s };
}

/// Returns the longest step of at most 1 after which all values that must be positive are positive.
double longestStep(const Subproblem& sub, const Point& w, const Point& direction)
{
  double worst = 1.0;
  const auto look = [&](const ArrayXd& value, const ArrayXd& change)
  {
    if (value.size() > 0)
    {
      worst = std::max(worst, (-1.01 * change / value).maxCoeff());
    }
  };
  look(w.x - sub.alpha, direction.x);
  look(sub.beta - w.x, -direction.x);
  look(w.xi, direction.xi);
  look(w.eta, direction.eta);
  look(w.y, direction.y);
  look(w.lambda, direction.lambda);
  look(w.mu, direction.mu);
  look(w.s, direction.s);
  return 1.0 / worst;
}

Point solve(const Subproblem& sub, double tolerance)
{
  const Index m = sub.b.size();
  Point w;
  w.x = 0.5 * (sub.alpha + sub.beta);
  w.xi = (w.x - sub.alpha).inverse().max(1.0);
  w.eta = (sub.beta - w.x).inverse().max(1.0);
  w.y = ArrayXd::Ones(m);
  w.lambda = ArrayXd::Ones(m);
  w.mu = (0.5 * sub.c).max(1.0);
  w.s = ArrayXd::Ones(m);
  for (double epsilon = 1.0; epsilon > tolerance; epsilon *= 0.1)
  {
    for (int iteration = 0; iteration < 200; ++iteration)
    {
      const ArrayXd r = residual(sub, w, epsilon);
      if (r.abs().maxCoeff() < 0.9 * epsilon)
      {
        break;
      }
      const Point direction = newtonDirection(sub, w, epsilon);
      double t = longestStep(sub, w, direction);
      Point next = moved(w, direction, t);
      for (int halving = 0;
           halving < 50 && residual(sub, next, epsilon).matrix().norm() > r.matrix().norm();
           ++halving)
      {
        t *= 0.5;
        next = moved(w, direction, t);
      }
      w = next;
    }
  }
  return w;
}
}

MovingAsymptotesOutput updateByMovingAsymptotes(const MovingAsymptotesInput& input,
  const MovingAsymptotesSettings& settings, MovingAsymptotesHistory& history)
{
  moveAsymptotes(input, settings, history);
  std::vector<std::size_t> variables;
  for (std::size_t j = 0; j < input.x.size(); ++j)
  {
    if (input.upper[j] > input.lower[j])
    {
      variables.push_back(j);
    }
  }
  const Subproblem sub = makeSubproblem(input, settings, history, variables);
  const Point w = solve(sub, 0.01 * settings.tolerance);

  MovingAsymptotesOutput output{ input.x, { w.lambda.data(), w.lambda.data() + w.lambda.size() } };
  for (std::size_t k = 0; k < variables.size(); ++k)
  {
    output.x[variables[k]] = w.x[static_cast<Index>(k)];
  }
  history.beforeLast = history.last;
  history.last = input.x;
  ++history.updates;
  return output;
}
}
