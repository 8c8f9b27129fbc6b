#include "MicroFe/VoxelConditions.h"

#include "Core/Execution/ZeroVector.h"
#include "MicroFe/VoxelConnection.h"
#include "MicroFe/VoxelLists.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace trabecula
{
namespace
{
using Position = std::array<std::int32_t, 3>;
using Components3 = std::array<double, 3>;

/// Calls visit(node, position) for the nodes of a layer.
void forNodesOfLayer(const VoxelGrid& grid, int axis, std::int32_t layer,
  const std::function<void(std::int32_t, const Position&)>& visit)
{
  const int a = axis == 0 ? 1 : 0;
  const int b = axis == 2 ? 1 : 2;
  Position p = {};
  p[axis] = layer;
  for (p[b] = 0; p[b] <= grid.cells()[b]; ++p[b])
  {
    for (p[a] = 0; p[a] <= grid.cells()[a]; ++p[a])
    {
      const std::int32_t node = grid.node(p[0], p[1], p[2]);
      if (node >= 0)
      {
        visit(node, p);
      }
    }
  }
}

/// Collects the constrained nodes of layers, with one entry for each layer that contains a node.
class Holder
{
public:
  Holder(const VoxelGrid& grid, const LatticeBox& box) : Grid(grid), Box(box) {}

  /// @param end 0 for the lower layer of the box, 1 for the upper one
  /// @param constrained bits of components
  void hold(int axis, int end, unsigned constrained, bool loaded = false)
  {
    forNodesOfLayer(this->Grid, axis, this->Box[axis][end],
      [&](std::int32_t node, const Position& p) {
        this->Nodes.push_back({ node, p, static_cast<std::uint8_t>(constrained), loaded });
      });
  }

  /// Returns the nodes with their entries merged.
  std::vector<ConstrainedNode> merged()
  {
    std::sort(this->Nodes.begin(), this->Nodes.end(),
      [](const ConstrainedNode& a, const ConstrainedNode& b) { return a.node < b.node; });
    std::vector<ConstrainedNode> result;
    for (const ConstrainedNode& next : this->Nodes)
    {
      if (!result.empty() && result.back().node == next.node)
      {
        result.back().constrained |= next.constrained;
        result.back().loaded |= next.loaded;
      }
      else
      {
        result.push_back(next);
      }
    }
    return result;
  }

private:
  const VoxelGrid& Grid;
  const LatticeBox& Box;
  std::vector<ConstrainedNode> Nodes;
};

Components3 cross(const Components3& a, const Components3& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

LatticeBox emptyBox()
{
  constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
  return { { { far, 0 }, { far, 0 }, { far, 0 } } };
}

/// Extends a box along one axis so that it contains a voxel.
void include(LatticeBox& box, int axis, std::int32_t voxel)
{
  box[axis] = { std::min(box[axis][0], voxel), std::max(box[axis][1], voxel + 1) };
}

/// Extends a box so that it contains another.
void join(LatticeBox& box, const LatticeBox& other)
{
  for (int d = 0; d < 3; ++d)
  {
    box[d] = { std::min(box[d][0], other[d][0]), std::max(box[d][1], other[d][1]) };
  }
}

std::vector<ConstrainedNode> holdTest(
  const VoxelMicroFeSettings& s, const VoxelGrid& grid, const LatticeBox& box)
{
  const unsigned all = 7;
  const unsigned along = 1U << static_cast<unsigned>(s.axis);
  Holder holder(grid, box);
  if (s.test == MechanicalTest::ApparentStiffness || s.test == MechanicalTest::Confined)
  {
    for (int face = 0; face < 6; ++face)
    {
      const bool end = s.test == MechanicalTest::Confined && face == 2 * s.axis + 1;
      holder.hold(face / 2, face % 2,
        s.test == MechanicalTest::Confined ? 1U << static_cast<unsigned>(face / 2) : all, end);
    }
    return holder.merged();
  }
  const bool bonded = s.test == MechanicalTest::Axial || s.test == MechanicalTest::Shear;
  const unsigned constrained =
    bonded ? all : (s.test == MechanicalTest::Torsion ? all - along : along);
  holder.hold(s.axis, 0, constrained);
  holder.hold(s.axis, 1, constrained, true);
  return holder.merged();
}

/// Returns the displacements of a constrained node in one load. Those of free components are not
/// used.
Components3 displacementOf(const VoxelMicroFeSettings& s, const VoxelGrid& grid,
  const LatticeBox& box, int load, const ConstrainedNode& node)
{
  const std::array<double, 3> edges = boxEdges(box, grid);
  Components3 r; // position relative to the centre of the box
  for (int d = 0; d < 3; ++d)
  {
    r[d] = grid.spacing()[d] * (node.position[d] - 0.5 * (box[d][0] + box[d][1]));
  }
  Components3 u = {};
  if (s.test == MechanicalTest::ApparentStiffness)
  {
    constexpr int shears[3][2] = { { 0, 1 }, { 1, 2 }, { 0, 2 } };
    if (load < 3)
    {
      u[load] = s.strain * r[load];
    }
    else
    {
      const auto& [i, j] = shears[load - 3];
      u[i] = 0.5 * s.strain * r[j];
      u[j] = 0.5 * s.strain * r[i];
    }
    return u;
  }
  const bool upper = node.position[s.axis] == box[s.axis][1];
  switch (s.test)
  {
    case MechanicalTest::Shear:
      u[s.direction] = upper ? s.strain * edges[s.axis] : 0.0;
      break;
    case MechanicalTest::Bending:
    {
      Components3 turn = {};
      turn[s.direction] = upper ? 0.5 * s.angle : -0.5 * s.angle;
      r[s.axis] = 0.0;
      u = cross(turn, r);
      break;
    }
    case MechanicalTest::Torsion:
    {
      Components3 turn = {};
      turn[s.axis] = upper ? s.angle : 0.0;
      u = cross(turn, r);
      break;
    }
    default:
      u[s.axis] = upper ? s.strain * edges[s.axis] : 0.0;
  }
  return u;
}
}

std::vector<std::uint8_t> VoxelConditions::supports(const VoxelGrid& grid) const
{
  auto mask = zeroVector<std::uint8_t>(3 * static_cast<std::size_t>(grid.numberOfNodes()));
  for (const ConstrainedNode& node : this->nodes)
  {
    for (unsigned c = 0; c < 3; ++c)
    {
      mask[3 * static_cast<std::size_t>(node.node) + c] = node.constrained >> c & 1U;
    }
  }
  return mask;
}

LatticeBox boxOfGrid(const VoxelGrid& grid)
{
  constexpr int Edge = VoxelBrick::Edge;
  const auto bricks = static_cast<std::int64_t>(grid.bricks().size());
  LatticeBox box = emptyBox();
#pragma omp parallel
  {
    LatticeBox own = emptyBox();
#pragma omp for schedule(static) nowait
    for (std::int64_t b = 0; b < bricks; ++b)
    {
      const std::array<std::int32_t, 3>& place = grid.places()[b];
      unsigned columns = 0; // bits of columns with elements in any row
      for (int row = 0; row < VoxelBrick::Rows; ++row)
      {
        const unsigned mask = grid.bricks()[b].elements[row];
        columns |= mask;
        if (mask != 0)
        {
          include(own, 1, Edge * place[1] + row % Edge);
          include(own, 2, Edge * place[2] + row / Edge);
        }
      }
      for (int i = 0; i < Edge; ++i)
      {
        if (columns >> i & 1U)
        {
          include(own, 0, Edge * place[0] + i);
        }
      }
    }
#pragma omp critical
    join(box, own);
  }
  return box;
}

LatticeBox testBoxOf(const VoxelMicroFeProblem& problem, const VoxelGrid& grid)
{
  const auto [nx, ny, nz] = problem.image.cells;
  if (problem.box == TestBox::Image)
  {
    return { { { 0, nx }, { 0, ny }, { 0, nz } } };
  }
  LatticeBox box = boxOfGrid(grid);
  if (problem.box == TestBox::Kept || grid.droppedVoxels() == 0)
  {
    return box;
  }
  const std::int64_t rows = std::int64_t(ny) * nz;
#pragma omp parallel
  {
    LatticeBox own = emptyBox();
#pragma omp for schedule(static) nowait
    for (std::int64_t row = 0; row < rows; ++row)
    {
      const double* moduli = problem.image.moduli.data() + row * problem.image.cells[0];
      for (int i = 0; i < problem.image.cells[0]; ++i)
      {
        if (moduli[i] > 0.0)
        {
          include(own, 0, i);
          include(own, 1, static_cast<std::int32_t>(row % problem.image.cells[1]));
          include(own, 2, static_cast<std::int32_t>(row / problem.image.cells[1]));
        }
      }
    }
#pragma omp critical
    join(box, own);
  }
  return box;
}

std::array<double, 3> boxEdges(const LatticeBox& box, const VoxelGrid& grid)
{
  std::array<double, 3> edges;
  for (int d = 0; d < 3; ++d)
  {
    edges[d] = grid.spacing()[d] * (box[d][1] - box[d][0]);
  }
  return edges;
}

std::array<double, 3> boxCentre(const LatticeBox& box, const VoxelGrid& grid, int upperEndOfAxis)
{
  std::array<double, 3> centre;
  for (int d = 0; d < 3; ++d)
  {
    centre[d] = grid.origin()[d] +
      grid.spacing()[d] * (d == upperEndOfAxis ? box[d][1] : 0.5 * (box[d][0] + box[d][1]));
  }
  return centre;
}

bool hasEnds(MechanicalTest test)
{
  return test != MechanicalTest::ApparentStiffness && test != MechanicalTest::FreeForm;
}

bool needsMinimalSupports(MechanicalTest test)
{
  return test == MechanicalTest::Uniaxial || test == MechanicalTest::Bending ||
    test == MechanicalTest::Torsion;
}

VoxelConditions makeConditions(const VoxelMicroFeProblem& problem, const VoxelGrid& grid)
{
  VoxelConditions conditions;
  conditions.box = testBoxOf(problem, grid);
  if (problem.test == MechanicalTest::FreeForm)
  {
    addLists(problem, grid, conditions);
  }
  else
  {
    conditions.nodes = holdTest(problem, grid, conditions.box);
  }
  checkAndSupport(problem, grid, conditions);
  const int loads = problem.test == MechanicalTest::ApparentStiffness ? 6 : 1;
  for (int load = 0; problem.test != MechanicalTest::FreeForm && load < loads; ++load)
  {
    conditions.displacements.emplace_back();
    for (const ConstrainedNode& node : conditions.nodes)
    {
      const Components3 u = displacementOf(problem, grid, conditions.box, load, node);
      for (unsigned c = 0; c < 3; ++c)
      {
        conditions.displacements.back().push_back(node.constrained >> c & 1U ? u[c] : 0.0);
      }
    }
  }
  return conditions;
}
}
