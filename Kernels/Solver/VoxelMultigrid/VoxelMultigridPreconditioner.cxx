#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include "Core/Text.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/KrylovVectors.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Smallest modulus of designs over the largest, at first and at last.
constexpr double LeastVoxelModulus = 1e-8;
constexpr double LargestLeastVoxelModulus = 1e-5;

/// Elements fill most cells of designs, so that coarse levels are accurate and less smoothing is
/// faster. Bodies that float in raised void need it on both sides.
inline VoxelMultigridSettings settingsOfDesigns()
{
  VoxelMultigridSettings settings;
  settings.finest = settings.first = settings.coarse = { 3, 3, 8.0 };
  settings.twiceFrom = 2;
  settings.eigenvalueSteps = 8; // again for each design
  return settings;
}
}

template <class Space>
VoxelMultigridPreconditioner<Space>::VoxelMultigridPreconditioner(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, double poissonsRatio,
  const std::vector<std::uint8_t>& supports, bool takesColumns)
  : Raised(std::make_unique<VoxelOperator<Space>>(layouts, grid, poissonsRatio)),
    Multigrid(grid, *this->Raised, poissonsRatio, supports, detail::settingsOfDesigns()),
    TakesColumns(takesColumns), LeastModulus(detail::LeastVoxelModulus)
{
}

template <class Space>
VoxelMultigridPreconditioner<Space>::VoxelMultigridPreconditioner(VoxelOperator<Space>& K,
  const VoxelGrid& grid, double poissonsRatio, const std::vector<std::uint8_t>& supports)
  : Multigrid(grid, K, poissonsRatio, supports), TakesColumns(true), LeastModulus(0.0)
{
}

template <class Space>
void VoxelMultigridPreconditioner<Space>::update(const Vector<Space>& moduli, double largest)
{
  if (this->Raised)
  {
    this->Moduli = &moduli;
    this->Largest = largest;
    this->follow();
  }
  else if (!this->IsSetUp)
  {
    this->Multigrid.update();
    this->IsSetUp = true;
  }
}

template <class Space>
void VoxelMultigridPreconditioner<Space>::follow()
{
  this->Raised->setModuli(*this->Moduli, this->LeastModulus * this->Largest);
  this->Multigrid.update();
}

template <class Space>
std::string VoxelMultigridPreconditioner<Space>::recover()
{
  // Products of ten are rounded.
  if (!this->Raised || 2.0 * this->LeastModulus > detail::LargestLeastVoxelModulus)
  {
    return {};
  }
  this->LeastModulus = std::min(10.0 * this->LeastModulus, detail::LargestLeastVoxelModulus);
  this->follow();
  return "Rounding broke multigrid down; from now on it takes void for " +
    shortText(this->LeastModulus) + " times as stiff as solid at least.";
}

template <class Space>
void VoxelMultigridPreconditioner<Space>::setCaution(double caution)
{
  if (this->Raised)
  {
    this->LeastModulus = std::max(caution, detail::LeastVoxelModulus); // 0 in states of others
  }
}

template <class Space>
int VoxelMultigridPreconditioner<Space>::columnsAtOnce(int wanted) const
{
  // Where multiple right-hand sides are faster together than one after another, as measured. On
  // GPUs two are only if they are short.
  constexpr int leastOnHost = 4;
  constexpr int leastOnCuda = 3;
  constexpr std::int64_t shortOnCuda = 1000000;
  const Layout<Space>& layout = this->freeUnknowns().layout();
  const int least = Space::Id == ExecutionSpace::Host ? leastOnHost
    : layout.size() < shortOnCuda                     ? 2
                                                      : leastOnCuda;
  for (int count = std::min(wanted, MostColumns); this->TakesColumns && count >= least; --count)
  {
    if (this->fits(count))
    {
      return count;
    }
  }
  return 1;
}

template <class Space>
bool VoxelMultigridPreconditioner<Space>::fits(int columns) const
{
  if (this->Multigrid.columns() >= columns)
  {
    return true;
  }
  std::optional<bool>& known = this->Fits[static_cast<std::size_t>(columns)];
  if (!known)
  {
    const Layout<Space>& layout = this->freeUnknowns().layout();
    const Context<Space>& context = layout.context();
    const std::size_t available = context.device().availableMemory;
    // Products have for other bricks on the host what bricks of no fewer than fifty nodes have.
    const auto nodes = static_cast<std::size_t>(layout.count());
    const std::size_t products = Space::Id == ExecutionSpace::Host
      ? static_cast<std::size_t>(interleavedColumns(columns)) *
        (nodes * VoxelHostFaceValues * sizeof(double) / 50)
      : 0;
    const std::size_t needed = this->Multigrid.memoryOfColumns(columns) + products +
      krylovMemory<Space>(layout.size(), columns, this->arrangement());
    known = needed < available / 2 && needed + context.allocated() < available;
  }
  return *known;
}

template class VoxelMultigridPreconditioner<CompiledSpace>;
}
