#include "Geometry/Level/Walls/PartFit.h"

#include "Core/Text.h"
#include "Geometry/Level/Walls/WallFit.h"
#include "Geometry/Level/Walls/WallRelaxation.h"
#include "Geometry/Level/Walls/WallRepair.h"
#include "Mesh/MeshFaces.h"

#include <algorithm>

namespace trabecula
{
std::vector<std::uint8_t> pointsOnBoundary(const LevelField& field, const LevelSurface& level)
{
  std::vector<std::uint8_t> isOn(level.mesh.numberOfPoints(), 0);
  for (std::size_t t = 0; t < level.sides.size(); ++t)
  {
    const std::int64_t side = level.sides[t];
    if (side != ElementFaces::None &&
      field.faces.sides[static_cast<std::size_t>(
        field.faces.faceOfSide[static_cast<std::size_t>(side)])][1] == ElementFaces::None)
    {
      for (std::size_t i = 3 * t; i < 3 * t + 3; ++i)
      {
        isOn[static_cast<std::size_t>(level.mesh.triangles[i])] = 1;
      }
    }
  }
  return isOn;
}

double reachableVolume(const LevelSurface& level, double volume, double diagonal)
{
  constexpr double farthest = 0.05; // in diagonals of an element
  TriangleMesh free = level.mesh;
  free.triangles.clear();
  for (std::size_t t = 0; t < level.patches.size(); ++t)
  {
    if (level.patches[t] == WallPlace::None && level.sides[t] == ElementFaces::None)
    {
      free.triangles.insert(
        free.triangles.end(), &level.mesh.triangles[3 * t], &level.mesh.triangles[3 * t] + 3);
    }
  }
  const double now = enclosedVolume(level.mesh);
  const double change = farthest * diagonal * surfaceArea(free);
  return std::clamp(volume, now - change, now + change);
}

SurfaceFit fitToPart(const LevelField& field, LevelSurface& level, const TriangleMesh& part,
  const PartShape* shape, double diagonal)
{
  std::vector<std::uint8_t> chosen = pointsOnBoundary(field, level);
  if (!shape)
  {
    return fitToSurface(level.mesh, chosen, part, diagonal);
  }
  for (std::size_t p = 0; p < chosen.size(); ++p)
  {
    chosen[p] = chosen[p] && level.walls[p] == WallPlace::None ? 1 : 0;
  }
  SurfaceFit fit = fitToSurface(level.mesh, chosen, part, diagonal);
  WallQuality quality(level, *shape, diagonal);
  relaxWalls(level, *shape, diagonal, quality);
  repairWalls(level, diagonal, quality);
  const SurfaceFit walls = settleOnPart(level, *shape, diagonal);
  repairWalls(level, diagonal, quality);
  fit.fitted += walls.fitted;
  fit.moved += walls.moved;
  fit.stopped += walls.stopped;
  for (std::size_t t = 0; t < level.patches.size(); ++t)
  {
    if (level.patches[t] != WallPlace::None)
    {
      level.origins[t] = static_cast<std::uint8_t>(SurfaceOrigin::Domain);
    }
  }
  return fit;
}
}
