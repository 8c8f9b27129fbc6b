#include "Mesh/Distribution/VoxelDivision.h"

#include "Core/Error.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
/// A place of a brick in the order of a bisection.
struct OrderedPlace
{
  std::int64_t key;
  std::int64_t place;
};

/// Numbers of a brick's nodes and elements, which end where those of the next brick begin.
template <class Count>
std::int64_t countIn(
  const VoxelGrid& grid, std::size_t brick, std::int32_t VoxelBrick::*first, Count total)
{
  const std::vector<VoxelBrick>& bricks = grid.bricks();
  const std::int64_t end = brick + 1 < bricks.size() ? bricks[brick + 1].*first : total;
  return end - bricks[brick].*first;
}

class BrickBisection
{
public:
  BrickBisection(const VoxelGrid& grid, VoxelDivision& division)
    : Division(division), Weights(division.owners.size(), 0)
  {
    for (std::size_t b = 0; b < grid.bricks().size(); ++b)
    {
      const std::array<std::int32_t, 3>& p = grid.places()[b];
      const std::int64_t place = p[0] + this->edge(0) * (p[1] + this->edge(1) * std::int64_t(p[2]));
      this->Weights[static_cast<std::size_t>(place)] =
        static_cast<std::int32_t>(countIn(grid, b, &VoxelBrick::firstNode, grid.numberOfNodes()));
    }
  }

  /// Divides places among consecutive parts.
  void divide(OrderedPlace* begin, OrderedPlace* end, int first, int parts)
  {
    if (parts == 1)
    {
      std::for_each(begin, end,
        [&](const OrderedPlace& one)
        { this->Division.owners[static_cast<std::size_t>(one.place)] = first; });
      return;
    }
    this->sort(begin, end);
    const std::int64_t all = std::accumulate(begin, end, std::int64_t(0),
      [this](std::int64_t sum, const OrderedPlace& one) { return sum + this->weight(one); });
    const int left = parts / 2;
    OrderedPlace* middle = begin;
    // Each place is given to the side on which most of it lies.
    std::int64_t before = 0;
    while (middle != end && (2 * before + this->weight(*middle)) * parts < 2 * all * left)
    {
      before += this->weight(*middle++);
    }
    this->divide(begin, middle, first, left);
    this->divide(middle, end, first + left, parts - left);
  }

private:
  std::int64_t edge(std::size_t axis) const { return this->Division.extent[axis]; }
  std::int64_t weight(const OrderedPlace& one) const
  {
    return this->Weights[static_cast<std::size_t>(one.place)];
  }
  std::array<std::int64_t, 3> positionOf(std::int64_t place) const
  {
    return { place % this->edge(0), place / this->edge(0) % this->edge(1),
      place / this->edge(0) / this->edge(1) };
  }

  /// Sorts places along the longest edge of the bounding box of those with nodes; of equal edges
  /// along the last, where layers are contiguous.
  void sort(OrderedPlace* begin, OrderedPlace* end) const
  {
    std::array<std::int64_t, 3> low = { this->edge(0), this->edge(1), this->edge(2) };
    std::array<std::int64_t, 3> high = { -1, -1, -1 };
    for (const OrderedPlace* one = begin; one != end; ++one)
    {
      const std::array<std::int64_t, 3> p = this->positionOf(one->place);
      for (std::size_t d = 0; d < 3 && this->weight(*one) > 0; ++d)
      {
        low[d] = std::min(low[d], p[d]);
        high[d] = std::max(high[d], p[d]);
      }
    }
    std::size_t axis = 2;
    for (const std::size_t other : { std::size_t(1), std::size_t(0) })
    {
      axis = high[other] - low[other] > high[axis] - low[axis] ? other : axis;
    }
    const std::size_t slow = axis == 2 ? 1 : 2;
    const std::size_t fast = 3 - axis - slow;
    for (OrderedPlace* one = begin; one != end; ++one)
    {
      const std::array<std::int64_t, 3> p = this->positionOf(one->place);
      one->key = (p[axis] * this->edge(slow) + p[slow]) * this->edge(fast) + p[fast];
    }
    std::sort(
      begin, end, [](const OrderedPlace& a, const OrderedPlace& b) { return a.key < b.key; });
  }

  VoxelDivision& Division;
  std::vector<std::int32_t> Weights; ///< nodes of each place
};

void addRun(std::vector<NumberRun>& runs, const NumberRun& next)
{
  if (next.count == 0)
  {
    return;
  }
  if (!runs.empty() && runs.back().first + runs.back().count == next.first &&
    runs.back().inWhole + runs.back().count == next.inWhole)
  {
    runs.back().count += next.count;
    return;
  }
  runs.push_back(next);
}
}

VoxelDivision bisectBricks(const VoxelGrid& grid, int parts)
{
  if (parts < 1)
  {
    throw Error("Bricks cannot be divided among " + std::to_string(parts) + " parts.");
  }
  VoxelDivision division;
  division.extent = grid.extent();
  std::vector<OrderedPlace> places(std::size_t(division.extent[0]) *
    std::size_t(division.extent[1]) * std::size_t(division.extent[2]));
  for (std::size_t p = 0; p < places.size(); ++p)
  {
    places[p].place = static_cast<std::int64_t>(p);
  }
  division.owners.resize(places.size());
  BrickBisection(grid, division).divide(places.data(), places.data() + places.size(), 0, parts);
  return division;
}

NumbersInWhole numbersInWhole(const VoxelGrid& part, const VoxelGrid& whole)
{
  NumbersInWhole numbers;
  // Both grids have their bricks in the order of places.
  const auto order = [](const std::array<std::int32_t, 3>& p) {
    return std::array<std::int32_t, 3>{ p[2], p[1], p[0] };
  };
  std::size_t in = 0;
  for (std::size_t b = 0; b < static_cast<std::size_t>(part.numberOfOwnedBricks()); ++b)
  {
    while (in < whole.places().size() && order(whole.places()[in]) < order(part.places()[b]))
    {
      ++in;
    }
    if (in == whole.places().size() || whole.places()[in] != part.places()[b])
    {
      throw Error("The grid of a part has a brick that the whole has not.");
    }
    const VoxelBrick& mine = part.bricks()[b];
    const VoxelBrick& same = whole.bricks()[in];
    addRun(numbers.nodes,
      { mine.firstNode, same.firstNode,
        countIn(part, b, &VoxelBrick::firstNode, part.numberOfNodes()) });
    addRun(numbers.elements,
      { mine.firstElement, same.firstElement,
        countIn(part, b, &VoxelBrick::firstElement, part.numberOfElements()) });
  }
  return numbers;
}
}
