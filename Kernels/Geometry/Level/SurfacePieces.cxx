#include "Geometry/Level/SurfacePieces.h"

#include "Geometry/ElementTetrahedra.h"
#include "Geometry/Level/LevelTetrahedra.h"

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

void removeSplinters(LevelSurface& surface, SurfacePieces& pieces, double volume)
{
  std::vector<std::uint8_t> isFree(pieces.volumes.size(), 0);
  for (std::size_t i = 0; i < surface.mesh.triangles.size(); ++i)
  {
    if (surface.walls[static_cast<std::size_t>(surface.mesh.triangles[i])] == WallPlace::None)
    {
      isFree[static_cast<std::size_t>(surface.pieces[i / 3])] = 1;
    }
  }
  std::size_t kept = isFree.size();
  while (kept > 1 && !isFree[kept - 1] && pieces.volumes[kept - 1] < volume)
  {
    --kept;
    pieces.volume -= pieces.volumes[kept];
  }
  if (kept < isFree.size())
  {
    pieces.volumes.resize(kept);
    keepPieces(surface, static_cast<std::int32_t>(kept));
  }
}

void keepPieces(LevelSurface& surface, std::int32_t count)
{
  const TriangleMesh& mesh = surface.mesh;
  std::vector<std::uint8_t> triangles(mesh.numberOfTriangles(), 0);
  std::vector<std::uint8_t> points(mesh.numberOfPoints(), 0);
  for (std::size_t t = 0; t < triangles.size(); ++t)
  {
    if (surface.pieces[t] < count)
    {
      triangles[t] = 1;
      for (std::size_t i = 3 * t; i < 3 * t + 3; ++i)
      {
        points[static_cast<std::size_t>(mesh.triangles[i])] = 1;
      }
    }
  }
  keepParts(surface, triangles, points);
}
}
