#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include "Core/Text.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/KrylovVectors.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Smallest modulus of designs over the largest, at first and at last. Void that conducts heat has
/// no motions of little energy but one for each body in it.
template <int Components>
constexpr double LeastVoxelModulus = Components == 3 ? 1e-8 : 1e-10;
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

template <class Space, int Components>
VoxelMultigridPreconditioner<Space, Components>::VoxelMultigridPreconditioner(
  const OperatorLayouts<Space>& layouts, const VoxelGrid& grid, const VoxelLaw<Components>& law,
  const std::vector<std::uint8_t>& supports, bool takesColumns, const HostMatrix& film)
  : Raised(std::make_unique<VoxelOperatorOf<Space, Components>>(layouts, grid, law)),
    Multigrid(grid, *this->Raised, law, supports, detail::settingsOfDesigns(), film),
    TakesColumns(takesColumns && Components == 3),
    LeastModulus(detail::LeastVoxelModulus<Components>)
{
}

template <class Space, int Components>
VoxelMultigridPreconditioner<Space, Components>::VoxelMultigridPreconditioner(
  VoxelOperatorOf<Space, Components>& K, const VoxelGrid& grid, const VoxelLaw<Components>& law,
  const std::vector<std::uint8_t>& supports, const HostMatrix& film)
  : Multigrid(grid, K, law, supports, std::nullopt, film), TakesColumns(Components == 3),
    LeastModulus(0.0)
{
}

template <class Space, int Components>
void VoxelMultigridPreconditioner<Space, Components>::update(
  const Vector<Space>& moduli, double largest)
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

template <class Space, int Components>
void VoxelMultigridPreconditioner<Space, Components>::follow()
{
  this->Raised->setModuli(*this->Moduli, this->LeastModulus * this->Largest);
  this->Multigrid.update();
}

template <class Space, int Components>
std::string VoxelMultigridPreconditioner<Space, Components>::recover()
{
  // Products of ten are rounded.
  if (!this->Raised || 2.0 * this->LeastModulus > detail::LargestLeastVoxelModulus)
  {
    return {};
  }
  this->LeastModulus = std::min(10.0 * this->LeastModulus, detail::LargestLeastVoxelModulus);
  this->follow();
  return "Rounding broke multigrid down; from now on it takes void for " +
    shortText(this->LeastModulus) +
    (Components == 1 ? " times as conductive as solid at least."
                     : " times as stiff as solid at least.");
}

template <class Space, int Components>
void VoxelMultigridPreconditioner<Space, Components>::setCaution(double caution)
{
  if (this->Raised)
  {
    this->LeastModulus =
      std::max(caution, detail::LeastVoxelModulus<Components>); // 0 in states of others
  }
}

template <class Space, int Components>
int VoxelMultigridPreconditioner<Space, Components>::columnsAtOnce(int wanted) const
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

template <class Space, int Components>
bool VoxelMultigridPreconditioner<Space, Components>::fits(int columns) const
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
template class VoxelMultigridPreconditioner<CompiledSpace, 1>;
}
