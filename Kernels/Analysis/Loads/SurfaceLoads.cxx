#include "Analysis/Loads/SurfaceLoads.h"

#include "Analysis/Loads/FaceSamples.h"
#include "Core/Error.h"
#include "Core/Text.h"

#include <Eigen/Dense>

#include <cmath>
#include <string>

namespace trabecula
{
namespace
{
/// Moments of inertia below this fraction of the largest one count as zero.
constexpr double Vanishing = 1e-12;
/// Largest negligible fraction of a moment about an axis about which forces can have no moment.
constexpr double Negligible = 1e-9;

using faces::add;
using faces::forSamples;
using faces::Sample;
using faces::spread;
using faces::toEigen;
using faces::vectorOf;
using Matrix = Eigen::Matrix3d;
using Vector3d = Eigen::Vector3d;

/// Moments of weighted positions.
struct Inertia
{
  double weight = 0.0;
  Vector3d first = Vector3d::Zero();
  Matrix second = Matrix::Zero(); ///< about the centroid

  Vector3d centroid() const { return this->first / this->weight; }
  void addFirst(double w, const Vector3d& x)
  {
    this->weight += w;
    this->first += w * x;
  }
  void addSecond(double w, const Vector3d& x)
  {
    const Vector3d r = x - this->centroid();
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

std::string vectorText(const Vector3d& v)
{
  std::string text;
  for (Eigen::Index c = 0; c < 3; ++c)
  {
    text += (c ? ", " : "(") + shortText(std::abs(v[c]) < 1e-6 ? 0.0 : v[c]);
  }
  return text + ")";
}

/// The vector omega such that forces w omega x (x - c) have the given moment.
Vector3d rotationFor(const Inertia& inertia, const Vector3d& moment)
{
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(inertia.second);
  const double largest = solver.eigenvalues()[2];
  Vector3d omega = Vector3d::Zero();
  for (Eigen::Index k = 0; k < 3; ++k)
  {
    const Vector3d axis = solver.eigenvectors().col(k);
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

FaceSurface::FaceSurface(const QuadSurface& quads) : points(quads.points), nodes(quads.quads)
{
  for (std::size_t f = 1; f <= quads.numberOfFaces(); ++f)
  {
    this->offsets.push_back(static_cast<std::int64_t>(4 * f));
  }
}

void FaceSurface::append(const std::int32_t* face, int count)
{
  this->nodes.insert(this->nodes.end(), face, face + count);
  this->offsets.push_back(static_cast<std::int64_t>(this->nodes.size()));
}

FaceSurface surfaceOf(const Mesh& mesh, const std::vector<ElementFace>& faces)
{
  FaceSurface surface;
  surface.points = mesh.points;
  for (const ElementFace& face : faces)
  {
    const auto e = static_cast<std::size_t>(face.element);
    const CellShape& shape = mesh.shape(e);
    std::array<std::int32_t, CellShape::MostFaceNodes> nodes{};
    for (int i = 0; i < shape.nodesOfFace[face.face]; ++i)
    {
      nodes[i] = mesh.element(e)[shape.faceNodes[face.face][i]];
    }
    surface.append(nodes.data(), shape.nodesOfFace[face.face]);
  }
  return surface;
}

std::vector<double> forcesOfTraction(const FaceSurface& surface, const Vector3& traction)
{
  const Vector3d t = toEigen(traction);
  return spread(
    surface, [&](const Sample& sample) -> Vector3d { return sample.areaVector.norm() * t; });
}

std::vector<double> forcesOfPressure(const FaceSurface& surface, double pressure)
{
  return spread(
    surface, [&](const Sample& sample) -> Vector3d { return -pressure * sample.areaVector; });
}

std::vector<double> forcesOfTotalForce(const FaceSurface& surface, const Vector3& total)
{
  const double area = areaOf(surface);
  requireArea(area);
  return forcesOfTraction(surface, { total[0] / area, total[1] / area, total[2] / area });
}

std::vector<double> forcesOfMoment(const FaceSurface& surface, const Vector3& moment)
{
  Inertia inertia;
  forSamples(surface,
    [&](const Sample& sample) { inertia.addFirst(sample.areaVector.norm(), sample.position); });
  requireArea(inertia.weight);
  forSamples(surface,
    [&](const Sample& sample) { inertia.addSecond(sample.areaVector.norm(), sample.position); });
  const Vector3d omega = rotationFor(inertia, toEigen(moment));
  const Vector3d centroid = inertia.centroid();
  return spread(surface,
    [&](const Sample& sample) -> Vector3d
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
  const std::size_t count = points.size() / 3;
  const RotationalForces rotation =
    rotationalForces(points, std::vector<double>(count, 1.0), moment);
  std::vector<double> forces(points.size(), 0.0);
  for (std::size_t i = 0; i < count; ++i)
  {
    const Vector3 force = rotation({ points[3 * i], points[3 * i + 1], points[3 * i + 2] }, 1.0);
    add(forces, i, toEigen(force));
  }
  return forces;
}

RotationalForces rotationalForces(
  const std::vector<double>& points, const std::vector<double>& weights, const Vector3& moment)
{
  Inertia inertia;
  for (std::size_t i = 0; i < weights.size(); ++i)
  {
    inertia.addFirst(weights[i], vectorOf(points, i));
  }
  requireArea(inertia.weight);
  for (std::size_t i = 0; i < weights.size(); ++i)
  {
    inertia.addSecond(weights[i], vectorOf(points, i));
  }
  RotationalForces rotation;
  const Vector3d omega = rotationFor(inertia, toEigen(moment));
  const Vector3d centroid = inertia.centroid();
  for (std::size_t c = 0; c < 3; ++c)
  {
    rotation.omega[c] = omega[static_cast<Eigen::Index>(c)];
    rotation.centroid[c] = centroid[static_cast<Eigen::Index>(c)];
  }
  return rotation;
}

Vector3 RotationalForces::operator()(const Vector3& position, double weight) const
{
  const Vector3d force =
    weight * toEigen(this->omega).cross(toEigen(position) - toEigen(this->centroid));
  return { force[0], force[1], force[2] };
}

double areaOf(const FaceSurface& surface)
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
    const Vector3d force = vectorOf(forces, i);
    if (force.isZero(0.0)) // the case at most points
    {
      continue;
    }
    const Vector3d moment = vectorOf(points, i).cross(force);
    for (std::size_t c = 0; c < 3; ++c)
    {
      result.force[c] += force[static_cast<Eigen::Index>(c)];
      result.moment[c] += moment[static_cast<Eigen::Index>(c)];
    }
  }
  return result;
}
}
