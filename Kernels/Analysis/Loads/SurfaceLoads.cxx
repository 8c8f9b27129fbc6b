#include "Analysis/Loads/SurfaceLoads.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <Eigen/Dense>

#include <cmath>
#include <string>

namespace trabecula
{
namespace
{
constexpr double GaussPoint = 0.57735026918962576451; // 1 / sqrt(3); weights are 1
/// Moments of inertia below this fraction of the largest are rounding errors.
constexpr double Vanishing = 1e-12;
/// Largest fraction of a moment about an axis about which the forces can have none.
constexpr double Negligible = 1e-9;

using Matrix = Eigen::Matrix3d;
using Vector = Eigen::Vector3d;

Vector toEigen(const Vector3& v)
{
  return { v[0], v[1], v[2] };
}

Vector pointOf(const std::vector<double>& points, std::size_t i)
{
  return { points[3 * i], points[3 * i + 1], points[3 * i + 2] };
}

void add(std::vector<double>& forces, std::size_t point, const Vector& force)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    forces[3 * point + c] += force[static_cast<Eigen::Index>(c)];
  }
}

/// A Gauss point of a face.
struct Sample
{
  const std::int32_t* corners;
  std::array<double, 4> shape; ///< of the corners
  Vector position;
  Vector areaVector; ///< outward normal times the area of the point
};

/// Calls visit(const Sample&) for all Gauss points of all faces.
template <class Visit>
void forSamples(const QuadSurface& surface, const Visit& visit)
{
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    Sample sample;
    sample.corners = &surface.quads[4 * f];
    std::array<Vector, 4> x;
    for (std::size_t a = 0; a < 4; ++a)
    {
      x[a] = pointOf(surface.points, static_cast<std::size_t>(sample.corners[a]));
    }
    // x(xi, eta) = c + a xi + b eta + t xi eta
    const Vector a = 0.25 * (x[1] - x[0] + x[2] - x[3]);
    const Vector b = 0.25 * (x[3] - x[0] + x[2] - x[1]);
    const Vector t = 0.25 * (x[0] - x[1] + x[2] - x[3]);
    for (const double xi : { -GaussPoint, GaussPoint })
    {
      for (const double eta : { -GaussPoint, GaussPoint })
      {
        sample.shape = { 0.25 * (1.0 - xi) * (1.0 - eta), 0.25 * (1.0 + xi) * (1.0 - eta),
          0.25 * (1.0 + xi) * (1.0 + eta), 0.25 * (1.0 - xi) * (1.0 + eta) };
        sample.position = sample.shape[0] * x[0] + sample.shape[1] * x[1] + sample.shape[2] * x[2] +
          sample.shape[3] * x[3];
        sample.areaVector = (a + eta * t).cross(b + xi * t);
        visit(sample);
      }
    }
  }
}

/// Consistent forces of a force on each Gauss point.
template <class Force>
std::vector<double> spread(const QuadSurface& surface, const Force& force)
{
  std::vector<double> forces(surface.points.size(), 0.0);
  forSamples(surface,
    [&](const Sample& sample)
    {
      const Vector f = force(sample);
      for (std::size_t a = 0; a < 4; ++a)
      {
        add(forces, static_cast<std::size_t>(sample.corners[a]), sample.shape[a] * f);
      }
    });
  return forces;
}

/// Positions and their weights.
struct Inertia
{
  double weight = 0.0;
  Vector first = Vector::Zero();
  Matrix second = Matrix::Zero(); ///< about the centroid

  Vector centroid() const { return this->first / this->weight; }
  void addFirst(double w, const Vector& x)
  {
    this->weight += w;
    this->first += w * x;
  }
  void addSecond(double w, const Vector& x)
  {
    const Vector r = x - this->centroid();
    this->second += w * (r.squaredNorm() * Matrix::Identity() - r * r.transpose());
  }
};

void requireArea(double area)
{
  if (!(area > 0.0))
  {
    throw Error("The faces that are to be loaded have no area. Choose others.");
  }
}

void requirePoints(const std::vector<double>& points)
{
  if (points.empty())
  {
    throw Error("There is no point to be loaded. Choose a region that has some.");
  }
}

std::string vectorText(const Vector& v)
{
  std::string text;
  for (Eigen::Index c = 0; c < 3; ++c)
  {
    text += (c ? ", " : "(") + shortText(std::abs(v[c]) < 1e-6 ? 0.0 : v[c]);
  }
  return text + ")";
}

/// omega such that forces w omega x (x - c) have the moment.
Vector rotationFor(const Inertia& inertia, const Vector& moment)
{
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(inertia.second);
  const double largest = solver.eigenvalues()[2];
  Vector omega = Vector::Zero();
  for (Eigen::Index k = 0; k < 3; ++k)
  {
    const Vector axis = solver.eigenvectors().col(k);
    const double part = axis.dot(moment);
    const double resistance = solver.eigenvalues()[k];
    if (resistance > Vanishing * largest && resistance > 0.0)
    {
      omega += part / resistance * axis;
    }
    else if (std::abs(part) > Negligible * moment.norm())
    {
      throw Error(largest > 0.0
          ? "The points to be loaded lie on one line, along " + vectorText(axis) +
            ", and forces at them make no moment about it. Choose a region with faces, or a "
            "moment across the line."
          : "A single point cannot carry a moment: it takes forces at several. Choose a larger "
            "region.");
    }
  }
  return omega;
}
}

std::vector<double> forcesOfTraction(const QuadSurface& surface, const Vector3& traction)
{
  const Vector t = toEigen(traction);
  return spread(
    surface, [&](const Sample& sample) -> Vector { return sample.areaVector.norm() * t; });
}

std::vector<double> forcesOfPressure(const QuadSurface& surface, double pressure)
{
  return spread(
    surface, [&](const Sample& sample) -> Vector { return -pressure * sample.areaVector; });
}

std::vector<double> forcesOfTotalForce(const QuadSurface& surface, const Vector3& total)
{
  const double area = areaOf(surface);
  requireArea(area);
  return forcesOfTraction(surface, { total[0] / area, total[1] / area, total[2] / area });
}

std::vector<double> forcesOfMoment(const QuadSurface& surface, const Vector3& moment)
{
  Inertia inertia;
  forSamples(surface,
    [&](const Sample& sample) { inertia.addFirst(sample.areaVector.norm(), sample.position); });
  requireArea(inertia.weight);
  forSamples(surface,
    [&](const Sample& sample) { inertia.addSecond(sample.areaVector.norm(), sample.position); });
  const Vector omega = rotationFor(inertia, toEigen(moment));
  const Vector centroid = inertia.centroid();
  return spread(surface,
    [&](const Sample& sample) -> Vector
    { return sample.areaVector.norm() * omega.cross(sample.position - centroid); });
}

std::vector<double> forcesOfTotalForceAtPoints(
  const std::vector<double>& points, const Vector3& total)
{
  requirePoints(points);
  std::vector<double> forces(points.size());
  const double share = 3.0 / static_cast<double>(points.size());
  for (std::size_t i = 0; i < forces.size(); ++i)
  {
    forces[i] = share * total[i % 3];
  }
  return forces;
}

std::vector<double> forcesOfMomentAtPoints(const std::vector<double>& points, const Vector3& moment)
{
  requirePoints(points);
  Inertia inertia;
  const std::size_t count = points.size() / 3;
  for (std::size_t i = 0; i < count; ++i)
  {
    inertia.addFirst(1.0, pointOf(points, i));
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    inertia.addSecond(1.0, pointOf(points, i));
  }
  const Vector omega = rotationFor(inertia, toEigen(moment));
  std::vector<double> forces(points.size(), 0.0);
  for (std::size_t i = 0; i < count; ++i)
  {
    add(forces, i, omega.cross(pointOf(points, i) - inertia.centroid()));
  }
  return forces;
}

double areaOf(const QuadSurface& surface)
{
  double area = 0.0;
  forSamples(surface, [&](const Sample& sample) { area += sample.areaVector.norm(); });
  return area;
}

Resultant resultantOf(const std::vector<double>& points, const std::vector<double>& forces)
{
  Resultant result;
  for (std::size_t i = 0; 3 * i < forces.size(); ++i)
  {
    const Vector force = pointOf(forces, i);
    const Vector moment = pointOf(points, i).cross(force);
    for (std::size_t c = 0; c < 3; ++c)
    {
      result.force[c] += force[static_cast<Eigen::Index>(c)];
      result.moment[c] += moment[static_cast<Eigen::Index>(c)];
    }
  }
  return result;
}
}
