#include "Analysis/Loads/BearingLoad.h"

#include "Analysis/Loads/FaceSamples.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
using Eigen::Matrix2d;
using Eigen::Vector2d;
using Eigen::Vector3d;

/// Largest cosine between force and axis: that of 88 degrees.
constexpr double MostAlongAxis = 0.0349;
/// Largest error of the sum of the forces, relative to the force.
constexpr double LargestError = 1e-12;
constexpr int MostSteps = 100;

/// The pressure in a direction, per radian: the product of their vectors to the power n of the
/// cosine, or 0 on the side that is not pressed.
double powered(double product, int n)
{
  const double positive = std::max(0.0, product);
  return n == 1 ? positive : positive * positive;
}

/// The part of a cylinder that a quadrature point covers.
struct Covered
{
  Vector2d direction; ///< of the force of a pressure, in the plane across the axis; length 1
  double angle;       ///< angle about the axis times length along it
  double radius;
};

/// A frame of a cylinder whose axis is perpendicular to a force.
struct BearingFrame
{
  Vector3d origin;
  Vector3d axis;
  Vector3d along; ///< direction of the force
  Vector3d across;

  Covered at(const faces::Sample& sample) const
  {
    const Vector3d x = sample.position - this->origin;
    const Vector2d radial(x.dot(this->along), x.dot(this->across));
    Covered covered{ Vector2d::Zero(), 0.0, radial.norm() };
    if (covered.radius > 0.0)
    {
      const Vector2d outward = radial / covered.radius;
      const double facing =
        Vector2d(sample.areaVector.dot(this->along), sample.areaVector.dot(this->across))
          .dot(outward);
      covered.direction = facing > 0.0 ? Vector2d(-outward) : outward;
      covered.angle = std::abs(facing) / covered.radius;
    }
    return covered;
  }
};

std::string textOf(const Vector3d& v)
{
  return "(" + shortText(v[0]) + ", " + shortText(v[1]) + ", " + shortText(v[2]) + ")";
}

BearingFrame frameOf(const BearingAxis& axis, const Vector3& force)
{
  const Vector3d f = faces::toEigen(force);
  const Vector3d direction = faces::toEigen(axis.direction).normalized();
  if (!(f.norm() > 0.0))
  {
    throw Error("A bearing load of force 0 presses on no side. Give Force a value other than 0.");
  }
  BearingFrame frame;
  frame.origin = faces::toEigen(axis.point);
  frame.along = f.normalized();
  const double cosine = direction.dot(frame.along);
  if (!(std::abs(cosine) <= MostAlongAxis))
  {
    throw Error("A bearing load presses across its axis, but the force " + textOf(f) + " has " +
      shortText(std::abs(cosine) * f.norm()) + " along the axis " + textOf(direction) +
      ". Give Force a direction across the axis, and add what acts along it as another load.");
  }
  frame.axis = (direction - cosine * frame.along).normalized();
  frame.across = frame.axis.cross(frame.along);
  return frame;
}

/// Finds the vector p such that pressures max(0, p.d)^n along the directions d have a given sum, by
/// Newton's method: the sum is the gradient of a convex function of p.
class PressureFit
{
public:
  PressureFit(const std::vector<Covered>& covered, double force, BearingPressure shape)
    : Points(covered), Force(force, 0.0), Power(static_cast<int>(shape))
  {
  }

  /// @return false if there is none
  bool solve(Vector2d& p) const
  {
    p = this->start();
    for (int step = 0; step < MostSteps; ++step)
    {
      Vector2d sum = Vector2d::Zero();
      const Matrix2d matrix = this->derivative(p, sum);
      if ((sum - this->Force).norm() <= LargestError * this->Force.norm())
      {
        return true;
      }
      const double scale = std::max(matrix(0, 0), matrix(1, 1));
      if (!(matrix.determinant() > 1e-12 * scale * scale))
      {
        return false;
      }
      p = this->shortened(p, p + matrix.ldlt().solve(this->Force - sum));
    }
    return false;
  }

private:
  /// A vector along the force whose pressures have its component in this direction.
  Vector2d start() const
  {
    double sum = 0.0;
    for (const Covered& point : this->Points)
    {
      sum += point.angle * powered(point.direction[0], this->Power) * point.direction[0];
    }
    return { sum > 0.0 ? std::pow(this->Force[0] / sum, 1.0 / this->Power) : 1.0, 0.0 };
  }

  Matrix2d derivative(const Vector2d& p, Vector2d& sum) const
  {
    Matrix2d matrix = Matrix2d::Zero();
    for (const Covered& point : this->Points)
    {
      const double product = p.dot(point.direction);
      if (product > 0.0)
      {
        const double slope = this->Power == 1 ? 1.0 : this->Power * product;
        matrix += point.angle * slope * point.direction * point.direction.transpose();
        sum += point.angle * powered(product, this->Power) * point.direction;
      }
    }
    return matrix;
  }

  double energy(const Vector2d& p) const
  {
    double sum = -p.dot(this->Force);
    for (const Covered& point : this->Points)
    {
      const double product = std::max(0.0, p.dot(point.direction));
      sum += point.angle * powered(product, this->Power) * product / (this->Power + 1);
    }
    return sum;
  }

  /// The step from one vector to another, halved until the convex function does not increase
  /// beyond the rounding of its sum.
  Vector2d shortened(const Vector2d& from, const Vector2d& to) const
  {
    const double before = this->energy(from);
    double part = 1.0;
    while (
      part > 1e-3 && this->energy(from + part * (to - from)) > before + 1e-12 * std::abs(before))
    {
      part *= 0.5;
    }
    return from + part * (to - from);
  }

  const std::vector<Covered>& Points;
  Vector2d Force;
  int Power;
};
}

BearingForces forcesOfBearing(
  const FaceSurface& surface, const BearingAxis& axis, const Vector3& force, BearingPressure shape)
{
  const BearingFrame frame = frameOf(axis, force);
  std::vector<Covered> covered;
  faces::forSamples(
    surface, [&](const faces::Sample& sample) { covered.push_back(frame.at(sample)); });
  Vector2d p;
  if (!PressureFit(covered, faces::toEigen(force).norm(), shape).solve(p))
  {
    throw Error("The faces of the region cannot carry the bearing load " +
      textOf(faces::toEigen(force)) +
      ": none, or too few, are on the side of the cylinder that it presses. Choose the whole "
      "cylinder, or a force that points to the middle of the faces of a hole.");
  }
  BearingForces result;
  double area = 0.0;
  double moment = 0.0;
  std::size_t next = 0;
  const int power = static_cast<int>(shape);
  result.forces = faces::spread(surface,
    [&](const faces::Sample&) -> Vector3d
    {
      const Covered& point = covered[next++];
      const double pressure = powered(p.dot(point.direction), power);
      area += pressure > 0.0 ? point.angle : 0.0;
      moment += pressure > 0.0 ? point.angle * point.radius : 0.0;
      const Vector2d f = point.angle * pressure * point.direction;
      return f[0] * frame.along + f[1] * frame.across;
    });
  result.radius = moment / area;
  result.peakPressure = powered(p.norm(), power) / result.radius;
  return result;
}
}
