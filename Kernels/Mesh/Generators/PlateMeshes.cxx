#include "Mesh/Generators/PlateMeshes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace trabecula
{
namespace
{
using Point = QuadPatches::Point;
using Vertices = std::array<std::int32_t, 4>;

const double Diagonal = std::sqrt(0.5);

int segments(double length, double elementSize)
{
  return std::max(1, static_cast<int>(std::lround(length / elementSize)));
}

int evenSegments(double length, double elementSize)
{
  return 2 * segments(0.5 * length, elementSize);
}

/// Adds the points at -45, 45, 135 and 225 degrees on a circle, or the corners of the square around
/// it.
Vertices corners(QuadPatches& patches, const Point& centre, double x, double y)
{
  Vertices made{};
  constexpr std::array<Point, 4> sign = { { { 1, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 } } };
  for (std::size_t i = 0; i < 4; ++i)
  {
    made[i] = patches.vertex({ centre[0] + sign[i][0] * x, centre[1] + sign[i][1] * y });
  }
  return made;
}

/// Half of a circle of four arcs that start at -45 degrees: the second half of one arc, the whole
/// next arc, and the first half of the arc after it.
std::vector<std::int32_t> halfCircle(
  const QuadPatches& patches, const Vertices& circle, std::size_t firstArc)
{
  std::vector<std::int32_t> nodes;
  for (std::size_t i = 0; i < 3; ++i)
  {
    const std::size_t arc = (firstArc + i) % 4;
    const std::vector<std::int32_t> along = patches.side(circle[arc], circle[(arc + 1) % 4]);
    const auto half = static_cast<std::ptrdiff_t>(along.size() / 2);
    const auto begin = along.begin() + (i == 0 ? half : 1);
    const auto end = i == 2 ? along.begin() + half + 1 : along.end();
    nodes.insert(nodes.end(), begin, end);
  }
  return nodes;
}

/// A bore, the ring around it, and the O-grid from the ring to a square.
struct Bore
{
  Point centre;
  double boreRadius;
  double ringRadius;
  double square; ///< half of the square's edge
  Vertices inner{};
  Vertices outer{};
  Vertices corner{};
};

void makeBore(QuadPatches& patches, Bore& bore, int across, int along, double elementSize,
  std::vector<std::int32_t>& ringPatches)
{
  const double inner = bore.boreRadius * Diagonal;
  const double outer = bore.ringRadius * Diagonal;
  bore.inner = corners(patches, bore.centre, inner, inner);
  bore.outer = corners(patches, bore.centre, outer, outer);
  bore.corner = corners(patches, bore.centre, bore.square, bore.square);
  // Radial lines are shortest on the axes and longest on the diagonals.
  const double shortest = bore.square - bore.ringRadius;
  const double longest = bore.square / Diagonal - bore.ringRadius;
  const int radial = segments(0.5 * (shortest + longest), elementSize);
  const int ring = segments(bore.ringRadius - bore.boreRadius, elementSize);
  for (std::size_t i = 0; i < 4; ++i)
  {
    const std::size_t j = (i + 1) % 4;
    const int count = i % 2 == 0 ? along : across;
    patches.arc(bore.inner[i], bore.inner[j], bore.centre, count);
    patches.arc(bore.outer[i], bore.outer[j], bore.centre, count);
    patches.line(bore.corner[i], bore.corner[j], count);
    patches.line(bore.inner[i], bore.outer[i], ring);
    patches.line(bore.outer[i], bore.corner[i], radial);
  }
  for (std::size_t i = 0; i < 4; ++i)
  {
    const std::size_t j = (i + 1) % 4;
    ringPatches.push_back(
      patches.patch(bore.inner[i], bore.outer[i], bore.outer[j], bore.inner[j]));
    patches.patch(bore.outer[i], bore.corner[i], bore.corner[j], bore.outer[j]);
  }
}
}

MichellPlate makeMichellPlate(int resolution)
{
  // The O-grid fills the box [0, 1.5] x [-1.5, 1.5], so that elements at the circle are about half
  // as large as in the rest.
  constexpr double box = 1.5;
  const int height = resolution + resolution % 2;
  const double size = MichellPlate::Height / height;
  const int strip = segments(0.5 * MichellPlate::Height - box, size);
  const int middle = height - 2 * strip;
  const int top = segments(box, size);
  const int radial = segments(0.5 * (box + box / Diagonal) - MichellPlate::Radius, size);
  const int right = segments(MichellPlate::Length - box, size);

  QuadPatches patches;
  MichellPlate plate;
  constexpr double radius = MichellPlate::Radius;
  // These are points on the semicircle and on the box around it, from bottom to top.
  std::array<std::int32_t, 4> circle{};
  std::array<std::int32_t, 4> frame{};
  const std::array<Point, 4> onCircle = { { { 0.0, -radius },
    { Diagonal * radius, -Diagonal * radius }, { Diagonal * radius, Diagonal * radius },
    { 0.0, radius } } };
  constexpr std::array<Point, 4> onFrame = { { { 0.0, -box }, { box, -box }, { box, box },
    { 0.0, box } } };
  // These are points on the outline of the rectangle, anticlockwise from bottom left to top left.
  constexpr double length = MichellPlate::Length;
  constexpr double half = 0.5 * MichellPlate::Height;
  constexpr std::array<Point, 8> onOutline = { { { 0.0, -half }, { box, -half }, { length, -half },
    { length, -box }, { length, box }, { length, half }, { box, half }, { 0.0, half } } };
  std::array<std::int32_t, 8> outline{};
  for (std::size_t i = 0; i < 4; ++i)
  {
    circle[i] = patches.vertex(onCircle[i]);
    frame[i] = patches.vertex(onFrame[i]);
  }
  for (std::size_t i = 0; i < 8; ++i)
  {
    outline[i] = patches.vertex(onOutline[i]);
  }

  for (std::size_t i = 0; i < 4; ++i)
  {
    patches.line(circle[i], frame[i], radial);
  }
  for (std::size_t i = 0; i < 3; ++i)
  {
    const int along = i == 1 ? middle : top;
    patches.arc(circle[i], circle[i + 1], { 0.0, 0.0 }, along);
    patches.line(frame[i], frame[i + 1], along);
  }
  patches.line(outline[0], outline[1], top);
  patches.line(outline[1], outline[2], right);
  patches.line(outline[2], outline[3], strip);
  patches.line(outline[3], outline[4], middle);
  patches.line(outline[4], outline[5], strip);
  patches.line(outline[5], outline[6], right);
  patches.line(outline[6], outline[7], top);
  patches.line(outline[0], frame[0], strip);
  patches.line(outline[1], frame[1], strip);
  patches.line(frame[1], outline[3], right);
  patches.line(frame[2], outline[4], right);
  patches.line(frame[2], outline[6], strip);
  patches.line(frame[3], outline[7], strip);

  for (std::size_t i = 0; i < 3; ++i)
  {
    patches.patch(circle[i], frame[i], frame[i + 1], circle[i + 1]);
  }
  patches.patch(outline[0], outline[1], frame[1], frame[0]);
  patches.patch(outline[1], outline[2], outline[3], frame[1]);
  patches.patch(frame[1], outline[3], outline[4], frame[2]);
  patches.patch(frame[2], outline[4], outline[5], outline[6]);
  patches.patch(frame[3], frame[2], outline[6], outline[7]);

  for (std::size_t i = 0; i < 3; ++i)
  {
    const std::vector<std::int32_t> along = patches.side(circle[i], circle[i + 1]);
    plate.semicircle.insert(plate.semicircle.end(), along.begin() + (i == 0 ? 0 : 1), along.end());
  }
  plate.tip = patches.side(outline[3], outline[4])[std::size_t(middle) / 2];
  plate.mesh = patches.mesh();
  return plate;
}

ConnectingRodPlate makeConnectingRodPlate(int resolution)
{
  using Plate = ConnectingRodPlate;
  const double size = Plate::Height / resolution;
  Bore upper = { { 0.0, Plate::UpperCentre }, Plate::UpperBoreRadius, Plate::UpperRingRadius,
    1.3 * Plate::UpperRingRadius };
  Bore lower = { { 0.0, Plate::LowerCentre }, Plate::LowerBoreRadius, Plate::LowerRingRadius,
    1.4 * Plate::LowerRingRadius };

  // The width of the middle column is that of the upper square at the top and of the lower square
  // at the bottom; its number of elements corresponds to a width in between. Even numbers place
  // nodes on the axes of the bores.
  const double half = 0.5 * Plate::Width;
  const int column = evenSegments(0.92 * (upper.square + lower.square), size);
  const int flank = segments(half - 0.5 * (upper.square + lower.square), size);
  const int besideUpper = evenSegments(2.0 * upper.square, size);
  const int besideLower = evenSegments(2.0 * lower.square, size);
  const int above = segments(Plate::Height - Plate::UpperCentre - upper.square, size);
  const int below = segments(Plate::LowerCentre - lower.square, size);
  const int between = std::max(1, resolution - besideUpper - besideLower - above - below);

  QuadPatches patches;
  std::vector<std::int32_t> ringPatches;
  makeBore(patches, upper, column, besideUpper, size, ringPatches);
  makeBore(patches, lower, column, besideLower, size, ringPatches);

  // There are six rows of four vertices, which are numbered from left to right; rows are ordered
  // from the lower end of the plate to the upper one.
  std::array<Vertices, 6> rows{};
  const auto row = [&](std::size_t i, double y, std::int32_t left, std::int32_t right) {
    rows[i] = { patches.vertex({ -half, y }), left, right, patches.vertex({ half, y }) };
  };
  const double lowest = Plate::LowerCentre - lower.square;
  row(0, 0.0, patches.vertex({ -lower.square, 0.0 }), patches.vertex({ lower.square, 0.0 }));
  row(1, lowest, lower.corner[3], lower.corner[0]);
  row(2, Plate::LowerCentre + lower.square, lower.corner[2], lower.corner[1]);
  row(3, Plate::UpperCentre - upper.square, upper.corner[3], upper.corner[0]);
  row(4, Plate::UpperCentre + upper.square, upper.corner[2], upper.corner[1]);
  row(5, Plate::Height, patches.vertex({ -upper.square, Plate::Height }),
    patches.vertex({ upper.square, Plate::Height }));

  const std::array<int, 5> rising = { below, besideLower, between, besideUpper, above };
  for (std::size_t i = 0; i < 6; ++i)
  {
    patches.line(rows[i][0], rows[i][1], flank);
    patches.line(rows[i][2], rows[i][3], flank);
    if (i == 0 || i == 5) // the others are sides of the squares
    {
      patches.line(rows[i][1], rows[i][2], column);
    }
  }
  for (std::size_t i = 0; i < 5; ++i)
  {
    const bool beside = i == 1 || i == 3;
    patches.line(rows[i][0], rows[i + 1][0], rising[i]);
    patches.line(rows[i][3], rows[i + 1][3], rising[i]);
    if (!beside)
    {
      patches.line(rows[i][1], rows[i + 1][1], rising[i]);
      patches.line(rows[i][2], rows[i + 1][2], rising[i]);
      patches.patch(rows[i][1], rows[i][2], rows[i + 1][2], rows[i + 1][1]);
    }
    patches.patch(rows[i][0], rows[i][1], rows[i + 1][1], rows[i + 1][0]);
    patches.patch(rows[i][2], rows[i][3], rows[i + 1][3], rows[i + 1][2]);
  }

  Plate plate;
  plate.mesh = patches.mesh();
  for (const std::int32_t patch : plate.mesh.patch)
  {
    plate.ring.push_back(
      std::find(ringPatches.begin(), ringPatches.end(), patch) != ringPatches.end() ? 1 : 0);
  }
  plate.upperHalfOfUpperBore = halfCircle(patches, upper.inner, 0);
  plate.lowerHalfOfLowerBore = halfCircle(patches, lower.inner, 2);
  return plate;
}
}
