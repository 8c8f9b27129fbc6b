#ifndef TRABECULA_TESTING_KERNELS_ANALYSIS_BODY_BODYSTIFFNESSTESTINPUT_H
#define TRABECULA_TESTING_KERNELS_ANALYSIS_BODY_BODYSTIFFNESSTESTINPUT_H

#include "Support/FaceTractions.h"
#include "Support/Problems.h"
#include "Support/Spaces.h"

#include "Analysis/Body/BodyStiffness.h"
#include "Analysis/Body/PlaneLayer.h"
#include "Geometry/Level/TopologySurface.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace trabecula::testing
{
using Field = std::function<double(const Point&)>;

/// The surface of a design from densities at the centres of elements; without densities all are
/// solid.
inline TriangleMesh surfaceOf(const Mesh& mesh, const Field& density = {}, bool smooth = true)
{
  TopologySurfaceProblem problem;
  problem.mesh = mesh;
  problem.settings.smooth = smooth;
  for (std::size_t e = 0; e < mesh.numberOfElements(); ++e)
  {
    Point centre = {};
    for (std::size_t a = 0; a < mesh.nodesOf(e); ++a)
    {
      for (std::size_t d = 0; d < 3; ++d)
      {
        centre[d] += mesh.points[3 * static_cast<std::size_t>(mesh.element(e)[a]) + d] /
          static_cast<double>(mesh.nodesOf(e));
      }
    }
    problem.density.push_back(density ? density(centre) : 1.0);
  }
  Observer silent;
  TopologySurface surface;
  makeTopologySurface(problem, silent, surface);
  return surface.mesh;
}

inline BodyProblem bodyOf(const TopologyProblem& design, const TriangleMesh& surface)
{
  BodyProblem body;
  body.name = "the design";
  body.design = design.structure;
  body.surface = surface;
  return body;
}

/// A box of 2 x 1 x 1 supported at x = 0 with a traction in -z of total 1 at x = 2.
inline TopologyProblem box(int across)
{
  TopologyProblem problem =
    emptyProblem(makeBoxMesh({ 2 * across, across, across }, { 2.0, 1.0, 1.0 }));
  clamp(problem, [](const Point& p) { return p[0] == 0.0; });
  problem.structure.loadCases[0].forces =
    uniformTraction(problem.structure.mesh, 2.0, { 0.0, 0.0, -1.0 });
  return problem;
}

class BodyStiffnesses : public OnDevice
{
protected:
  std::vector<BodyStiffness> analyse(const std::vector<BodyProblem>& bodies, int resolution = 0,
    double radius = 0.0, double tolerance = 1e-6)
  {
    BodySettings settings;
    settings.resolution = resolution;
    settings.loadRadius = radius;
    settings.solverTolerance = tolerance;
    Observer silent;
    return analyseBodies(bodies, settings, this->Used, silent).value();
  }

  /// Expects that a body has no fault. @return its results
  BodyStiffness sound(
    const BodyProblem& body, int resolution = 0, double radius = 0.0, double tolerance = 1e-6)
  {
    BodyStiffness found = this->analyse({ body }, resolution, radius, tolerance).front();
    EXPECT_EQ(found.fault, "");
    EXPECT_EQ(found.missing, "");
    return found;
  }
};
}

#endif
