#include "Solver/AuxiliaryLattice/Parts/DividedLattice.h"

#include "Core/Communication/PartLists.h"
#include "Core/Error.h"
#include "Mesh/Distribution/VoxelDivision.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

namespace trabecula
{
namespace
{
constexpr int LatticeBrickEdge = VoxelBrick::Edge;

/// The position of an index among so many along x and y, x fastest.
std::array<std::int32_t, 3> latticePosition(std::int64_t index, std::int64_t nx, std::int64_t ny)
{
  return { static_cast<std::int32_t>(index % nx), static_cast<std::int32_t>(index / nx % ny),
    static_cast<std::int32_t>(index / (nx * ny)) };
}

std::array<std::int32_t, 3> positionOfCell(const LatticeFrame& frame, std::int64_t cell)
{
  return latticePosition(cell, frame.cells[0], frame.cells[1]);
}

std::array<std::int32_t, 3> positionOfNode(const LatticeFrame& frame, std::int64_t node)
{
  return latticePosition(node, frame.cells[0] + 1, frame.cells[1] + 1);
}

std::array<std::int32_t, 3> brickOfPosition(const std::array<std::int32_t, 3>& at)
{
  return { at[0] / LatticeBrickEdge, at[1] / LatticeBrickEdge, at[2] / LatticeBrickEdge };
}

std::size_t numberOfLatticeBricks(const std::array<int, 3>& extent)
{
  return static_cast<std::size_t>(extent[0] * std::int64_t(extent[1]) * extent[2]);
}

/// The shares of elements of a part in the voxels of a brick.
struct SharesInBrick
{
  std::int64_t place;
  std::int64_t shares;
};

/// The shares of this part in each brick in which it has any.
std::vector<SharesInBrick> countSharesInBricks(const LatticeFrame& frame,
  const std::array<int, 3>& extent, const std::vector<std::int64_t>& starts,
  const std::vector<std::int32_t>& cells)
{
  std::vector<std::int64_t> counts(numberOfLatticeBricks(extent), 0);
  for (const std::int32_t cell : cells)
  {
    const std::array<std::int32_t, 3> brick = brickOfPosition(positionOfCell(frame, cell));
    const auto begin = static_cast<std::size_t>(cell);
    counts[static_cast<std::size_t>(
      brick[0] + std::int64_t(extent[0]) * (brick[1] + std::int64_t(extent[1]) * brick[2]))] +=
      starts[begin + 1] - starts[begin];
  }
  std::vector<SharesInBrick> result;
  for (std::size_t place = 0; place < counts.size(); ++place)
  {
    if (counts[place] > 0)
    {
      result.push_back({ static_cast<std::int64_t>(place), counts[place] });
    }
  }
  return result;
}

/// Gives void bricks, which may have nodes of the bricks before them, to the owner of one of those.
void giveVoidBricks(VoxelDivision& division)
{
  const std::vector<std::int32_t> ofVoxels = division.owners;
  const auto [nx, ny, nz] = division.extent;
  for (std::size_t place = 0; place < ofVoxels.size(); ++place)
  {
    const std::array<std::int32_t, 3> at =
      latticePosition(static_cast<std::int64_t>(place), nx, ny);
    for (int before = 1; before < 8 && division.owners[place] < 0; ++before)
    {
      const int i = at[0] - (before & 1);
      const int j = at[1] - (before >> 1 & 1);
      const int k = at[2] - (before >> 2);
      if (i >= 0 && j >= 0 && k >= 0)
      {
        division.owners[place] =
          ofVoxels[static_cast<std::size_t>(i + std::int64_t(nx) * (j + std::int64_t(ny) * k))];
      }
    }
    division.owners[place] = std::max(division.owners[place], 0);
  }
}

/// Gives each brick to the part with most shares in it; of equal ones to the lowest.
VoxelDivision divideBricksByShares(const Communicator& parts, const LatticeFrame& frame,
  const std::vector<std::int64_t>& starts, const std::vector<std::int32_t>& cells)
{
  VoxelDivision division;
  division.extent = frame.bricks();
  const std::size_t places = numberOfLatticeBricks(division.extent);
  const std::vector<SharesInBrick> mine =
    countSharesInBricks(frame, division.extent, starts, cells);
  const std::vector<std::size_t> counts = gatherCounts(parts, mine.size());
  const std::vector<SharesInBrick> all = gatherLists(parts, mine, counts);
  division.owners.assign(places, -1);
  std::vector<std::int64_t> most(places, 0);
  std::size_t next = 0;
  for (std::size_t part = 0; part < counts.size(); ++part)
  {
    for (std::size_t k = 0; k < counts[part]; ++k, ++next)
    {
      const auto place = static_cast<std::size_t>(all[next].place);
      if (all[next].shares > most[place])
      {
        most[place] = all[next].shares;
        division.owners[place] = static_cast<std::int32_t>(part);
      }
    }
  }
  giveVoidBricks(division);
  return division;
}

/// The image of the cells in which any part has shares.
VoxelImage imageOfLattice(
  const Communicator& parts, const LatticeFrame& frame, const std::vector<std::int32_t>& cells)
{
  VoxelImage image = imageOf(frame);
  const std::vector<std::size_t> counts = gatherCounts(parts, cells.size());
  for (const std::int32_t cell : gatherLists(parts, cells, counts))
  {
    image.moduli[static_cast<std::size_t>(cell)] = 1.0;
  }
  return image;
}

/// Entities of the lattice that other parts own.
struct EntitiesOfOthers
{
  std::vector<std::int64_t> indices; ///< in the lattice, ascending
  std::vector<std::int32_t> owners;
};

EntitiesOfOthers voxelsOfOthers(const LatticeFrame& frame, const VoxelDivision& division, int part,
  const std::vector<std::int32_t>& cells)
{
  EntitiesOfOthers result;
  for (const std::int32_t cell : cells)
  {
    const std::int32_t owner = division.ownerOf(brickOfPosition(positionOfCell(frame, cell)));
    if (owner != part)
    {
      result.indices.push_back(cell);
      result.owners.push_back(owner);
    }
  }
  return result;
}

/// The corners of the cells.
EntitiesOfOthers nodesOfOthers(const LatticeFrame& frame, const VoxelDivision& division, int part,
  const std::vector<std::int32_t>& cells)
{
  EntitiesOfOthers result;
  for (const std::int32_t cell : cells)
  {
    const std::array<std::int32_t, 3> at = positionOfCell(frame, cell);
    for (int a = 0; a < 8; ++a)
    {
      const std::array<std::int32_t, 3> corner = { at[0] + (a & 1), at[1] + (a >> 1 & 1),
        at[2] + (a >> 2) };
      if (division.ownerOf(brickOfPosition(corner)) != part)
      {
        result.indices.push_back(frame.nodeIndex(corner[0], corner[1], corner[2]));
      }
    }
  }
  std::sort(result.indices.begin(), result.indices.end());
  result.indices.erase(
    std::unique(result.indices.begin(), result.indices.end()), result.indices.end());
  for (const std::int64_t index : result.indices)
  {
    result.owners.push_back(division.ownerOf(brickOfPosition(positionOfNode(frame, index))));
  }
  return result;
}

/// Asks the owners of entities for their numbers, and adds them to those of this part.
/// @param kind of the entities, for messages
/// @param numberOf the number in this part of one that it owns
void addEntitiesOfOthers(const Communicator& parts, const char* kind,
  const EntitiesOfOthers& others, const std::function<std::int32_t(std::int64_t index)>& numberOf,
  LevelNodes& entities, std::vector<std::int64_t>& indices)
{
  const auto size = static_cast<std::size_t>(parts.size());
  std::vector<std::vector<std::int64_t>> questions(size);
  for (std::size_t i = 0; i < others.indices.size(); ++i)
  {
    questions[static_cast<std::size_t>(others.owners[i])].push_back(others.indices[i]);
  }
  questions = exchangeLists(parts, std::move(questions));
  std::vector<std::vector<std::int32_t>> answers(size);
  for (std::size_t other = 0; other < size; ++other)
  {
    for (const std::int64_t index : questions[other])
    {
      const std::int32_t number = numberOf(index);
      if (number < 0 || number >= entities.owned())
      {
        throw Error("Parts have different lattices: part " + std::to_string(other) + " needs " +
          kind + " " + std::to_string(index) + " of part " + std::to_string(parts.rank()) +
          ", which has none of this number. Make them over parts of the same mesh.");
      }
      answers[other].push_back(number);
    }
  }
  answers = exchangeLists(parts, std::move(answers));
  std::vector<std::size_t> next(size, 0);
  for (std::size_t i = 0; i < others.indices.size(); ++i)
  {
    const auto owner = static_cast<std::size_t>(others.owners[i]);
    entities.numberOf({ others.owners[i], answers[owner][next[owner]++] });
    indices.push_back(others.indices[i]);
  }
}
}

LatticeOfPart divideLattice(
  const Communicator& parts, const LatticeFrame& frame, const std::vector<std::int64_t>& starts)
{
  std::vector<std::int32_t> cells; // in which this part has shares
  for (std::size_t cell = 0; cell + 1 < starts.size(); ++cell)
  {
    if (starts[cell + 1] > starts[cell])
    {
      cells.push_back(static_cast<std::int32_t>(cell));
    }
  }
  const int part = parts.rank();
  const VoxelDivision division = divideBricksByShares(parts, frame, starts, cells);
  LatticeOfPart result;
  result.grid = std::make_unique<VoxelGrid>(imageOfLattice(parts, frame, cells), VoxelParts::All,
    division.ofPart(part), GhostVoxels::WholeBricks);
  const VoxelGrid& grid = *result.grid;
  result.halo = planVoxelHalo(grid, division, part);
  result.nodes = LevelNodes(part, grid.numberOfOwnedNodes());
  result.voxels = LevelNodes(part, grid.numberOfOwnedElements());
  result.nodeIndices = grid.nodeIndices();
  result.nodeIndices.resize(static_cast<std::size_t>(grid.numberOfOwnedNodes()));
  result.cells = grid.elementIndices();
  result.cells.resize(static_cast<std::size_t>(grid.numberOfOwnedElements()));
  addEntitiesOfOthers(
    parts, "node", nodesOfOthers(frame, division, part, cells),
    [&](std::int64_t index)
    {
      const std::array<std::int32_t, 3> at = positionOfNode(frame, index);
      return grid.node(at[0], at[1], at[2]);
    },
    result.nodes, result.nodeIndices);
  addEntitiesOfOthers(
    parts, "the voxel in cell", voxelsOfOthers(frame, division, part, cells),
    [&](std::int64_t cell)
    {
      const std::array<std::int32_t, 3> at = positionOfCell(frame, cell);
      return grid.element(at[0], at[1], at[2]);
    },
    result.voxels, result.cells);
  result.exchangedNodes = result.nodes.neighbours(parts);
  result.exchangedVoxels = result.voxels.neighbours(parts);
  return result;
}

std::vector<std::int32_t> numbersInLattice(
  const LatticeFrame& frame, const std::vector<std::int64_t>& nodeIndices)
{
  std::vector<std::int32_t> numbers(static_cast<std::size_t>(frame.numberOfPositions()), -1);
  for (std::size_t n = 0; n < nodeIndices.size(); ++n)
  {
    numbers[static_cast<std::size_t>(nodeIndices[n])] = static_cast<std::int32_t>(n);
  }
  return numbers;
}

std::vector<std::uint8_t> supportsOfGrid(const Communicator& parts, const LatticeFrame& frame,
  const VoxelGrid& grid, const std::vector<std::int64_t>& nodeIndices,
  const std::vector<std::uint8_t>& constrained)
{
  std::vector<std::int64_t> mine; // constrained unknowns, 3 * index in the lattice + component
  for (std::size_t i = 0; i < constrained.size(); ++i)
  {
    if (constrained[i] != 0)
    {
      mine.push_back(3 * nodeIndices[i / 3] + static_cast<std::int64_t>(i % 3));
    }
  }
  // All parts are told, as coarse levels need the supports of all ghosts.
  const std::vector<std::size_t> counts = gatherCounts(parts, mine.size());
  std::vector<std::uint8_t> supports(3 * static_cast<std::size_t>(grid.numberOfNodes()), 0);
  for (const std::int64_t unknown : gatherLists(parts, std::move(mine), counts))
  {
    const std::array<std::int32_t, 3> at = positionOfNode(frame, unknown / 3);
    const std::int32_t node = grid.node(at[0], at[1], at[2]);
    if (node >= 0)
    {
      supports[3 * static_cast<std::size_t>(node) + static_cast<std::size_t>(unknown % 3)] = 1;
    }
  }
  return supports;
}
}
