#include "MicroFe/VoxelConnection.h"

#include "Core/Requirements.h"
#include "Core/Text.h"
#include "Mesh/RigidBodyMotions.h"
#include "MicroFe/VoxelPartsOfImage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trabecula
{
namespace
{
using Position = std::array<std::int32_t, 3>;

/// The largest number of parts whose motions are determined together, as the cost is cubic.
constexpr std::size_t MostParts = 64;

/// The parts of a grid as rigid bodies.
class Bodies
{
public:
  Bodies(const LabelledParts& parts, const VoxelGrid& grid)
    : Parts(parts), Grid(grid), Motions(centres(parts, grid), radii(parts, grid))
  {
    if (parts.sizes.size() > 1)
    {
      this->joinAtCommonNodes();
    }
  }

  std::array<double, 3> point(const Position& p) const { return pointOf(this->Grid, p); }

  /// Returns one of the parts that contain a node.
  std::int32_t bodyAt(const Position& p) const
  {
    for (int a = 0; this->Parts.sizes.size() > 1 && a < 8; ++a)
    {
      const std::int32_t label = this->Parts.at(p[0] - (a & 1), p[1] - (a / 2 & 1), p[2] - a / 4);
      if (label > 0)
      {
        return label - 1;
      }
    }
    return 0;
  }

  void hold(const std::vector<ConstrainedNode>& nodes)
  {
    for (const ConstrainedNode& node : nodes)
    {
      const std::int32_t body = this->bodyAt(node.position);
      for (int c = 0; c < 3; ++c)
      {
        if (node.constrained >> static_cast<unsigned>(c) & 1U)
        {
          this->Motions.hold({ body, c, this->point(node.position) });
        }
      }
    }
  }

  RigidBodyMotions& motions() { return this->Motions; }
  std::size_t count() const { return this->Parts.sizes.size(); }

private:
  static std::array<double, 3> pointOf(const VoxelGrid& grid, const Position& p)
  {
    std::array<double, 3> x;
    for (int d = 0; d < 3; ++d)
    {
      // Positions are relative to the corner of the grid. Relative to the origin, which may be far
      // away, they would lose digits.
      x[d] = grid.spacing()[d] * p[d];
    }
    return x;
  }

  static std::vector<std::array<double, 3>> centres(
    const LabelledParts& parts, const VoxelGrid& grid)
  {
    std::vector<std::array<double, 3>> result;
    for (const LatticeBox& box : parts.boxes)
    {
      result.emplace_back();
      for (int d = 0; d < 3; ++d)
      {
        result.back()[d] = 0.5 * grid.spacing()[d] * (box[d][0] + box[d][1]);
      }
    }
    return result;
  }

  static std::vector<double> radii(const LabelledParts& parts, const VoxelGrid& grid)
  {
    std::vector<double> result;
    for (const LatticeBox& box : parts.boxes)
    {
      const std::array<double, 3> edges = boxEdges(box, grid);
      result.push_back(
        0.5 * std::sqrt(edges[0] * edges[0] + edges[1] * edges[1] + edges[2] * edges[2]));
    }
    return result;
  }

  void joinAtCommonNodes()
  {
    const std::vector<std::int32_t> positions = this->Grid.nodePositions();
    for (std::size_t n = 0; n < positions.size(); n += 3)
    {
      const Position p = { positions[n], positions[n + 1], positions[n + 2] };
      std::int32_t first = 0;
      for (int a = 0; a < 8; ++a)
      {
        const std::int32_t label = this->Parts.at(p[0] - (a & 1), p[1] - (a / 2 & 1), p[2] - a / 4);
        if (label > 0 && first > 0 && label != first)
        {
          this->Motions.join(first - 1, label - 1, this->point(p));
        }
        first = first > 0 ? first : label;
      }
    }
  }

  const LabelledParts& Parts;
  const VoxelGrid& Grid;
  RigidBodyMotions Motions;
};

/// Holds the motions that a test with sliding ends permits for a part at one of its ends.
void holdWhatMayMove(RigidBodyMotions& motions, const LabelledParts& parts,
  const std::vector<std::array<double, 3>>& centres, int axis, bool slides)
{
  for (std::size_t i = 0; i < parts.sizes.size(); ++i)
  {
    const auto body = static_cast<std::int32_t>(i);
    for (int d = 0; d < 3; ++d)
    {
      // Ends that slide permit motions in their plane, and ends that warp permit those out of their
      // plane.
      if ((d == axis) != slides)
      {
        motions.hold({ body, d, centres[i] });
      }
      else
      {
        motions.holdRotation(body, d);
      }
    }
  }
}

void requireHeld(
  const RigidBodyMotions& motions, const LabelledParts& parts, const VoxelMicroFeProblem& problem)
{
  const RigidBodyMotions::Description free = motions.describe();
  if (free.freedoms == 0)
  {
    return;
  }
  const std::string remedy = problem.test == MechanicalTest::FreeForm
    ? "Hold more of its nodes"
    : "Choose another test, or change the image";
  if (parts.sizes.size() == 1)
  {
    fail("The structure is free to move: ", free.motion,
      free.freedoms == 6 ? ", as nothing is held. " : ". ", remedy, ".");
  }
  const auto body = static_cast<std::size_t>(free.body);
  const auto voxel =
    std::find(parts.labels.begin(), parts.labels.end(), free.body + 1) - parts.labels.begin();
  const auto row = voxel / parts.cells[0];
  fail("The solid voxels form ", parts.sizes.size(), " parts that share no face, and the one of ",
    countText(parts.sizes[body], "voxel"), " that contains voxel (", voxel % parts.cells[0], ", ",
    row % parts.cells[1], ", ", row / parts.cells[1], ") is free to move: ", free.motion, ". ",
    remedy, ", or keep the largest part only.");
}

/// Returns the constrained nodes of each part that are outermost in eight directions.
std::vector<std::size_t> outermost(
  const std::vector<ConstrainedNode>& nodes, const Bodies& bodies, std::size_t count)
{
  std::vector<std::array<std::size_t, 8>> found(count);
  std::vector<std::array<double, 8>> reach(count);
  for (auto& r : reach)
  {
    r.fill(-std::numeric_limits<double>::infinity());
  }
  for (std::size_t n = 0; n < nodes.size(); ++n)
  {
    const auto body = static_cast<std::size_t>(bodies.bodyAt(nodes[n].position));
    const std::array<double, 3> x = bodies.point(nodes[n].position);
    for (std::size_t way = 0; way < 8; ++way)
    {
      const double distance =
        (way & 1 ? x[0] : -x[0]) + (way & 2 ? x[1] : -x[1]) + (way & 4 ? x[2] : -x[2]);
      if (distance > reach[body][way])
      {
        reach[body][way] = distance;
        found[body][way] = n;
      }
    }
  }
  std::vector<std::size_t> result;
  for (std::size_t body = 0; body < count; ++body)
  {
    for (std::size_t way = 0; way < 8; ++way)
    {
      if (std::isfinite(reach[body][way]))
      {
        result.push_back(found[body][way]);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Supports a minimal number of further components such that all rigid-body motions are prevented.
/// As the number is minimal, the reactions of these supports are zero.
void addLeastSupports(Bodies& bodies, VoxelConditions& conditions)
{
  std::vector<RigidBodyMotions::Component> candidates;
  std::vector<std::size_t> nodeOf;
  for (const std::size_t n : outermost(conditions.nodes, bodies, bodies.count()))
  {
    const ConstrainedNode& node = conditions.nodes[n];
    for (int c = 0; c < 3; ++c)
    {
      if (!(node.constrained >> static_cast<unsigned>(c) & 1U))
      {
        candidates.push_back({ bodies.bodyAt(node.position), c, bodies.point(node.position) });
        nodeOf.push_back(n);
      }
    }
  }
  for (const std::size_t i : bodies.motions().minimalSupports(candidates))
  {
    std::uint8_t& constrained = conditions.nodes[nodeOf[i]].constrained;
    constrained =
      static_cast<std::uint8_t>(constrained | 1U << static_cast<unsigned>(candidates[i].direction));
  }
}
}

void checkAndSupport(
  const VoxelMicroFeProblem& problem, const VoxelGrid& grid, VoxelConditions& conditions)
{
  const bool several = problem.parts == VoxelParts::All;
  const LabelledParts parts = several ? partsOfImage(problem.image) : onePart(grid);
  const std::int64_t ofImage =
    several ? static_cast<std::int64_t>(parts.sizes.size()) : grid.droppedParts() + 1;
  if (problem.requireOnePart && ofImage > 1)
  {
    const std::int64_t largest =
      several ? *std::max_element(parts.sizes.begin(), parts.sizes.end()) : grid.numberOfElements();
    fail("The solid voxels form ", ofImage, " parts that share no face: ",
      countText(grid.numberOfElements() + grid.droppedVoxels() - largest, "voxel"),
      " lie outside the largest of ", countText(largest, "voxel"),
      ". Remove them, or do not require one part.");
  }
  if (parts.sizes.size() > MostParts)
  {
    fail("The solid voxels form ", parts.sizes.size(), " parts that share no face, more than the ",
      MostParts, " whose motions can be checked together. Keep the largest part only.");
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    if ((hasEnds(problem.test) && axis == problem.axis) ||
      problem.test == MechanicalTest::ApparentStiffness)
    {
      requireConnected(problem, parts, conditions.box, axis);
    }
  }
  Bodies bodies(parts, grid);
  bodies.hold(conditions.nodes);
  if (!needsMinimalSupports(problem.test))
  {
    requireHeld(bodies.motions(), parts, problem);
    return;
  }
  std::vector<std::array<double, 3>> centres;
  for (const LatticeBox& box : parts.boxes)
  {
    centres.push_back(bodies.point(
      { (box[0][0] + box[0][1]) / 2, (box[1][0] + box[1][1]) / 2, (box[2][0] + box[2][1]) / 2 }));
  }
  RigidBodyMotions beside = bodies.motions();
  holdWhatMayMove(beside, parts, centres, problem.axis, problem.test != MechanicalTest::Torsion);
  requireHeld(beside, parts, problem);
  addLeastSupports(bodies, conditions);
}
}
