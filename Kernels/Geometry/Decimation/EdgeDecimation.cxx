#include "Geometry/Decimation/EdgeDecimation.h"

#include "Geometry/Decimation/PlaneQuadric.h"
#include "Geometry/Decimation/TriangleFan.h"
#include "Geometry/Decimation/TriangleShape.h"
#include "Geometry/Triangles/PointTriangles.h"
#include "Geometry/Triangles/Position.h"
#include "Geometry/Triangles/TriangleTree.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace trabecula
{
namespace
{
/// Squared cosines and shapes are those of triangles with a normal that means something.
constexpr double LeastShape = 0.02;
constexpr double Needle = 1e-3;
constexpr double LeastCosineAtOnce = 0.5;
constexpr double LeastCosineInAll = 0.3;
/// Number of examined points between two polls of the observer.
constexpr std::int64_t PointsBetweenPolls = 4096;

struct Candidate
{
  double cost;
  std::int32_t point;
  std::int32_t version;

  bool operator>(const Candidate& other) const
  {
    return std::tie(this->cost, this->point) > std::tie(other.cost, other.point);
  }
};

class Decimation
{
public:
  Decimation(const TriangleMesh& mesh, const std::vector<std::uint8_t>& labels,
    const SurfaceSamples& samples, const std::vector<double>& tolerances, double distance)
    : Mesh(mesh), Labels(labels), Samples(samples), Tolerances(tolerances), Distance(distance),
      Corners(mesh.triangles), IsAlive(mesh.numberOfTriangles(), 1), Around(mesh.numberOfPoints()),
      Nearby(mesh.numberOfTriangles()), Normals(mesh.numberOfTriangles()),
      Quadrics(mesh.numberOfPoints()), Versions(mesh.numberOfPoints(), 0)
  {
    const PointTriangles around = findPointTriangles(mesh);
    for (std::size_t p = 0; p < this->Around.size(); ++p)
    {
      this->Around[p].assign(around.triangles.begin() + around.starts[p],
        around.triangles.begin() + around.starts[p + 1]);
    }
    this->Centre = mesh.numberOfPoints() > 0 ? mesh.point(0) : Position{};
    double squares = 0.0;
    std::vector<std::uint8_t> isPlaced(samples.positions.size(), 0);
    for (std::size_t t = 0; t < this->Normals.size(); ++t)
    {
      for (std::size_t k = 3 * t; k < 3 * t + 3; ++k)
      {
        const std::int32_t middle = samples.middles[k];
        if (std::exchange(isPlaced[static_cast<std::size_t>(middle)], 1) == 0)
        {
          this->Nearby[t].push_back(middle);
        }
      }
      squares += this->addTriangle(t);
    }
    this->MeanSquare =
      squares / static_cast<double>(std::max<std::size_t>(mesh.triangles.size(), 1));
  }

  bool run(Observer& observer)
  {
    for (std::size_t p = 0; p < this->Around.size(); ++p)
    {
      this->push(static_cast<std::int32_t>(p));
    }
    std::int64_t examined = 0;
    std::int64_t removed = 0;
    while (!this->Queue.empty())
    {
      if (examined++ % PointsBetweenPolls == 0)
      {
        observer.progress(
          static_cast<double>(removed) / static_cast<double>(this->Around.size()), "");
        if (observer.stopRequested())
        {
          return false;
        }
      }
      const Candidate best = this->Queue.top();
      this->Queue.pop();
      if (best.version == this->Versions[static_cast<std::size_t>(best.point)])
      {
        removed += this->tryToRemove(best.point) ? 1 : 0;
      }
    }
    return true;
  }

  DecimatedTriangles result()
  {
    DecimatedTriangles result;
    for (std::size_t t = 0; t < this->IsAlive.size(); ++t)
    {
      if (this->IsAlive[t])
      {
        result.corners.insert(
          result.corners.end(), &this->Corners[3 * t], &this->Corners[3 * t] + 3);
        result.origins.push_back(static_cast<std::int32_t>(t));
        result.samples.push_back(std::move(this->Nearby[t]));
      }
    }
    return result;
  }

private:
  /// @return sum of the squares of its sides
  double addTriangle(std::size_t t)
  {
    const std::int32_t* c = &this->Mesh.triangles[3 * t];
    const Position a = this->Mesh.point(c[0]);
    const Position b = this->Mesh.point(c[1]);
    const Position d = this->Mesh.point(c[2]);
    const TriangleShape shape(a, b, d);
    if (shape.size > 0.0)
    {
      const Position n = { shape.area[0] / shape.size, shape.area[1] / shape.size,
        shape.area[2] / shape.size };
      this->Normals[t] = shape.quality > LeastShape ? n : Position{};
      PlaneQuadric plane;
      plane.addPlane(n, -dotProduct(n, minus(a, this->Centre)), shape.size);
      for (int k = 0; k < 3; ++k)
      {
        this->Quadrics[static_cast<std::size_t>(c[k])].add(plane);
      }
    }
    return dotProduct(minus(b, a), minus(b, a)) + dotProduct(minus(d, b), minus(d, b)) +
      dotProduct(minus(a, d), minus(a, d));
  }

  void findFan(std::int32_t p, Fan& fan) const
  {
    fan.triangles = this->Around[static_cast<std::size_t>(p)];
    fan.next.clear();
    fan.before.clear();
    for (const std::int32_t t : fan.triangles)
    {
      const std::int32_t* c = &this->Corners[3 * static_cast<std::size_t>(t)];
      const int k = c[0] == p ? 0 : c[1] == p ? 1 : 2;
      fan.next.push_back(c[(k + 1) % 3]);
      fan.before.push_back(c[(k + 2) % 3]);
    }
  }

  /// The mean squared distance from the planes around p over that which is allowed; short edges
  /// come first where this is the same.
  double costOf(std::int32_t p, std::int32_t q) const
  {
    constexpr double weightOfLength = 1e-4;
    const Position x = this->Mesh.point(q);
    const Position way = minus(x, this->Mesh.point(p));
    const double cost = this->Quadrics[static_cast<std::size_t>(p)].at(minus(x, this->Centre)) /
        (this->Distance * this->Distance) +
      weightOfLength * dotProduct(way, way) / this->MeanSquare;
    return std::isfinite(cost) ? cost : std::numeric_limits<double>::infinity();
  }

  void push(std::int32_t p)
  {
    const auto i = static_cast<std::size_t>(p);
    ++this->Versions[i];
    if (this->Tolerances[i] <= 0.0 || this->Around[i].empty())
    {
      return;
    }
    this->findFan(p, this->Own);
    double cost = std::numeric_limits<double>::infinity();
    for (const std::int32_t q : this->Own.next)
    {
      cost = std::min(cost, this->costOf(p, q));
    }
    this->Queue.push({ cost, p, this->Versions[i] });
  }

  bool tryToRemove(std::int32_t p)
  {
    this->findFan(p, this->Own);
    std::vector<std::pair<double, std::int32_t>> targets;
    for (const std::int32_t q : this->Own.next)
    {
      targets.emplace_back(this->costOf(p, q), q);
    }
    std::sort(targets.begin(), targets.end());
    for (const auto& [cost, q] : targets)
    {
      if (this->keepsTopology(p, q) && this->keepsShape(p, q) && this->placeSamples(p, q))
      {
        this->collapse(p, q);
        return true;
      }
    }
    return false;
  }

  bool keepsTopology(std::int32_t p, std::int32_t q)
  {
    int creases = 0;
    bool isAlong = false;
    for (std::size_t i = 0; i < this->Own.triangles.size(); ++i)
    {
      const auto j = static_cast<std::size_t>(
        std::find(this->Own.before.begin(), this->Own.before.end(), this->Own.next[i]) -
        this->Own.before.begin());
      if (j == this->Own.before.size())
      {
        return false; // an open edge
      }
      if (this->Labels[static_cast<std::size_t>(this->Own.triangles[i])] !=
        this->Labels[static_cast<std::size_t>(this->Own.triangles[j])])
      {
        ++creases;
        isAlong = isAlong || this->Own.next[i] == q;
      }
    }
    if (creases > 0 && (creases != 2 || !isAlong))
    {
      return false;
    }
    this->findFan(q, this->Other);
    std::vector<std::int32_t>& common = this->Common;
    common.clear();
    std::copy_if(this->Own.next.begin(), this->Own.next.end(), std::back_inserter(common),
      [&](std::int32_t r) { return this->Other.has(r); });
    // A point of three triangles leaves one, which must not be there already.
    return common.size() == 2 &&
      (this->Own.next.size() > 3 || !this->Other.hasEdge(common[0], common[1])) &&
      this->Own.has(q) && p != q;
  }

  bool keepsShape(std::int32_t p, std::int32_t q) const
  {
    const Position x = this->Mesh.point(p);
    const Position y = this->Mesh.point(q);
    Position mean = {};
    for (std::size_t i = 0; i < this->Own.triangles.size(); ++i)
    {
      const TriangleShape shape(
        x, this->Mesh.point(this->Own.next[i]), this->Mesh.point(this->Own.before[i]));
      for (std::size_t d = 0; d < 3; ++d)
      {
        mean[d] += shape.area[d];
      }
    }
    for (std::size_t i = 0; i < this->Own.triangles.size(); ++i)
    {
      if (this->Own.next[i] == q || this->Own.before[i] == q)
      {
        continue;
      }
      const Position b = this->Mesh.point(this->Own.next[i]);
      const Position c = this->Mesh.point(this->Own.before[i]);
      const TriangleShape now(x, b, c);
      const TriangleShape then(y, b, c);
      const Position& first = this->Normals[static_cast<std::size_t>(this->Own.triangles[i])];
      const bool turns = now.quality > LeastShape ? then.cosine(now.area) < LeastCosineAtOnce
                                                  : then.cosine(mean) < LeastCosineInAll;
      const bool hasTurned =
        dotProduct(first, first) > 0.0 && then.cosine(first) < LeastCosineInAll;
      const bool isNeedle = then.quality < Needle && then.quality < 0.9 * now.quality;
      if (then.size <= 0.0 || turns || hasTurned || isNeedle)
      {
        return false;
      }
    }
    return true;
  }

  /// Finds the new triangle nearest to each sample. @return false if one is too far from all
  bool placeSamples(std::int32_t p, std::int32_t q)
  {
    this->Places.clear();
    const Position y = this->Mesh.point(q);
    const auto place = [&](std::int32_t sample)
    {
      const Position& x = this->Samples.positions[static_cast<std::size_t>(sample)];
      const double tolerance = this->Tolerances[static_cast<std::size_t>(sample)];
      double least = std::numeric_limits<double>::infinity();
      std::int32_t nearest = 0;
      for (std::size_t i = 0; i < this->Own.triangles.size(); ++i)
      {
        if (this->Own.next[i] == q || this->Own.before[i] == q)
        {
          continue;
        }
        const double squared = squaredToTriangle(
          x, y, this->Mesh.point(this->Own.next[i]), this->Mesh.point(this->Own.before[i]));
        if (squared < least)
        {
          least = squared;
          nearest = this->Own.triangles[i];
        }
      }
      this->Places.emplace_back(sample, nearest);
      return least <= tolerance * tolerance;
    };
    if (!place(p))
    {
      return false;
    }
    return std::all_of(this->Own.triangles.begin(), this->Own.triangles.end(),
      [&](std::int32_t t)
      {
        const std::vector<std::int32_t>& nearby = this->Nearby[static_cast<std::size_t>(t)];
        return std::all_of(nearby.begin(), nearby.end(), place);
      });
  }

  void collapse(std::int32_t p, std::int32_t q)
  {
    for (const std::int32_t t : this->Own.triangles)
    {
      const auto i = static_cast<std::size_t>(t);
      this->Nearby[i].clear();
      std::int32_t* c = &this->Corners[3 * i];
      if (std::find(c, c + 3, q) == c + 3)
      {
        std::replace(c, c + 3, p, q);
        this->Around[static_cast<std::size_t>(q)].push_back(t);
        continue;
      }
      this->IsAlive[i] = 0;
      for (int k = 0; k < 3; ++k)
      {
        if (c[k] != p)
        {
          std::vector<std::int32_t>& around = this->Around[static_cast<std::size_t>(c[k])];
          around.erase(std::find(around.begin(), around.end(), t));
        }
      }
    }
    for (const auto& [sample, triangle] : this->Places)
    {
      this->Nearby[static_cast<std::size_t>(triangle)].push_back(sample);
    }
    this->Around[static_cast<std::size_t>(p)].clear();
    ++this->Versions[static_cast<std::size_t>(p)];
    this->Quadrics[static_cast<std::size_t>(q)].add(this->Quadrics[static_cast<std::size_t>(p)]);
    const std::vector<std::int32_t> neighbours = this->Own.next; // push() uses the ring
    for (const std::int32_t r : neighbours)
    {
      this->push(r);
    }
  }

  const TriangleMesh& Mesh;
  const std::vector<std::uint8_t>& Labels;
  const SurfaceSamples& Samples;
  const std::vector<double>& Tolerances;
  double Distance;
  double MeanSquare = 0.0; ///< of the lengths of edges
  Position Centre = {};    ///< origin of quadrics

  std::vector<std::int32_t> Corners;
  std::vector<std::uint8_t> IsAlive;
  std::vector<std::vector<std::int32_t>> Around; ///< triangles of each point
  std::vector<std::vector<std::int32_t>> Nearby; ///< samples of each triangle
  std::vector<Position> Normals;                 ///< of the given triangles; 0 for needles
  std::vector<PlaneQuadric> Quadrics;
  std::vector<std::int32_t> Versions; ///< a candidate of an older one is out of date
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> Queue;

  Fan Own;
  Fan Other;
  std::vector<std::int32_t> Common;
  std::vector<std::pair<std::int32_t, std::int32_t>> Places; ///< sample, triangle
};
}

std::optional<DecimatedTriangles> decimateByEdges(const TriangleMesh& mesh,
  const std::vector<std::uint8_t>& labels, const SurfaceSamples& samples,
  const std::vector<double>& tolerances, double distance, Observer& observer)
{
  Decimation decimation(mesh, labels, samples, tolerances, distance);
  if (!decimation.run(observer))
  {
    return std::nullopt;
  }
  return decimation.result();
}
}
