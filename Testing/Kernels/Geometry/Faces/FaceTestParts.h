#ifndef TRABECULA_TESTING_KERNELS_GEOMETRY_FACES_FACETESTPARTS_H
#define TRABECULA_TESTING_KERNELS_GEOMETRY_FACES_FACETESTPARTS_H

#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <random>
#include <vector>

namespace trabecula::testing
{
constexpr double PiOfFaces = 3.14159265358979323846;

using Plane = std::array<double, 2>;

/// A position of a part in space: a rotation, and a shift afterwards.
class Pose
{
public:
  explicit Pose(std::mt19937& random)
  {
    std::normal_distribution<double> normal;
    double length = 0.0;
    for (double& component : this->Quaternion)
    {
      component = normal(random);
      length += component * component;
    }
    for (double& component : this->Quaternion)
    {
      component /= std::sqrt(length);
    }
    std::uniform_real_distribution<double> shift(-20.0, 20.0);
    this->Shift = { shift(random), shift(random), shift(random) };
  }

  Position turned(const Position& x) const
  {
    const auto [w, a, b, c] = this->Quaternion;
    const Position axis = { a, b, c };
    const Position t = crossProduct(axis, x);
    const Position s = crossProduct(axis, t);
    return { x[0] + 2.0 * (w * t[0] + s[0]), x[1] + 2.0 * (w * t[1] + s[1]),
      x[2] + 2.0 * (w * t[2] + s[2]) };
  }
  Position placed(const Position& x) const
  {
    const Position y = this->turned(x);
    return { y[0] + this->Shift[0], y[1] + this->Shift[1], y[2] + this->Shift[2] };
  }

private:
  std::array<double, 4> Quaternion = {};
  Position Shift = {};
};

inline TriangleMesh placed(TriangleMesh mesh, const Pose& pose)
{
  for (std::size_t p = 0; p < mesh.numberOfPoints(); ++p)
  {
    const Position x = pose.placed(mesh.point(static_cast<std::int32_t>(p)));
    for (std::size_t c = 0; c < 3; ++c)
    {
      mesh.points[3 * p + c] = static_cast<double>(static_cast<float>(x[c]));
    }
  }
  return mesh;
}

/// Adds two triangles; their points are not shared, as in files of triangles.
inline void addQuad(TriangleMesh& mesh, const std::array<Position, 4>& x)
{
  for (const int i : { 0, 1, 2, 0, 2, 3 })
  {
    mesh.triangles.push_back(static_cast<std::int32_t>(mesh.numberOfPoints()));
    mesh.points.insert(mesh.points.end(), x[std::size_t(i)].begin(), x[std::size_t(i)].end());
  }
}

/// A point of a wall: its number around, and its share of the height.
using WallPoint = std::function<Position(std::size_t i, std::size_t layer)>;

inline void addWall(TriangleMesh& mesh, std::size_t around, std::size_t layers, const WallPoint& at)
{
  for (std::size_t i = 0; i < around; ++i)
  {
    for (std::size_t k = 0; k < layers; ++k)
    {
      addQuad(mesh, { at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1) });
    }
  }
}

/// A plate with rounded corners and a hole in its middle.
struct Plate
{
  double length = 60.0;
  double width = 40.0;
  double height = 12.0;
  double corner = 8.0;
  double hole = 7.0;
  int strips = 5; ///< of each corner
  std::size_t layers = 1;
  /// Movement of points between layers along corners, as a part of a strip: no strips remain.
  double jitter = 0.0;

  /// A point of the outline: on a corner's arc, or elsewhere.
  struct Outline
  {
    Plane position;
    Plane centre = {};
    double angle = 0.0;
    bool isOnArc = false; ///< and not at its ends
  };

  /// Points of the outline, anticlockwise. Sides are divided, so that the strips of the hole, which
  /// are opposite to them, are narrow.
  std::vector<Outline> outline() const
  {
    std::vector<Outline> points;
    const std::array<Plane, 4> signs = { { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } } };
    const auto centreOf = [&](std::size_t c)
    {
      return Plane{ signs[c][0] * (0.5 * this->length - this->corner),
        signs[c][1] * (0.5 * this->width - this->corner) };
    };
    for (std::size_t c = 0; c < 4; ++c)
    {
      for (int s = 0; s <= this->strips; ++s)
      {
        const double angle = 0.5 * PiOfFaces * (double(c) + double(s) / this->strips);
        points.push_back(
          { this->onArc(centreOf(c), angle), centreOf(c), angle, s > 0 && s < this->strips });
      }
      const Plane begin = points.back().position;
      const Plane end = this->onArc(centreOf((c + 1) % 4), 0.5 * PiOfFaces * double(c + 1));
      constexpr int pieces = 6;
      for (int i = 1; i < pieces; ++i)
      {
        const double t = double(i) / pieces;
        points.push_back(
          { { begin[0] + t * (end[0] - begin[0]), begin[1] + t * (end[1] - begin[1]) } });
      }
    }
    return points;
  }

  TriangleMesh mesh() const
  {
    const std::vector<Outline> outer = this->outline();
    const std::size_t n = outer.size();
    std::mt19937 random(9);
    std::uniform_real_distribution<double> shift(-this->jitter, this->jitter);
    std::vector<double> shifts(n * (this->layers + 1));
    std::generate(shifts.begin(), shifts.end(), [&] { return shift(random); });
    const auto level = [&](std::size_t k)
    { return this->height * double(k) / double(this->layers); };
    const auto wall = [&](std::size_t i, std::size_t k)
    {
      const Outline& at = outer[i % n];
      const double turn = 0.5 * PiOfFaces / this->strips * shifts[i % n * (this->layers + 1) + k];
      const bool isMoved = at.isOnArc && k > 0 && k < this->layers;
      const Plane x = isMoved ? this->onArc(at.centre, at.angle + turn) : at.position;
      return Position{ x[0], x[1], level(k) };
    };
    const auto bore = [&](std::size_t i, std::size_t k)
    {
      const Plane& at = outer[i % n].position;
      const double angle = std::atan2(at[1], at[0]);
      return Position{ this->hole * std::cos(angle), this->hole * std::sin(angle), level(k) };
    };
    TriangleMesh mesh;
    addWall(mesh, n, this->layers, wall);
    for (std::size_t i = 0; i < n; ++i)
    {
      const std::size_t top = this->layers;
      addQuad(mesh, { wall(i, top), wall(i + 1, top), bore(i + 1, top), bore(i, top) });
      addQuad(mesh, { wall(i + 1, 0), wall(i, 0), bore(i, 0), bore(i + 1, 0) });
    }
    addWall(
      mesh, n, this->layers, [&](std::size_t i, std::size_t k) { return bore(n - i % n, k); });
    return mesh;
  }

private:
  Plane onArc(const Plane& centre, double angle) const
  {
    return { centre[0] + this->corner * std::cos(angle),
      centre[1] + this->corner * std::sin(angle) };
  }
};
}

#endif
