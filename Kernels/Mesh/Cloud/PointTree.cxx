#include "Mesh/Cloud/PointTree.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
PointTree::PointTree(std::vector<Point> points) : Points(std::move(points))
{
#pragma omp parallel
#pragma omp single
  this->sortRange(0, this->Points.size(), 0);
}

void PointTree::sortRange(std::size_t first, std::size_t end, std::size_t axis)
{
  // Sorting a smaller range takes less time than starting a task.
  constexpr std::size_t leastOfTask = 16384;
  while (end - first > Leaf)
  {
    const std::size_t middle = first + (end - first) / 2;
    const auto begin = this->Points.begin();
    // Points with equal coordinates are ordered by their numbers, so that the result does not
    // depend on the standard library.
    std::nth_element(begin + std::ptrdiff_t(first), begin + std::ptrdiff_t(middle),
      begin + std::ptrdiff_t(end),
      [axis](const Point& a, const Point& b)
      { return a.x[axis] != b.x[axis] ? a.x[axis] < b.x[axis] : a.number < b.number; });
    axis = (axis + 1) % 3;
#pragma omp task if (middle - first > leastOfTask)
    this->sortRange(first, middle, axis);
    first = middle + 1;
  }
#pragma omp taskwait
}
}
