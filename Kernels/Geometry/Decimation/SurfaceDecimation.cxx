#include "Geometry/Decimation/SurfaceDecimation.h"

#include "Core/Requirements.h"
#include "Geometry/Decimation/EdgeDecimation.h"
#include "Geometry/Decimation/SurfaceDeviation.h"
#include "Geometry/Decimation/SurfaceSamples.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Voxelization/TriangleCrossings.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace trabecula
{
namespace
{
/// Share of the distance for the samples, since points between them may be farther away.
constexpr double ShareOfSamples = 0.8;
/// Spacing of the points at which distances are examined, over the mean edge.
constexpr double SpacingOfSamples = 0.5;
constexpr int MostAttempts = 12;

std::int64_t crossingsOf(const TriangleMesh& mesh, std::vector<std::int32_t>& involved)
{
  involved.clear();
  const SurfaceCrossings found = findCrossings(mesh, &involved);
  return found.crossing.count + found.overlapping.count;
}

double meanEdge(const TriangleMesh& mesh)
{
  double sum = 0.0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
  {
    const std::size_t next = i % 3 == 2 ? i - 2 : i + 1;
    sum += lengthOf(minus(mesh.point(mesh.triangles[next]), mesh.point(mesh.triangles[i])));
  }
  return sum / static_cast<double>(mesh.triangles.size());
}

/// The remaining triangles with points that are numbered anew.
DecimatedSurface surfaceOf(const TriangleMesh& mesh, const DecimatedTriangles& triangles)
{
  DecimatedSurface surface;
  std::vector<std::int32_t> numbers(mesh.numberOfPoints(), -1);
  for (const std::int32_t corner : triangles.corners)
  {
    numbers[static_cast<std::size_t>(corner)] = 0;
  }
  for (std::size_t p = 0; p < numbers.size(); ++p)
  {
    if (numbers[p] == 0)
    {
      numbers[p] = static_cast<std::int32_t>(surface.points.size());
      surface.points.push_back(static_cast<std::int32_t>(p));
      surface.mesh.points.insert(
        surface.mesh.points.end(), &mesh.points[3 * p], &mesh.points[3 * p] + 3);
    }
  }
  for (const std::int32_t corner : triangles.corners)
  {
    surface.mesh.triangles.push_back(numbers[static_cast<std::size_t>(corner)]);
  }
  surface.triangles = triangles.origins;
  return surface;
}

DecimatedSurface unchanged(const TriangleMesh& mesh)
{
  DecimatedSurface surface;
  surface.mesh = mesh;
  surface.triangles.resize(mesh.numberOfTriangles());
  std::iota(surface.triangles.begin(), surface.triangles.end(), 0);
  surface.points.resize(mesh.numberOfPoints());
  std::iota(surface.points.begin(), surface.points.end(), 0);
  surface.isReduced = false;
  return surface;
}

/// How far the samples of a surface may be from the triangles that remain.
class SampleTolerances
{
public:
  SampleTolerances(const TriangleMesh& mesh, const SurfaceSamples& samples, double tolerance)
    : Mesh(mesh), Samples(samples), Values(samples.positions.size(), tolerance),
      Least(LeastShare * tolerance)
  {
  }

  const std::vector<double>& values() const { return this->Values; }

  /// The corners of a given triangle remain.
  void fix(std::int32_t triangle)
  {
    for (std::size_t c = 0; c < 3; ++c)
    {
      this->Values[static_cast<std::size_t>(this->Mesh.triangles[3 * std::size_t(triangle) + c])] =
        0.0;
    }
  }
  /// Reduces the tolerances of the samples of a given triangle.
  void reduceAt(std::int32_t triangle)
  {
    for (std::size_t k = 3 * std::size_t(triangle); k < 3 * std::size_t(triangle) + 3; ++k)
    {
      this->ToReduce.push_back(this->Mesh.triangles[k]);
      this->ToReduce.push_back(this->Samples.middles[k]);
    }
  }
  /// Reduces the tolerances of the samples at remaining triangles and at their neighbours.
  void reduceAround(const std::vector<std::int32_t>& remaining, const TriangleMesh& mesh,
    const DecimatedTriangles& triangles)
  {
    const PointTriangles around = findPointTriangles(mesh);
    for (const std::int32_t t : remaining)
    {
      for (std::size_t c = 0; c < 3; ++c)
      {
        const auto p = static_cast<std::size_t>(mesh.triangles[3 * std::size_t(t) + c]);
        for (auto i = around.starts[p]; i < around.starts[p + 1]; ++i)
        {
          const std::vector<std::int32_t>& samples =
            triangles.samples[std::size_t(around.triangles[std::size_t(i)])];
          this->ToReduce.insert(this->ToReduce.end(), samples.begin(), samples.end());
        }
      }
    }
  }
  /// Applies the reductions, each sample once. @return whether a tolerance is smaller than before
  bool apply()
  {
    std::sort(this->ToReduce.begin(), this->ToReduce.end());
    this->ToReduce.erase(
      std::unique(this->ToReduce.begin(), this->ToReduce.end()), this->ToReduce.end());
    bool isSmaller = false;
    for (const std::int32_t sample : this->ToReduce)
    {
      double& value = this->Values[static_cast<std::size_t>(sample)];
      const bool isPoint = static_cast<std::size_t>(sample) < this->Mesh.numberOfPoints();
      const double reduced = value > this->Least ? Reduction * value : isPoint ? 0.0 : value;
      isSmaller = isSmaller || reduced < value;
      value = reduced;
    }
    this->ToReduce.clear();
    return isSmaller;
  }

private:
  static constexpr double Reduction = 0.5;
  static constexpr double LeastShare = 0.1;

  const TriangleMesh& Mesh;
  const SurfaceSamples& Samples;
  std::vector<double> Values;
  double Least; ///< below it a point remains
  std::vector<std::int32_t> ToReduce;
};
}

std::optional<DecimatedSurface> decimateSurface(const TriangleMesh& mesh,
  const std::vector<std::uint8_t>& labels, double distance, Observer& observer)
{
  if (mesh.triangles.empty() || !findTopology(mesh).isClosedManifold())
  {
    return unchanged(mesh);
  }
  const double edge = meanEdge(mesh);
  if (!(edge > SmallestScale && edge < LargestScale))
  {
    return unchanged(mesh); // squares of distances would underflow or overflow
  }
  const double spacing = SpacingOfSamples * edge;
  const SurfaceSamples samples = findSamples(mesh);
  SampleTolerances tolerances(mesh, samples, ShareOfSamples * distance);
  std::vector<std::int32_t> involved;
  const std::int64_t crossings = crossingsOf(mesh, involved);
  for (const std::int32_t t : involved)
  {
    tolerances.fix(t);
  }
  for (int attempt = 0; attempt < MostAttempts; ++attempt)
  {
    const auto triangles =
      decimateByEdges(mesh, labels, samples, tolerances.values(), distance, observer);
    if (!triangles)
    {
      return std::nullopt;
    }
    DecimatedSurface surface = surfaceOf(mesh, *triangles);
    const auto there = findDeviation(mesh, surface.mesh, distance, spacing, observer);
    const auto back =
      there ? findDeviation(surface.mesh, mesh, distance, spacing, observer) : std::nullopt;
    if (!back)
    {
      return std::nullopt;
    }
    const std::int64_t now = crossingsOf(surface.mesh, involved);
    if (now <= crossings && there->beyond.empty() && back->beyond.empty())
    {
      surface.deviation = std::max(there->largest, back->largest);
      return surface;
    }
    for (const std::int32_t t : there->beyond)
    {
      tolerances.reduceAt(t);
    }
    tolerances.reduceAround(back->beyond, surface.mesh, *triangles);
    if (now > crossings)
    {
      tolerances.reduceAround(involved, surface.mesh, *triangles);
    }
    if (!tolerances.apply())
    {
      break;
    }
  }
  return unchanged(mesh);
}
}
