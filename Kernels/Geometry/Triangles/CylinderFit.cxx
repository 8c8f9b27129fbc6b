#include "Geometry/Triangles/CylinderFit.h"

#include "Core/Error.h"
#include "Core/SymmetricEigen.h"
#include "Core/Text.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace trabecula
{
namespace
{
constexpr int MostFitSteps = 100;
/// Limits of cylindrical patches. Spread of normals along the axis over their spread across it: 1
/// on a sphere, 0 on a cylinder.
constexpr double MostTilt = 0.35;
/// Spread of the normals below which a patch is flat: that of an arc of 10 degrees.
constexpr double LeastSpread = 0.05;
/// Largest root mean square of the points' distances, as a fraction of the radius and of the height
/// of the arc.
constexpr double MostOfRadius = 0.05;
constexpr double MostOfHeight = 0.2;
/// Smallest mean distance of the triangles' centres from the axis as a fraction of the radius: it
/// is 0.88 for a prism of six sides, 0.93 for one of eight.
constexpr double LeastOfCentres = 0.91;

/// A patch in units of its size, relative to its centre.
struct CylinderPatch
{
  std::vector<Position> points;
  std::vector<double> weights; ///< weights of the points, with a sum of 1
  std::vector<Position> centres;
  std::vector<Position> normals; ///< unit normals, one per centre
  std::vector<double> areas;     ///< areas of the triangles, with a sum of 1
  Position origin = {};
  double scale = 1.0;
};

/// A cylinder in the units of a patch.
struct CylinderGuess
{
  Position axis = {};
  Position centre = {};
  double radius = 0.0;
  double squares = std::numeric_limits<double>::infinity(); ///< weighted sum of squares
};

[[noreturn]] void refuseShape(const std::string& reason)
{
  throw Error("The patch is not cylindrical: " + reason +
    " Choose faces of a bore or of a round boss, and a Patch Angle with which the patch ends at "
    "its edges.");
}

/// a + factor * b
Position combined(const Position& a, double factor, const Position& b)
{
  return { a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2] };
}

/// A unit vector perpendicular to an axis.
Position directionAcross(const Position& axis)
{
  std::size_t least = 0;
  for (std::size_t d = 1; d < 3; ++d)
  {
    least = std::abs(axis[d]) < std::abs(axis[least]) ? d : least;
  }
  Position other = {};
  other[least] = 1.0;
  const Position u = crossProduct(axis, other);
  return combined({}, 1.0 / lengthOf(u), u);
}

CylinderPatch cylinderPatchOf(const TriangleMesh& mesh)
{
  CylinderPatch patch;
  std::vector<double> weights(mesh.numberOfPoints());
  double area = 0.0;
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &mesh.triangles[3 * t];
    const Position a = mesh.point(corners[0]);
    const Position b = mesh.point(corners[1]);
    const Position c = mesh.point(corners[2]);
    const Position n = crossProduct(minus(b, a), minus(c, a));
    const double length = lengthOf(n);
    if (length > 0.0)
    {
      patch.normals.push_back(combined({}, 1.0 / length, n));
      patch.centres.push_back(
        combined(combined(combined({}, 1.0 / 3.0, a), 1.0 / 3.0, b), 1.0 / 3.0, c));
      patch.areas.push_back(0.5 * length);
      area += 0.5 * length;
      for (int corner = 0; corner < 3; ++corner)
      {
        weights[std::size_t(corners[corner])] += 0.5 * length / 3.0;
      }
    }
  }
  if (!(area > 0.0) || !std::isfinite(area))
  {
    refuseShape("it has no area.");
  }
  for (std::size_t p = 0; p < weights.size(); ++p)
  {
    if (weights[p] > 0.0)
    {
      patch.points.push_back(mesh.point(static_cast<std::int32_t>(p)));
      patch.weights.push_back(weights[p] / area);
      patch.origin = combined(patch.origin, weights[p] / area, patch.points.back());
    }
  }
  double squares = 0.0;
  for (std::size_t p = 0; p < patch.points.size(); ++p)
  {
    const Position x = minus(patch.points[p], patch.origin);
    squares += patch.weights[p] * dotProduct(x, x);
  }
  patch.scale = std::sqrt(squares);
  for (std::vector<Position>* positions : { &patch.points, &patch.centres })
  {
    for (Position& x : *positions)
    {
      x = combined({}, 1.0 / patch.scale, minus(x, patch.origin));
    }
  }
  for (double& share : patch.areas)
  {
    share /= area;
  }
  return patch;
}

/// The vector from the axis to a point, perpendicular to the axis.
Position fromAxisTo(const CylinderGuess& guess, const Position& x)
{
  const Position d = minus(x, guess.centre);
  return combined(d, -dotProduct(d, guess.axis), guess.axis);
}

double residualsOf(const CylinderPatch& patch, const CylinderGuess& guess)
{
  double sum = 0.0;
  for (std::size_t p = 0; p < patch.points.size(); ++p)
  {
    const double residual = lengthOf(fromAxisTo(guess, patch.points[p])) - guess.radius;
    sum += patch.weights[p] * residual * residual;
  }
  return sum;
}

/// The circle perpendicular to an axis by linear least squares for the squares of distances (Kasa,
/// 1976).
std::optional<CylinderGuess> circleAcross(const CylinderPatch& patch, const Position& axis)
{
  const Position u = directionAcross(axis);
  const Position v = crossProduct(axis, u);
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < patch.points.size(); ++i)
  {
    const double p = dotProduct(patch.points[i], u);
    const double q = dotProduct(patch.points[i], v);
    const Eigen::Vector3d row(2.0 * p, 2.0 * q, 1.0);
    matrix += patch.weights[i] * row * row.transpose();
    right += patch.weights[i] * (p * p + q * q) * row;
  }
  const Eigen::Vector3d circle = matrix.fullPivLu().solve(right);
  const double square = circle[2] + circle[0] * circle[0] + circle[1] * circle[1];
  if (!circle.allFinite() || !(square > 0.0))
  {
    return std::nullopt;
  }
  CylinderGuess guess;
  guess.axis = axis;
  guess.centre = combined(combined({}, circle[0], u), circle[1], v);
  guess.radius = std::sqrt(square);
  guess.squares = residualsOf(patch, guess);
  return guess;
}

/// The linearized least-squares problem at a guess. Unknowns are changes of the axis and of the
/// centre along two directions perpendicular to the axis, and of the radius.
struct CylinderEquations
{
  Eigen::Matrix<double, 5, 5> matrix = Eigen::Matrix<double, 5, 5>::Zero();
  Eigen::Matrix<double, 5, 1> right = Eigen::Matrix<double, 5, 1>::Zero();
  Position u = {};
  Position v = {};
};

CylinderEquations linearize(const CylinderPatch& patch, const CylinderGuess& guess)
{
  CylinderEquations equations;
  equations.u = directionAcross(guess.axis);
  equations.v = crossProduct(guess.axis, equations.u);
  for (std::size_t p = 0; p < patch.points.size(); ++p)
  {
    const Position across = fromAxisTo(guess, patch.points[p]);
    const double distance = lengthOf(across);
    const double along = dotProduct(minus(patch.points[p], guess.centre), guess.axis);
    const double cosine = distance > 0.0 ? dotProduct(across, equations.u) / distance : 0.0;
    const double sine = distance > 0.0 ? dotProduct(across, equations.v) / distance : 0.0;
    Eigen::Matrix<double, 5, 1> gradient;
    gradient << -along * cosine, -along * sine, -cosine, -sine, -1.0;
    equations.matrix += patch.weights[p] * gradient * gradient.transpose();
    equations.right -= patch.weights[p] * (distance - guess.radius) * gradient;
  }
  return equations;
}

/// Levenberg-Marquardt steps until convergence to rounding.
CylinderGuess improveCylinder(const CylinderPatch& patch, CylinderGuess guess)
{
  constexpr double LeastStep = 1e-13; // relative to a patch of size 1
  constexpr double MostDamping = 1e8;
  double damping = 1e-3;
  CylinderEquations equations = linearize(patch, guess);
  for (int step = 0; step < MostFitSteps && damping < MostDamping; ++step)
  {
    Eigen::Matrix<double, 5, 5> damped = equations.matrix;
    damped.diagonal() += damping * equations.matrix.diagonal();
    const Eigen::Matrix<double, 5, 1> change = damped.ldlt().solve(equations.right);
    if (!change.allFinite() || change.norm() < LeastStep * (1.0 + guess.radius))
    {
      break;
    }
    CylinderGuess next = guess;
    next.axis = combined(combined(guess.axis, change[0], equations.u), change[1], equations.v);
    next.axis = combined({}, 1.0 / lengthOf(next.axis), next.axis);
    next.centre = combined(combined(guess.centre, change[2], equations.u), change[3], equations.v);
    next.centre = combined(next.centre, -dotProduct(next.centre, next.axis), next.axis);
    next.radius += change[4];
    next.squares = residualsOf(patch, next);
    if (next.radius > 0.0 && next.squares < guess.squares)
    {
      guess = next;
      damping *= 0.1;
      equations = linearize(patch, guess);
    }
    else
    {
      damping *= 10.0;
    }
  }
  return guess;
}

/// The angle around the axis that the points cover, radians.
double arcOf(const CylinderPatch& patch, const CylinderGuess& guess)
{
  constexpr double FullTurn = 6.28318530717958647693;
  const Position u = directionAcross(guess.axis);
  const Position v = crossProduct(guess.axis, u);
  std::vector<double> angles;
  for (const Position& x : patch.points)
  {
    const Position across = fromAxisTo(guess, x);
    angles.push_back(std::atan2(dotProduct(across, v), dotProduct(across, u)));
  }
  std::sort(angles.begin(), angles.end());
  double gap = angles.front() + FullTurn - angles.back();
  for (std::size_t i = 1; i < angles.size(); ++i)
  {
    gap = std::max(gap, angles[i] - angles[i - 1]);
  }
  return FullTurn - gap;
}

void requireCylindrical(const CylinderPatch& patch, const CylinderGuess& guess)
{
  const double deviation = std::sqrt(guess.squares);
  const std::string found = "the best cylinder has the radius " +
    shortText(guess.radius * patch.scale) + ", and the points are " +
    shortText(deviation * patch.scale) + " from it on average.";
  const double height = guess.radius * (1.0 - std::cos(0.5 * std::min(arcOf(patch, guess), 6.28)));
  if (!(deviation <= MostOfRadius * guess.radius && deviation <= MostOfHeight * height))
  {
    refuseShape(found);
  }
  double centres = 0.0;
  double tilt = 0.0;
  Eigen::Matrix2d spread = Eigen::Matrix2d::Zero();
  const Position u = directionAcross(guess.axis);
  const Position v = crossProduct(guess.axis, u);
  for (std::size_t t = 0; t < patch.centres.size(); ++t)
  {
    const Position& n = patch.normals[t];
    const Eigen::Vector2d inPlane(dotProduct(n, u), dotProduct(n, v));
    centres += patch.areas[t] * lengthOf(fromAxisTo(guess, patch.centres[t]));
    tilt += patch.areas[t] * dotProduct(n, guess.axis) * dotProduct(n, guess.axis);
    spread += patch.areas[t] * inPlane * inPlane.transpose();
  }
  const double least = std::sqrt(
    std::max(0.0, Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(spread).eigenvalues()[0]));
  if (!(std::sqrt(tilt) <= MostTilt * least))
  {
    refuseShape("its normals are not perpendicular to one axis.");
  }
  if (!(centres >= LeastOfCentres * guess.radius))
  {
    refuseShape("it has too few facets around the axis to be distinguished from a prism.");
  }
}
}

FittedCylinder fitCylinder(const TriangleMesh& mesh)
{
  const CylinderPatch patch = cylinderPatchOf(mesh);
  std::array<double, 9> moments{};
  for (std::size_t t = 0; t < patch.normals.size(); ++t)
  {
    for (std::size_t i = 0; i < 9; ++i)
    {
      moments[i] += patch.areas[t] * patch.normals[t][i / 3] * patch.normals[t][i % 3];
    }
  }
  const SymmetricEigen principal = symmetricEigen(moments.data(), 3);
  if (!(principal.values[1] > LeastSpread * LeastSpread))
  {
    refuseShape("it is flat.");
  }
  CylinderGuess best;
  for (std::size_t k = 0; k < 3; ++k)
  {
    const double* axis = principal.vector(k);
    if (const auto start = circleAcross(patch, { axis[0], axis[1], axis[2] }))
    {
      const CylinderGuess found = improveCylinder(patch, *start);
      best = found.squares < best.squares ? found : best;
    }
  }
  if (!std::isfinite(best.squares))
  {
    refuseShape("no cylinder passes near its points.");
  }
  requireCylindrical(patch, best);

  std::size_t largest = 0;
  for (std::size_t d = 1; d < 3; ++d)
  {
    largest = std::abs(best.axis[d]) > std::abs(best.axis[largest]) ? d : largest;
  }
  FittedCylinder result;
  result.axis = combined({}, best.axis[largest] < 0.0 ? -1.0 : 1.0, best.axis);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Position& x : patch.points)
  {
    const double along = dotProduct(minus(x, best.centre), result.axis);
    low = std::min(low, along);
    high = std::max(high, along);
  }
  result.centre =
    combined(patch.origin, patch.scale, combined(best.centre, 0.5 * (low + high), result.axis));
  result.radius = patch.scale * best.radius;
  result.deviation = patch.scale * std::sqrt(best.squares);
  return result;
}
}
