#include "DensityBody.h"

#include "Core/Context.h"
#include "Core/Observer.h"
#include "Design/LevelSet/InitialLevelSet.h"
#include "Mesh/Generators/BoxMeshes.h"
#include "Mesh/Nurbs/NurbsQuadrature.h"
#include "Mesh/Nurbs/NurbsRefinement.h"
#include "Optimization/LevelSet/LevelSetTask.h"
#include "Optimization/TopologyOptimizer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>

namespace trabecula::testing
{
namespace
{
/// Returns the coefficients of the same level set after each span is halved.
std::vector<double> halved(const NurbsPatch& patch, const std::vector<double>& levelSet)
{
  NurbsPatch values = patch;
  for (std::size_t i = 0; i < levelSet.size(); ++i)
  {
    values.points[3 * i] = levelSet[i];
    values.points[3 * i + 1] = values.points[3 * i + 2] = 0.0;
  }
  values = halveSpans(values);
  std::vector<double> result;
  for (std::size_t i = 0; i < values.numberOfControlPoints(); ++i)
  {
    result.push_back(values.points[3 * i]);
  }
  return result;
}

/// A layer of hexahedra over the elements of a plane patch, with the conditions of an example.
class DensityProblem
{
public:
  DensityProblem(LevelSetExample example, const std::array<int, 3>& elements)
    : X(elements[0]), Y(elements[1])
  {
    const LevelSetProblem plane = makeLevelSetExample(example, elements);
    const double height = meanElementSize(plane.patch);
    this->Problem.structure.mesh = makeBoxMesh({ this->X, this->Y, 1 }, { 1.0, 1.0, height });
    std::vector<double>& points = this->Problem.structure.mesh.points;
    for (std::size_t i = 0; i < points.size(); i += 3)
    {
      const auto x = evaluateAt(plane.patch, { points[i], points[i + 1], 0.0 }).position;
      points[i] = x[0];
      points[i + 1] = x[1];
    }
    this->Problem.structure.supports.assign(points.size(), 0);
    this->Problem.structure.loadCases.resize(1);
    this->Problem.structure.loadCases[0].forces.assign(points.size(), 0.0);
    this->holdLayer();
    this->Problem.design.settings.volumeFraction = plane.design.settings.volumeFraction;
    this->Problem.design.densities.filter = FilterKind::Density;
    this->Problem.design.densities.filterRadius = 1.5 * height;
    this->setConditions(example);
  }

  const TopologyProblem& problem() const { return this->Problem; }

  /// Returns the mean of the densities around each node of the plane.
  std::vector<double> nodalMeans(const std::vector<double>& density) const
  {
    std::vector<double> sums(std::size_t(this->X + 1) * std::size_t(this->Y + 1), 0.0);
    std::vector<double> counts(sums.size(), 0.0);
    for (int j = 0; j < this->Y; ++j)
    {
      for (int i = 0; i < this->X; ++i)
      {
        for (int corner = 0; corner < 4; ++corner)
        {
          const std::size_t node = this->node(i + corner % 2, j + corner / 2, 0);
          sums[node] += density[std::size_t(i + this->X * j)];
          counts[node] += 1.0;
        }
      }
    }
    std::transform(sums.begin(), sums.end(), counts.begin(), sums.begin(), std::divides<>());
    return sums;
  }

  /// Interpolates values at nodes linearly. @param u, v parameters from 0 to 1
  double interpolate(const std::vector<double>& values, double u, double v) const
  {
    const int i = std::min(static_cast<int>(u * this->X), this->X - 1);
    const int j = std::min(static_cast<int>(v * this->Y), this->Y - 1);
    const double a = u * this->X - i;
    const double b = v * this->Y - j;
    return (1.0 - b) *
      ((1.0 - a) * values[this->node(i, j, 0)] + a * values[this->node(i + 1, j, 0)]) +
      b * ((1.0 - a) * values[this->node(i, j + 1, 0)] + a * values[this->node(i + 1, j + 1, 0)]);
  }

private:
  std::size_t node(int i, int j, int k) const
  {
    return std::size_t(i) +
      std::size_t(this->X + 1) * (std::size_t(j) + std::size_t(this->Y + 1) * std::size_t(k));
  }
  void hold(int i, int j, std::size_t component)
  {
    for (int k = 0; k < 2; ++k)
    {
      this->Problem.structure.supports[3 * this->node(i, j, k) + component] = 1;
    }
  }
  /// Fixes the lower side in the normal direction.
  void holdLayer()
  {
    for (int j = 0; j <= this->Y; ++j)
    {
      for (int i = 0; i <= this->X; ++i)
      {
        this->Problem.structure.supports[3 * this->node(i, j, 0) + 2] = 1;
      }
    }
  }
  void setForce(int i, int j, std::size_t component, double value)
  {
    for (int k = 0; k < 2; ++k)
    {
      this->Problem.structure.loadCases[0].forces[3 * this->node(i, j, k) + component] =
        0.5 * value;
    }
  }
  void setConditions(LevelSetExample example)
  {
    switch (example)
    {
      case LevelSetExample::MbbBeam:
        this->hold(0, 0, 0);
        this->hold(0, 0, 1);
        this->hold(this->X, 0, 1);
        this->setForce(this->X / 2, this->Y, 1, -1.0);
        break;
      case LevelSetExample::QuarterAnnulus:
        for (int i = 0; i <= this->X; ++i)
        {
          this->hold(i, 0, 0);
          this->hold(i, 0, 1);
        }
        this->setForce(this->X, this->Y, 0, -1.0);
        break;
      default:
        for (int j = 0; j <= this->Y; ++j)
        {
          this->hold(0, j, 0);
          this->hold(0, j, 1);
        }
        this->setForce(this->X, this->Y / 2, 1, -1.0);
    }
  }

  int X;
  int Y;
  TopologyProblem Problem;
};
}

ContourBody contourBody(
  LevelSetExample example, const std::array<int, 3>& elements, const std::vector<double>& levelSet)
{
  const LevelSetProblem coarse = makeLevelSetExample(example, elements);
  LevelSetProblem fine =
    makeLevelSetExample(example, { 2 * elements[0], 2 * elements[1], 2 * elements[2] });
  fine.design.initialDensity = halved(coarse.patch, levelSet);
  fine.method.smoothingRadius = 1e-9;
  fine.design.settings.minimumModulusRatio = 1e-6;
  Observer silent;
  TopologyOptimizer optimizer(fine, makeContext(selectDevice(DeviceRequest::Host)), silent);
  optimizer.step(silent);
  return { optimizer.record()["Compliance"], optimizer.record()["VolumeFraction"] };
}

ContourBody densityBody(
  LevelSetExample example, const std::array<int, 3>& elements, const Device& device)
{
  const DensityProblem densities(example, elements);
  Observer silent;
  TopologyOptimizer optimizer(densities.problem(), makeContext(device), silent);
  constexpr int iterations = 200;
  for (int i = 0; i < iterations && optimizer.step(silent) == StepStatus::Advanced; ++i)
  {
  }
  const std::vector<double> nodal = densities.nodalMeans(optimizer.density());
  const NurbsPatch patch = makeLevelSetExample(example, elements).patch;
  const Context<HostSpace> context;
  const auto bodyAt = [&](double threshold)
  {
    std::vector<double> values;
    for (const double v : grevillePoints(patch.degrees[1], patch.knots[1]))
    {
      for (const double u : grevillePoints(patch.degrees[0], patch.knots[0]))
      {
        values.push_back(densities.interpolate(nodal, u, v) - threshold);
      }
    }
    return contourBody(example, elements, levelSetOfValues(context, patch, values));
  };
  // The area decreases with the threshold.
  double low = 0.02;
  double high = 0.98;
  ContourBody body;
  for (int step = 0; step < 12; ++step)
  {
    const double middle = 0.5 * (low + high);
    body = bodyAt(middle);
    (body.volumeFraction > densities.problem().design.settings.volumeFraction ? low : high) =
      middle;
  }
  return body;
}
}
