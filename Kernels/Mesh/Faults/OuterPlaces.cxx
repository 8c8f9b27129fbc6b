#include "Mesh/Faults/OuterPlaces.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace trabecula
{
OuterPlaces::OuterPlaces(const Mesh& mesh, const std::vector<OuterFace>& outer)
  : PlaceOfNode(mesh.numberOfNodes(), -1)
{
  for (const OuterFace& face : outer)
  {
    const FacePatch patch(mesh, face);
    for (int i = 0; i < patch.count(); ++i)
    {
      std::int32_t& place = this->PlaceOfNode[static_cast<std::size_t>(patch.node(i))];
      if (place < 0)
      {
        this->Nodes.push_back(patch.node(i));
      }
      place = 0;
    }
  }
  const auto x = [&mesh](std::int32_t node)
  { return mesh.points.data() + 3 * static_cast<std::size_t>(node); };
  std::sort(this->Nodes.begin(), this->Nodes.end(),
    [&x](std::int32_t i, std::int32_t k)
    { return std::tie(x(i)[0], x(i)[1], x(i)[2], i) < std::tie(x(k)[0], x(k)[1], x(k)[2], k); });
  for (std::size_t i = 0; i < this->Nodes.size(); ++i)
  {
    if (i == 0 || !std::equal(x(this->Nodes[i]), x(this->Nodes[i]) + 3, x(this->Nodes[i - 1])))
    {
      this->Starts.push_back(i);
    }
    this->PlaceOfNode[static_cast<std::size_t>(this->Nodes[i])] =
      static_cast<std::int32_t>(this->Starts.size()) - 1;
  }
  this->Starts.push_back(this->Nodes.size());
}

PointTree OuterPlaces::tree(const Mesh& mesh) const
{
  std::vector<PointTree::Point> points;
  points.reserve(this->Starts.size());
  for (std::size_t place = 0; place + 1 < this->Starts.size(); ++place)
  {
    const double* x =
      mesh.points.data() + 3 * static_cast<std::size_t>(this->Nodes[this->Starts[place]]);
    points.push_back({ { x[0], x[1], x[2] }, static_cast<std::int32_t>(place) });
  }
  return PointTree(std::move(points));
}
}
