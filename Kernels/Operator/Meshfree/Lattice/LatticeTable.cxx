#include "Operator/Meshfree/Lattice/LatticeTable.h"

#include "Core/Parallel.h"
#include "Core/SortAndScan.h"
#include "Operator/Meshfree/LargestOfPart.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace trabecula
{
namespace detail
{
struct CoordinateClasses
{
  std::vector<std::int32_t> ofCoordinate;
  std::vector<std::int32_t> representatives;
};

/// Divides coordinates into classes: coordinates with the same distances to both ends, where
/// distances are truncated at the reach, belong to one class.
inline CoordinateClasses classify(std::int32_t count, std::int32_t reach)
{
  CoordinateClasses classes;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> known;
  for (std::int32_t i = 0; i < count; ++i)
  {
    const auto next = static_cast<std::int32_t>(known.size());
    const auto [found, added] =
      known.insert({ { std::min(i, reach), std::min(count - 1 - i, reach) }, next });
    if (added)
    {
      classes.representatives.push_back(i);
    }
    classes.ofCoordinate.push_back(found->second);
  }
  return classes;
}

/// Coordinates of the representatives of all classes, for use in kernels.
struct Representatives
{
  const std::int32_t* of[3];
  std::int32_t counts[3];

  TRABECULA_FUNCTION std::int64_t classes() const
  {
    return std::int64_t(this->counts[0]) * this->counts[1] * this->counts[2];
  }
  TRABECULA_FUNCTION void at(std::int64_t number, std::int32_t* c) const
  {
    c[0] = this->of[0][number % this->counts[0]];
    c[1] = this->of[1][number / this->counts[0] % this->counts[1]];
    c[2] = this->of[2][number / this->counts[0] / this->counts[1]];
  }
};

template <class Space>
void countPointEntries(const Context<Space>& context, const LatticeView view,
  const Representatives cells, const ShapeListsView shapes, std::int64_t* starts)
{
  forEach(
    context, cells.classes() * view.perCell, TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t c[3];
      cells.at(i / view.perCell, c);
      const std::int64_t q = view.cellNumber(c) * view.perCell + i % view.perCell;
      starts[i + 1] = shapes.starts[q + 1] - shapes.starts[q];
    });
}

template <class Space>
void copyPointEntries(const Context<Space>& context, const LatticeView view,
  const Representatives cells, const ShapeListsView shapes, std::int32_t* relative,
  double* gradients)
{
  forEach(
    context, cells.classes() * view.perCell, TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t c[3];
      cells.at(i / view.perCell, c);
      const std::int64_t q = view.cellNumber(c) * view.perCell + i % view.perCell;
      const std::int64_t base = view.nodeNumber(c);
      std::int64_t to = view.points.starts[i];
      for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e, ++to)
      {
        relative[to] = static_cast<std::int32_t>(shapes.node[e] - base);
        for (int k = 0; k < 3; ++k)
        {
          gradients[3 * to + k] = shapes.gradients[3 * e + k];
        }
      }
    });
}

template <class Space>
void countNodeEntries(const Context<Space>& context, const LatticeView view,
  const Representatives nodes, const ShapeListsView shapes, std::int64_t* starts)
{
  forEach(
    context, nodes.classes(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t c[3];
      nodes.at(i, c);
      const std::int64_t node = view.nodeNumber(c);
      starts[i + 1] = shapes.nodeStarts[node + 1] - shapes.nodeStarts[node];
    });
}

/// @param places of cells with x fastest, by their numbers
template <class Space>
void copyNodeEntries(const Context<Space>& context, const LatticeView view,
  const Representatives nodes, const ShapeListsView shapes, const std::int32_t* places,
  std::int32_t* relative, std::int32_t* pointInCell, double* gradients)
{
  forEach(
    context, nodes.classes(), TRABECULA_LAMBDA(std::int64_t i) {
      std::int32_t c[3];
      nodes.at(i, c);
      const std::int64_t node = view.nodeNumber(c);
      const std::int64_t base = view.placeOfCell(c);
      std::int64_t to = view.nodes.starts[i];
      for (std::int64_t j = shapes.nodeStarts[node]; j < shapes.nodeStarts[node + 1]; ++j, ++to)
      {
        const std::int32_t q = shapes.pointOf[j];
        relative[to] = static_cast<std::int32_t>(places[q / view.perCell] - base);
        pointInCell[to] = q % view.perCell;
        for (int k = 0; k < 3; ++k)
        {
          gradients[3 * to + k] = shapes.gradients[3 * shapes.entries[j] + k];
        }
      }
    });
}

template <class Space>
void placeCells(const Context<Space>& context, const LatticeView view, std::int32_t* places)
{
  forEach(
    context, view.cells(), TRABECULA_LAMBDA(std::int64_t place) {
      std::int32_t c[3];
      view.cellAt(place, c);
      places[view.cellNumber(c)] = static_cast<std::int32_t>(place);
    });
}

/// Returns 1 for a point whose list differs from the table, and 0 otherwise.
TRABECULA_FUNCTION double differsAt(
  const LatticeView& view, const ShapeListsView& shapes, std::int64_t i)
{
  std::int32_t c[3];
  view.cellAt(i / view.perCell, c);
  const std::int64_t q = view.cellNumber(c) * view.perCell + i % view.perCell;
  const std::int64_t number = view.classOfCell(c) * view.perCell + i % view.perCell;
  const std::int64_t base = view.nodeNumber(c);
  std::int64_t t = view.points.starts[number];
  if (view.points.starts[number + 1] - t != shapes.starts[q + 1] - shapes.starts[q])
  {
    return 1.0;
  }
  double largest = 0.0;
  double difference = 0.0;
  for (std::int64_t e = shapes.starts[q]; e < shapes.starts[q + 1]; ++e, ++t)
  {
    if (shapes.node[e] - base != view.points.relative[t])
    {
      return 1.0;
    }
    for (int k = 0; k < 3; ++k)
    {
      const double g = shapes.gradients[3 * e + k];
      const double off = fabs(g - view.points.gradients[3 * t + k]);
      largest = fabs(g) > largest ? fabs(g) : largest;
      difference = off > difference ? off : difference;
    }
  }
  return difference > 1e-9 * largest ? 1.0 : 0.0;
}
}

template <class Space>
LatticeTable<Space>::LatticeTable(const Context<Space>& context,
  const MeshfreeDiscretization<Space>& discretization, const MeshfreeLattice& lattice,
  double supportRadius)
  : Lattice(lattice), PerCell(discretization.perCell)
{
  double ends[6];
  const auto copyNode = [&](std::int64_t node, double* x)
  { context.copyToHost(x, discretization.nodes.data() + 3 * node, 3 * sizeof(double)); };
  std::int64_t last = lattice.firstNode;
  for (std::size_t d = 0; d < 3; ++d)
  {
    last += std::int64_t(lattice.cells[d]) * lattice.strides[d];
  }
  copyNode(lattice.firstNode, ends);
  copyNode(last, ends + 3);
  for (std::size_t d = 0; d < 3; ++d)
  {
    const double edge = (ends[3 + d] - ends[d]) / lattice.cells[d];
    // This is the number of layers of nodes beyond those of a cell whose domains of influence can
    // contain a point of the cell.
    const double layers = std::ceil(supportRadius / edge * (1.0 - 1e-9)) - 1.0;
    const auto reach = static_cast<std::int32_t>(std::clamp(layers, 0.0, double(lattice.cells[d])));
    const detail::CoordinateClasses cells = detail::classify(lattice.cells[d], reach);
    const detail::CoordinateClasses nodes = detail::classify(lattice.cells[d] + 1, 2 * reach + 1);
    this->CellClasses[d] = { DeviceVector<std::int32_t, Space>(context, cells.ofCoordinate),
      DeviceVector<std::int32_t, Space>(context, cells.representatives) };
    this->NodeClasses[d] = { DeviceVector<std::int32_t, Space>(context, nodes.ofCoordinate),
      DeviceVector<std::int32_t, Space>(context, nodes.representatives) };
  }
  this->copyPoints(context, discretization);
  this->copyNodes(context, discretization);
}

template <class Space>
LatticeView LatticeTable<Space>::view() const
{
  LatticeView view{};
  view.lattice = this->Lattice;
  view.perCell = this->PerCell;
  for (int d = 0; d < 3; ++d)
  {
    view.cellClass[d] = this->CellClasses[d].ofCoordinate.data();
    view.nodeClass[d] = this->NodeClasses[d].ofCoordinate.data();
    view.cellClasses[d] = static_cast<std::int32_t>(this->CellClasses[d].representatives.size());
    view.nodeClasses[d] = static_cast<std::int32_t>(this->NodeClasses[d].representatives.size());
  }
  view.points = this->Points.view();
  view.nodes = this->Nodes.view();
  return view;
}

template <class Space>
void LatticeTable<Space>::copyPoints(
  const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization)
{
  const ShapeListsView shapes = discretization.shapes.view();
  detail::Representatives cells{};
  for (int d = 0; d < 3; ++d)
  {
    cells.of[d] = this->CellClasses[d].representatives.data();
    cells.counts[d] = static_cast<std::int32_t>(this->CellClasses[d].representatives.size());
  }
  const std::int64_t lists = cells.classes() * this->PerCell;
  Entries& table = this->Points;
  table.starts = DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(lists) + 1);
  table.starts.zero();
  detail::countPointEntries(context, this->view(), cells, shapes, table.starts.data());
  inclusiveScan(table.starts);
  std::int64_t entries = 0;
  context.copyToHost(&entries, table.starts.data() + lists, sizeof(entries));
  table.relative = DeviceVector<std::int32_t, Space>(context, static_cast<std::size_t>(entries));
  table.gradients = DeviceVector<double, Space>(context, 3 * static_cast<std::size_t>(entries));
  detail::copyPointEntries(
    context, this->view(), cells, shapes, table.relative.data(), table.gradients.data());
}

template <class Space>
void LatticeTable<Space>::copyNodes(
  const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization)
{
  const ShapeListsView shapes = discretization.shapes.view();
  detail::Representatives nodes{};
  for (int d = 0; d < 3; ++d)
  {
    nodes.of[d] = this->NodeClasses[d].representatives.data();
    nodes.counts[d] = static_cast<std::int32_t>(this->NodeClasses[d].representatives.size());
  }
  const std::int64_t lists = nodes.classes();
  Entries& table = this->Nodes;
  table.starts = DeviceVector<std::int64_t, Space>(context, static_cast<std::size_t>(lists) + 1);
  table.starts.zero();
  detail::countNodeEntries(context, this->view(), nodes, shapes, table.starts.data());
  inclusiveScan(table.starts);
  std::int64_t total = 0;
  context.copyToHost(&total, table.starts.data() + lists, sizeof(total));
  const auto entries = static_cast<std::size_t>(total);
  table.relative = DeviceVector<std::int32_t, Space>(context, entries);
  table.pointInCell = DeviceVector<std::int32_t, Space>(context, entries);
  table.gradients = DeviceVector<double, Space>(context, 3 * entries);
  DeviceVector<std::int32_t, Space> places(context, static_cast<std::size_t>(this->view().cells()));
  detail::placeCells(context, this->view(), places.data());
  detail::copyNodeEntries(context, this->view(), nodes, shapes, places.data(),
    table.relative.data(), table.pointInCell.data(), table.gradients.data());
}

template <class Space>
bool LatticeTable<Space>::isExact(
  const Context<Space>& context, const MeshfreeDiscretization<Space>& discretization) const
{
  const LatticeView view = this->view();
  const ShapeListsView shapes = discretization.shapes.view();
  return detail::largestOfPart(
           context, shapes.points,
           TRABECULA_LAMBDA(std::int64_t i) { return detail::differsAt(view, shapes, i); }) == 0.0;
}

template class LatticeTable<CompiledSpace>;
}
