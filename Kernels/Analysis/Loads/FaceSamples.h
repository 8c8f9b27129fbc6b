#ifndef TRABECULA_ANALYSIS_LOADS_FACESAMPLES_H
#define TRABECULA_ANALYSIS_LOADS_FACESAMPLES_H

#include "Analysis/Loads/SurfaceLoads.h"
#include "Element/FaceQuadrature.h"

#include <Eigen/Dense>

#include <cstddef>
#include <cstdint>
#include <vector>

// Loops over the quadrature points of faces, for loads on them.
namespace trabecula::faces
{
inline Eigen::Vector3d toEigen(const Vector3& v)
{
  return { v[0], v[1], v[2] };
}

inline Eigen::Vector3d vectorOf(const std::vector<double>& points, std::size_t i)
{
  return { points[3 * i], points[3 * i + 1], points[3 * i + 2] };
}

inline void add(std::vector<double>& forces, std::size_t point, const Eigen::Vector3d& force)
{
  for (std::size_t c = 0; c < 3; ++c)
  {
    forces[3 * point + c] += force[static_cast<Eigen::Index>(c)];
  }
}

/// A quadrature point of a face.
struct Sample
{
  const std::int32_t* nodes;
  int count;           ///< number of nodes
  const double* shape; ///< shape functions of the nodes
  Eigen::Vector3d position;
  Eigen::Vector3d areaVector; ///< outward unit normal times the weight of the point, length squared
};

/// Calls visit(const Sample&) for all quadrature points of all faces.
template <class Visit>
void forSamples(const FaceSurface& surface, const Visit& visit)
{
  for (std::size_t f = 0; f < surface.numberOfFaces(); ++f)
  {
    const int count = surface.nodesOf(f);
    const std::int32_t* nodes = surface.face(f);
    for (const FacePoint& point : facePoints(count))
    {
      Sample sample = { nodes, count, point.shape.values.data(), Eigen::Vector3d::Zero(),
        Eigen::Vector3d::Zero() };
      Eigen::Vector3d xi = Eigen::Vector3d::Zero();
      Eigen::Vector3d eta = Eigen::Vector3d::Zero();
      for (std::size_t a = 0; a < std::size_t(count); ++a)
      {
        const Eigen::Vector3d x = vectorOf(surface.points, static_cast<std::size_t>(nodes[a]));
        sample.position += point.shape.values[a] * x;
        xi += point.shape.derivatives[a][0] * x;
        eta += point.shape.derivatives[a][1] * x;
      }
      sample.areaVector = point.weight * xi.cross(eta);
      visit(sample);
    }
  }
}

/// Consistent forces of a force at each quadrature point.
template <class Force>
std::vector<double> spread(const FaceSurface& surface, const Force& force)
{
  std::vector<double> forces(surface.points.size(), 0.0);
  forSamples(surface,
    [&](const Sample& sample)
    {
      const Eigen::Vector3d f = force(sample);
      for (int a = 0; a < sample.count; ++a)
      {
        add(forces, static_cast<std::size_t>(sample.nodes[a]), sample.shape[a] * f);
      }
    });
  return forces;
}
}

#endif
