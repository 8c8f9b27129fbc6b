#include "Surface/SurfacePieces.h"

#include "Surface/LevelTetrahedra.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace trabecula
{
SurfacePieces findSurfacePieces(
  LevelSurface& surface, const std::vector<std::int32_t>& pieceOfVertex)
{
  const TriangleMesh& mesh = surface.mesh;
  SurfacePieces pieces;
  surface.pieces.resize(mesh.numberOfTriangles());
  std::unordered_map<std::int32_t, std::int32_t> numbers;
  std::vector<double> volumes;
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    const std::int32_t* corners = &mesh.triangles[3 * t];
    const std::int32_t vertex = surface.anchors[static_cast<std::size_t>(corners[0])];
    const auto found = numbers.emplace(
      pieceOfVertex[static_cast<std::size_t>(vertex)], static_cast<std::int32_t>(volumes.size()));
    if (found.second)
    {
      volumes.push_back(0.0);
    }
    const std::int32_t piece = found.first->second;
    surface.pieces[t] = piece;
    volumes[static_cast<std::size_t>(piece)] += tetrahedronVolume(
      mesh.point(0), mesh.point(corners[0]), mesh.point(corners[1]), mesh.point(corners[2]));
  }

  std::vector<std::int32_t> order(volumes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
    [&](std::int32_t a, std::int32_t b) { return volumes[a] > volumes[b]; });
  std::vector<std::int32_t> rank(volumes.size());
  for (std::size_t i = 0; i < order.size(); ++i)
  {
    rank[order[i]] = static_cast<std::int32_t>(i);
    pieces.volumes.push_back(volumes[order[i]]);
    pieces.volume += volumes[order[i]];
  }
  for (std::int32_t& piece : surface.pieces)
  {
    piece = rank[piece];
  }
  return pieces;
}

void keepPieces(LevelSurface& surface, std::int32_t count)
{
  TriangleMesh& mesh = surface.mesh;
  std::vector<std::int32_t> numbers(mesh.numberOfPoints(), -1);
  std::size_t triangles = 0;
  for (std::size_t t = 0; t < mesh.numberOfTriangles(); ++t)
  {
    if (surface.pieces[t] >= count)
    {
      continue;
    }
    for (std::size_t i = 0; i < 3; ++i)
    {
      mesh.triangles[3 * triangles + i] = mesh.triangles[3 * t + i];
      numbers[static_cast<std::size_t>(mesh.triangles[3 * t + i])] = 0;
    }
    surface.origins[triangles] = surface.origins[t];
    surface.sides[triangles] = surface.sides[t];
    surface.pieces[triangles] = surface.pieces[t];
    ++triangles;
  }
  mesh.triangles.resize(3 * triangles);
  surface.origins.resize(triangles);
  surface.sides.resize(triangles);
  surface.pieces.resize(triangles);

  std::size_t points = 0;
  for (std::size_t p = 0; p < numbers.size(); ++p)
  {
    if (numbers[p] == 0)
    {
      std::copy_n(&mesh.points[3 * p], 3, &mesh.points[3 * points]);
      surface.anchors[points] = surface.anchors[p];
      numbers[p] = static_cast<std::int32_t>(points++);
    }
  }
  mesh.points.resize(3 * points);
  surface.anchors.resize(points);
  for (std::int32_t& point : mesh.triangles)
  {
    point = numbers[static_cast<std::size_t>(point)];
  }
}
}
