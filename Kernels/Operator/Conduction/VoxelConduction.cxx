#include "Operator/Conduction/VoxelConduction.h"

#include "Core/Error.h"
#include "Core/Teams.h"
#include "Element/VoxelConductionHex8.h"
#include "Mesh/Voxel/VoxelLookup.h"
#include "Operator/Voxel/VoxelCorners.h"

#include <string>

namespace trabecula
{
namespace detail
{
/// Dense arrays of the nodes of a brick with one layer around it, and of the voxels that touch
/// nodes of the brick, x fastest. Missing nodes and voxels are zero.
/// @tparam Components of a node, which have the same matrix each
template <class Real, int Components>
struct ConductingBlock
{
  static constexpr int Edge = VoxelBrick::Edge;
  static constexpr int Wide = Edge + 2; ///< nodes from -1 to Edge in each direction
  static constexpr int Nodes = Wide * Wide * Wide;
  static constexpr int Voxels = Wide * (Edge + 1) * (Edge + 1); ///< rows have the width of nodes

  Real x[Components][Nodes];
  Real k[Voxels];

  /// Returns the index of node i in a row of the brick's nodes.
  TRABECULA_FUNCTION static int nodeOf(int row, int i)
  {
    return i + 1 + Wide * (row % Edge + 1) + Wide * Wide * (row / Edge + 1);
  }
  /// Returns the index of the voxel above that node in all three directions.
  TRABECULA_FUNCTION static int voxelOf(int row, int i)
  {
    return i + 1 + Wide * (row % Edge + 1) + Wide * (Edge + 1) * (row / Edge + 1);
  }
  TRABECULA_FUNCTION Real flow(
    int component, int row, int i, const voxelhex8::ConductingBrick<Real>& unit) const
  {
    return voxelhex8::flowAroundNode(this->x[component] + nodeOf(row, i), Wide, Wide * Wide,
      this->k + voxelOf(row, i), Wide, Wide * (Edge + 1), unit);
  }
};

#ifdef __CUDACC__
/// Each thread processes one node at a time.
template <class Real, int Components>
struct ConductionOfBrick
{
  const VoxelBrick* bricks;
  const Real* moduli;
  voxelhex8::ConductingBrick<Real> unit;
  const Real* x;
  Real* y;

  template <class Team>
  __device__ void operator()(std::int64_t item, const Team& team, char* memory) const
  {
    using Block = ConductingBlock<Real, Components>;
    auto& block = *reinterpret_cast<Block*>(memory);
    const VoxelBrick& brick = this->bricks[item];
    team.each(Block::Nodes,
      [&](int p)
      {
        int position = 0;
        const std::int32_t other = voxels::brickAt(brick, p % Block::Wide - 1,
          p / Block::Wide % Block::Wide - 1, p / (Block::Wide * Block::Wide) - 1, position);
        const std::int32_t node = other < 0 ? -1 : voxels::nodeAt(this->bricks[other], position);
        TRABECULA_UNROLL
        for (int c = 0; c < Components; ++c)
        {
          block.x[c][p] = node < 0 ? Real(0) : this->x[std::int64_t(Components) * node + c];
        }
      });
    team.each(Block::Voxels,
      [&](int p)
      {
        const int i = p % Block::Wide - 1;
        int position = 0;
        const std::int32_t other = i == Block::Edge
          ? -1
          : voxels::brickAt(brick, i, p / Block::Wide % (Block::Edge + 1) - 1,
              p / (Block::Wide * (Block::Edge + 1)) - 1, position);
        const std::int32_t e = other < 0 ? -1 : voxels::elementAt(this->bricks[other], position);
        block.k[p] = e < 0 ? Real(0) : this->moduli[e];
      });
    team.each(voxels::Positions,
      [&](int p)
      {
        const std::int32_t node = voxels::nodeAt(brick, p);
        for (int c = 0; node >= 0 && c < Components; ++c)
        {
          this->y[std::int64_t(Components) * node + c] =
            block.flow(c, p / Block::Edge, p % Block::Edge, this->unit);
        }
      });
  }
};
#else
/// Copies the values of a row to their positions in a dense row of eight, with zeros in the gaps.
/// @tparam Stride between values
template <int Stride, class Real>
inline void spread(unsigned mask, const Real* values, Real* to)
{
  if (mask == 0xffU)
  {
    for (int i = 0; i < VoxelBrick::Edge; ++i)
    {
      to[i] = values[Stride * i];
    }
    return;
  }
  for (int i = 0; i < VoxelBrick::Edge; ++i)
  {
    to[i] = mask >> i & 1U ? *values : Real(0);
    values += mask >> i & 1U ? Stride : 0;
  }
}

/// Each thread processes one brick, row by row.
template <class Real, int Components>
struct ConductionOfBrick
{
  const VoxelBrick* bricks;
  const Real* moduli;
  voxelhex8::ConductingBrick<Real> unit;
  const Real* x;
  Real* y;

  /// Gathers a row of nodes of the block, its components apart.
  void gatherNodes(
    const VoxelBrick& brick, int rowOfBlock, ConductingBlock<Real, Components>& block) const
  {
    constexpr int Edge = VoxelBrick::Edge;
    constexpr int Wide = ConductingBlock<Real, Components>::Wide;
    const int j = rowOfBlock % Wide - 1; // counted from the first node of the brick
    const int k = rowOfBlock / Wide - 1;
    int position = 0;
    const std::int32_t before = voxels::brickAt(brick, -1, j, k, position);
    const std::int32_t first = before < 0 ? -1 : voxels::nodeAt(this->bricks[before], position);
    const std::int32_t after = voxels::brickAt(brick, Edge, j, k, position);
    const std::int32_t last = after < 0 ? -1 : voxels::nodeAt(this->bricks[after], position);
    const std::int32_t same = voxels::brickAt(brick, 0, j, k, position);
    const int row = position / Edge;
    const unsigned mask = same < 0 ? 0U : this->bricks[same].nodes[row];
    const std::int64_t begin =
      mask == 0 ? 0 : this->bricks[same].firstNode + this->bricks[same].nodeRows[row];
    for (int c = 0; c < Components; ++c)
    {
      Real* to = block.x[c] + Wide * rowOfBlock;
      to[0] = first < 0 ? Real(0) : this->x[std::int64_t(Components) * first + c];
      to[Edge + 1] = last < 0 ? Real(0) : this->x[std::int64_t(Components) * last + c];
      spread<Components>(mask, this->x + Components * begin + c, to + 1);
    }
  }

  void gatherVoxels(const VoxelBrick& brick, int j, int k, Real* to) const
  {
    constexpr int Edge = VoxelBrick::Edge;
    int position = 0;
    const std::int32_t before = voxels::brickAt(brick, -1, j, k, position);
    const std::int32_t e = before < 0 ? -1 : voxels::elementAt(this->bricks[before], position);
    to[0] = e < 0 ? Real(0) : this->moduli[e];
    to[Edge + 1] = Real(0);
    const std::int32_t same = voxels::brickAt(brick, 0, j, k, position);
    const int row = position / Edge;
    const unsigned mask = same < 0 ? 0U : this->bricks[same].elements[row];
    spread<1>(mask,
      mask == 0
        ? nullptr
        : this->moduli + this->bricks[same].firstElement + this->bricks[same].elementRows[row],
      to + 1);
  }

  template <class Team>
  void operator()(std::int64_t item, const Team& /*team*/, char* memory) const
  {
    using Block = ConductingBlock<Real, Components>;
    constexpr int Edge = VoxelBrick::Edge;
    auto& block = *reinterpret_cast<Block*>(memory);
    const VoxelBrick& brick = this->bricks[item];
    for (int row = 0; row < Block::Wide * Block::Wide; ++row)
    {
      this->gatherNodes(brick, row, block);
    }
    for (int row = 0; row < (Edge + 1) * (Edge + 1); ++row)
    {
      this->gatherVoxels(
        brick, row % (Edge + 1) - 1, row / (Edge + 1) - 1, block.k + Block::Wide * row);
    }
    for (int row = 0; row < VoxelBrick::Rows; ++row)
    {
      unsigned mask = brick.nodes[row];
      if (mask == 0)
      {
        continue;
      }
      Real flows[Components][Edge];
      for (int c = 0; c < Components; ++c)
      {
        for (int i = 0; i < Edge; ++i)
        {
          flows[c][i] = block.flow(c, row, i, this->unit);
        }
      }
      Real* to = this->y + std::int64_t(Components) * (brick.firstNode + brick.nodeRows[row]);
      for (int i = 0; mask != 0; ++i, mask >>= 1U)
      {
        for (int c = 0; c < Components && (mask & 1U); ++c)
        {
          *to++ = flows[c][i];
        }
      }
    }
  }
};
#endif

template <class Real, int Components, class Space>
void conductThroughBricks(const Context<Space>& context, std::int64_t count,
  const ConductionOfBrick<Real, Components>& ofBrick)
{
  forEachTeam<256, 4>(context, count, sizeof(ConductingBlock<Real, Components>), ofBrick);
}

template <class Space>
void conductivitiesOf(const Context<Space>& context, std::int64_t count, const double* moduli,
  double least, double* wide, float* narrow)
{
  forEach(
    context, count, TRABECULA_LAMBDA(std::int64_t e) {
      const double modulus = moduli[e] < least ? least : moduli[e];
      wide[e] = modulus;
      narrow[e] = static_cast<float>(modulus);
    });
}

/// All corners of a brick-shaped voxel have the same diagonal entry.
template <class Space>
void diagonalOfConduction(const Context<Space>& context, std::int64_t count,
  const VoxelBrick* bricks, const double* moduli, double ofUnit, double* d)
{
  forEach(
    context, count * voxels::Positions, TRABECULA_LAMBDA(std::int64_t index) {
      const VoxelBrick& brick = bricks[index / voxels::Positions];
      const int p = static_cast<int>(index % voxels::Positions);
      const std::int32_t node = voxels::nodeAt(brick, p);
      if (node < 0)
      {
        return;
      }
      double sum = 0.0;
      for (int v = 0; v < 8; ++v)
      {
        int position = 0;
        const std::int32_t other = voxels::brickAt(brick, p % VoxelBrick::Edge - (v & 1),
          p / VoxelBrick::Edge % VoxelBrick::Edge - (v >> 1 & 1), p / VoxelBrick::Rows - (v >> 2),
          position);
        const std::int32_t e = other < 0 ? -1 : voxels::elementAt(bricks[other], position);
        sum += e < 0 ? 0.0 : moduli[e];
      }
      d[node] = ofUnit * sum;
    });
}

template <class Space>
void addEnergiesOfConduction(const Context<Space>& context, std::int64_t count,
  const VoxelBrick* bricks, const voxelhex8::ConductingBrick<double> unit, const double* T,
  double weight, double* energies)
{
  forEach(
    context, count * voxels::Positions, TRABECULA_LAMBDA(std::int64_t index) {
      const VoxelBrick& brick = bricks[index / voxels::Positions];
      const int p = static_cast<int>(index % voxels::Positions);
      const std::int32_t e = voxels::elementAt(brick, p);
      if (e < 0)
      {
        return;
      }
      double corners[8];
      double flows[8];
      cornerDisplacements<1>(bricks, brick, p % VoxelBrick::Edge,
        p / VoxelBrick::Edge % VoxelBrick::Edge, p / VoxelBrick::Rows, T, corners);
      voxelhex8::product(corners, 1.0, unit, flows);
      double energy = 0.0;
      for (int a = 0; a < 8; ++a)
      {
        energy += corners[a] * flows[a];
      }
      energies[e] += weight * energy;
    });
}
}

template <class Space>
VoxelConduction<Space>::VoxelConduction(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, VoxelLaw<1> law)
  : LinearOperator<Space>(layouts.unknowns), Spacing(grid.spacing()), Law(law),
    Bricks(layouts.context(), grid.bricks()), Moduli(layouts.materialPoints, grid.moduli()),
    ModuliInFloat(layouts.context(), grid.moduli().size())
{
  if (this->layout().size() != grid.numberOfNodes())
  {
    throw Error("A grid of " + std::to_string(grid.numberOfNodes()) +
      " nodes is given a layout of " + this->layout().text() + ".");
  }
  this->useModuli(this->Moduli.data());
}

template <class Space>
void VoxelConduction<Space>::setModuli(const Vector<Space>& moduli, double least)
{
  moduli.require(this->Moduli.layout(), "A vector of conductivities");
  moduli.updateGhosts();
  this->useModuli(moduli.data(), least);
}

template <class Space>
void VoxelConduction<Space>::useModuli(const double* moduli, double least)
{
  detail::conductivitiesOf(this->context(), this->numberOfElements(), moduli, least,
    this->Moduli.data(), this->ModuliInFloat.data());
}

template <class Space>
void VoxelConduction<Space>::multiply(const double* x, double* y)
{
  detail::conductThroughBricks<double, 1>(this->context(), this->numberOfBricks(),
    { this->Bricks.data(), this->Moduli.data(), this->Law.template unit<double>(this->Spacing), x,
      y });
}

template <class Space>
void VoxelConduction<Space>::multiply(const float* x, float* y)
{
  detail::conductThroughBricks<float, 1>(this->context(), this->numberOfBricks(),
    { this->Bricks.data(), this->ModuliInFloat.data(),
      this->Law.template unit<float>(this->Spacing), x, y });
}

template <class Space>
void VoxelConduction<Space>::multiplyComponents(const double* x, double* y)
{
  detail::conductThroughBricks<double, 3>(this->context(), this->numberOfBricks(),
    { this->Bricks.data(), this->Moduli.data(), this->Law.template unit<double>(this->Spacing), x,
      y });
}

template <class Space>
void VoxelConduction<Space>::computeDiagonal(double* d)
{
  detail::diagonalOfConduction(this->context(), this->numberOfBricks(), this->Bricks.data(),
    this->Moduli.data(), this->Law.template unit<double>(this->Spacing).entries[0], d);
}

template <class Space>
void VoxelConduction<Space>::addEnergies(const double* T, double weight, double* energies)
{
  detail::addEnergiesOfConduction(this->context(), this->numberOfBricks(), this->Bricks.data(),
    this->Law.template unit<double>(this->Spacing), T, weight, energies);
}

template <class Space>
std::size_t VoxelConduction<Space>::memory(std::size_t bricks, std::size_t elements)
{
  // On the host each thread also has dense arrays.
  return bricks * sizeof(VoxelBrick) + elements * (sizeof(double) + sizeof(float)) +
    (std::size_t(1) << 20);
}

template class VoxelConduction<CompiledSpace>;
}
