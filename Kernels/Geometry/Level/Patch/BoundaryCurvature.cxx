#include "Geometry/Level/Patch/BoundaryCurvature.h"

#include "Core/Requirements.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace trabecula
{
namespace
{
using Place = std::array<double, 2>;

/// Sum of the turning angles of a polyline, including that at its end if it is closed.
double turningOf(const std::vector<Place>& line, bool isClosed, double spacing)
{
  std::vector<Place> chords;
  Place start = line.front();
  for (std::size_t i = 1; i < line.size(); ++i)
  {
    const Place chord = { line[i][0] - start[0], line[i][1] - start[1] };
    if (std::hypot(chord[0], chord[1]) >= spacing)
    {
      chords.push_back(chord);
      start = line[i];
    }
  }
  if (isClosed && !chords.empty())
  {
    chords.push_back(chords.front());
  }
  double sum = 0.0;
  for (std::size_t i = 1; i < chords.size(); ++i)
  {
    const Place& a = chords[i - 1];
    const Place& b = chords[i];
    sum += std::abs(std::atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]));
  }
  return sum;
}
}

double totalCurvature(const PatchBoundary& boundary, double spacing)
{
  if (boundary.pointsPerCell != 2)
  {
    fail("The total curvature is one of curves, but the boundary has triangles.");
  }
  const auto placeOf = [&](std::size_t end)
  {
    const double* x = &boundary.points[3 * static_cast<std::size_t>(boundary.cells[end])];
    return Place{ x[0], x[1] };
  };
  double sum = 0.0;
  for (std::size_t c = 0; c + 1 < boundary.curves.size(); ++c)
  {
    const std::size_t first = boundary.curves[c];
    const std::size_t count = boundary.curves[c + 1] - first;
    if (count == 0)
    {
      continue;
    }
    // The curve begins after a side of the patch, if it contains one.
    std::size_t begin = 0;
    while (begin < count && boundary.origins[first + begin] == 0)
    {
      ++begin;
    }
    const bool isClosed = begin == count;
    std::vector<Place> line;
    for (std::size_t i = 0; i <= count; ++i)
    {
      const std::size_t segment = first + (begin + i) % count;
      if (i < count && boundary.origins[segment] == 0)
      {
        if (line.empty())
        {
          line.push_back(placeOf(2 * segment));
        }
        line.push_back(placeOf(2 * segment + 1));
      }
      else if (!line.empty())
      {
        sum += turningOf(line, isClosed, spacing);
        line.clear();
      }
    }
  }
  return sum;
}
}
