// Tests of bearing loads on cylinders, parts of them and stairs of voxels.

#include "Support/Random.h"

#include "Analysis/Loads/BearingLoad.h"
#include "Core/Error.h"

#include <Eigen/Dense>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace trabecula;
using namespace trabecula::testing;

namespace
{
constexpr double Pi = 3.14159265358979323846;
constexpr double Rounding = 1e-12;

/// A distribution of the pressure with what is known of it on a whole cylinder.
struct KnownPressure
{
  BearingPressure shape;
  double peak; ///< times F / (R L)
  double lean; ///< sum of the components of force and radius along the force, times F R
};

// By the integrals of cos^2, cos^3 and cos^4 over half a circle: pi / 2, 4 / 3 and 3 pi / 8.
constexpr KnownPressure KnownPressures[] = {
  { BearingPressure::Cosine, 2.0 / Pi, 8.0 / (3.0 * Pi) },
  { BearingPressure::CosineSquared, 3.0 / 4.0, 9.0 * Pi / 32.0 },
};

/// A part of a cylinder about the z axis, turned, scaled and moved.
struct Bearing
{
  double radius = 1.0;
  double length = 1.0;
  double begin = 0.0; ///< angles of its faces
  double end = 2.0 * Pi;
  int around = 24;
  int along = 2;
  bool isHole = true;       ///< whether normals point to the axis
  bool isQuadratic = false; ///< quadrilaterals of 8 nodes, with all on the cylinder
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
  Eigen::Vector3d place = Eigen::Vector3d::Zero();

  BearingAxis axis() const
  {
    const Eigen::Vector3d z = this->turn.col(2);
    return { { this->place[0], this->place[1], this->place[2] }, { z[0], z[1], z[2] } };
  }

  /// A vector across the axis at an angle.
  Vector3 across(double angle, double size) const
  {
    const Eigen::Vector3d v =
      this->turn * Eigen::Vector3d(size * std::cos(angle), size * std::sin(angle), 0.0);
    return { v[0], v[1], v[2] };
  }

  FaceSurface faces() const
  {
    FaceSurface surface;
    const int rings = 2 * this->along;
    const int columns = 2 * this->around;
    for (int i = 0; i <= columns; ++i)
    {
      for (int k = 0; k <= rings; ++k)
      {
        const double angle = this->begin + (this->end - this->begin) * i / columns;
        const Eigen::Vector3d x = this->place +
          this->turn *
            Eigen::Vector3d(this->radius * std::cos(angle), this->radius * std::sin(angle),
              this->length * (double(k) / rings - 0.5));
        surface.points.insert(surface.points.end(), { x[0], x[1], x[2] });
      }
    }
    const auto at = [&](int i, int k) { return std::int32_t(i * (rings + 1) + k); };
    for (int i = 0; i < columns; i += 2)
    {
      for (int k = 0; k < rings; k += 2)
      {
        // Anticlockwise seen from outside, or from the axis.
        std::vector<std::int32_t> face = { at(i, k), at(i + 2, k), at(i + 2, k + 2), at(i, k + 2),
          at(i + 1, k), at(i + 2, k + 1), at(i + 1, k + 2), at(i, k + 1) };
        if (this->isHole)
        {
          face = { face[0], face[3], face[2], face[1], face[7], face[6], face[5], face[4] };
        }
        if (this->isQuadratic)
        {
          surface.append(face.data(), 8);
        }
        else if ((i + k) % 4 == 0)
        {
          surface.append(face.data(), 4);
        }
        else
        {
          surface.append(face.data(), 3);
          const std::int32_t other[3] = { face[0], face[2], face[3] };
          surface.append(other, 3);
        }
      }
    }
    return surface;
  }
};

Bearing randomBearing(Random& random)
{
  Bearing bearing;
  bearing.radius = std::pow(10.0, random.uniform(-2, 2));
  bearing.length = bearing.radius * random.uniform(0.2, 5);
  bearing.around = 8 + static_cast<int>(random.index(30));
  bearing.isHole = random.index(2) == 0;
  bearing.isQuadratic = random.index(2) == 0;
  const Eigen::Vector3d axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  bearing.turn = Eigen::AngleAxisd(random.uniform(0, 6), axis.normalized()).toRotationMatrix();
  bearing.place = bearing.radius *
    Eigen::Vector3d(random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9));
  return bearing;
}

/// The moment of forces about a point.
Eigen::Vector3d momentAbout(
  const FaceSurface& surface, const std::vector<double>& forces, const Vector3& point)
{
  const Resultant sum = resultantOf(surface.points, forces);
  const Eigen::Vector3d x(point[0], point[1], point[2]);
  const Eigen::Vector3d f(sum.force[0], sum.force[1], sum.force[2]);
  return Eigen::Vector3d(sum.moment[0], sum.moment[1], sum.moment[2]) - x.cross(f);
}

void expectRefusal(const FaceSurface& surface, const BearingAxis& axis, const Vector3& force,
  const std::string& words)
{
  try
  {
    forcesOfBearing(surface, axis, force);
    ADD_FAILURE() << "No refusal with " << words;
  }
  catch (const Error& error)
  {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}
}

TEST(BearingLoad, HasItsForceAndNoMomentAboutTheAxis)
{
  Random random(3);
  for (int draw = 0; draw < 120; ++draw)
  {
    const BearingPressure shape = KnownPressures[draw / 60].shape;
    Bearing bearing = randomBearing(random);
    if (draw % 2 == 0)
    {
      // A part of a cylinder, with the pressed side in it.
      bearing.begin = random.uniform(0, 2);
      bearing.end = bearing.begin + random.uniform(1.5, 6);
    }
    const double inside = bearing.begin + random.uniform(0.3, 0.7) * (bearing.end - bearing.begin);
    const double size = std::pow(10.0, random.uniform(-3, 3));
    const Vector3 force = bearing.across(bearing.isHole ? inside : inside + Pi, size);
    const FaceSurface surface = bearing.faces();
    const BearingForces found = forcesOfBearing(surface, bearing.axis(), force, shape);
    const Resultant sum = resultantOf(surface.points, found.forces);
    for (std::size_t c = 0; c < 3; ++c)
    {
      EXPECT_NEAR(sum.force[c], force[c], 10 * Rounding * size) << "draw " << draw;
    }
    const Eigen::Vector3d moment = momentAbout(surface, found.forces, bearing.axis().point);
    EXPECT_LE(std::abs(moment.dot(bearing.turn.col(2))),
      100 * Rounding * size * (bearing.radius + bearing.place.norm()));
    // Faces are chords.
    EXPECT_LE(found.radius, (1.0 + Rounding) * bearing.radius);
    EXPECT_GE(found.radius,
      bearing.radius * std::cos(0.5 * (bearing.end - bearing.begin) / bearing.around));
  }
}

TEST(BearingLoad, IsItsFormulaOnAWholeCylinder)
{
  // Its peak is 2 F / (pi R L) for the cosine and 3 F / (4 R L) for its square.
  Random random(5);
  for (int draw = 0; draw < 40; ++draw)
  {
    const KnownPressure& known = KnownPressures[draw % 2];
    Bearing bearing = randomBearing(random);
    bearing.around = 48;
    bearing.isQuadratic = true;
    const Vector3 force = bearing.across(random.uniform(0, 6), 7.0);
    const FaceSurface surface = bearing.faces();
    const BearingForces found = forcesOfBearing(surface, bearing.axis(), force, known.shape);
    const double peak = known.peak * 7.0 / (bearing.radius * bearing.length);
    EXPECT_NEAR(found.peakPressure, peak, 1e-4 * peak);
    EXPECT_LE(momentAbout(surface, found.forces, bearing.axis().point).norm(),
      1e-9 * 7.0 * (bearing.radius + bearing.place.norm()));
    // Only the pressed half has forces.
    double lean = 0.0;
    for (std::size_t i = 0; 3 * i < found.forces.size(); ++i)
    {
      const Eigen::Vector3d x = Eigen::Vector3d(surface.points[3 * i], surface.points[3 * i + 1],
                                  surface.points[3 * i + 2]) -
        bearing.place;
      const Eigen::Vector3d f(force[0], force[1], force[2]);
      const double cosine = (bearing.isHole ? 1.0 : -1.0) * x.dot(f) / (7.0 * bearing.radius);
      const Eigen::Vector3d at(
        found.forces[3 * i], found.forces[3 * i + 1], found.forces[3 * i + 2]);
      if (cosine < -0.15)
      {
        EXPECT_EQ(at.norm(), 0.0);
      }
      lean += cosine * at.dot(f) / (7.0 * 7.0);
    }
    EXPECT_NEAR(lean, known.lean, 1e-4);
  }
}

TEST(BearingLoad, IsTheSameOnStairsOfVoxels)
{
  // The bore of radius 10 in a sheet of voxels of edge 1 and thickness 5, with its centre off the
  // grid's lines. The pressure of the faces with their own normals would be 10 everywhere.
  const double centre[2] = { 20.3, 20.1 };
  const auto isSolid = [&](int i, int j)
  { return std::hypot(i + 0.5 - centre[0], j + 0.5 - centre[1]) > 10.0; };
  FaceSurface stairs;
  const auto quad = [&](const double(&corners)[4][2], bool turned)
  {
    // The edge between the first two corners, extruded along z.
    std::int32_t face[4];
    for (int c = 0; c < 4; ++c)
    {
      face[turned ? 3 - c : c] = std::int32_t(stairs.points.size() / 3);
      stairs.points.insert(
        stairs.points.end(), { corners[c][0], corners[c][1], c < 2 ? 0.0 : 5.0 });
    }
    stairs.append(face, 4);
  };
  for (int i = 0; i < 40; ++i)
  {
    for (int j = 0; j < 40; ++j)
    {
      const double x = i + 1.0;
      const double y = j + 1.0;
      if (isSolid(i, j) != isSolid(i + 1, j))
      {
        // The outward normal is towards the void: +x if the first voxel is solid.
        quad({ { x, y - 1 }, { x, y }, { x, y }, { x, y - 1 } }, !isSolid(i, j));
      }
      if (isSolid(i, j) != isSolid(i, j + 1))
      {
        quad({ { x, y }, { x - 1, y }, { x - 1, y }, { x, y } }, !isSolid(i, j));
      }
    }
  }
  for (const KnownPressure& known : KnownPressures)
  {
    for (const double angle : { 0.0, 0.4, 2.0, 4.0 })
    {
      const Vector3 force = { 1000.0 * std::cos(angle), 1000.0 * std::sin(angle), 0.0 };
      const BearingForces found =
        forcesOfBearing(stairs, { { 20.3, 20.1, 0.0 }, { 0, 0, 1 } }, force, known.shape);
      const Resultant sum = resultantOf(stairs.points, found.forces);
      EXPECT_NEAR(sum.force[0], force[0], 1e-9);
      EXPECT_NEAR(sum.force[1], force[1], 1e-9);
      EXPECT_NEAR(sum.moment[2], 20.3 * force[1] - 20.1 * force[0], 1e-8);
      // 12.7 and 15; the radii of the faces are known to half an edge.
      EXPECT_NEAR(found.peakPressure, 20.0 * known.peak, 0.5);
    }
  }
}

TEST(BearingLoad, TurnsAnAxisOfAFit)
{
  Bearing bearing;
  const FaceSurface surface = bearing.faces();
  const BearingAxis inclined = { {}, { 0.01, 0.0, 1.0 } };
  const BearingForces found = forcesOfBearing(surface, inclined, { 3.0, 0.0, 0.0 });
  const Resultant sum = resultantOf(surface.points, found.forces);
  EXPECT_NEAR(sum.force[0], 3.0, Rounding * 10);
  EXPECT_NEAR(sum.force[2], 0.0, Rounding * 10);
}

TEST(BearingLoad, RefusesWhatNoFaceCarries)
{
  Bearing bearing;
  const BearingAxis axis = bearing.axis();
  expectRefusal(bearing.faces(), axis, { 0, 0, 0 }, "force 0");
  expectRefusal(bearing.faces(), axis, { 1, 0, 1 }, "1 along the axis (0, 0, 1)");
  bearing.begin = 0.2;
  bearing.end = 0.8;
  expectRefusal(bearing.faces(), axis, { -1, 0, 0 }, "cannot carry");
  EXPECT_THROW(
    forcesOfBearing(bearing.faces(), axis, { -1, 0, 0 }, BearingPressure::CosineSquared), Error);
  EXPECT_THROW(
    forcesOfBearing(bearing.faces(), axis, { 0, 1, 0 }, BearingPressure::CosineSquared), Error);
  expectRefusal(bearing.faces(), axis, { 0, 1, 0 }, "cannot carry");
  expectRefusal(FaceSurface(), axis, { 0, 1, 0 }, "cannot carry");
}
