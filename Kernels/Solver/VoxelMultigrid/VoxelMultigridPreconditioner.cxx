#include "Solver/VoxelMultigrid/VoxelMultigridPreconditioner.h"

#include "Core/Text.h"
#include "Operator/Voxel/Host/VoxelHostKernels.h"
#include "Solver/KrylovVectors.h"

#include <algorithm>

namespace trabecula
{
namespace detail
{
/// Smallest modulus of designs relative to the largest one: initially, and after all recoveries. In
/// conduction, void has fewer low-energy modes, one for each body in it, so that the initial value
/// can be smaller.
template <int Components>
constexpr double LeastVoxelModulus = Components == 3 ? 1e-8 : 1e-10;
constexpr double LargestLeastVoxelModulus = 1e-5;

/// Elements fill most cells of designs, so that coarse levels are accurate and less smoothing is
/// faster. Bodies that float in raised void require pre- and post-smoothing.
inline VoxelMultigridSettings settingsOfDesigns()
{
  VoxelMultigridSettings settings;
  settings.finest = settings.first = settings.coarse = { 3, 3, 8.0 };
  settings.twiceFrom = 2;
  settings.eigenvalueSteps = 8; // repeated for each design
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
  // The factor of two tolerates rounding of repeated products with ten.
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
      std::max(caution, detail::LeastVoxelModulus<Components>); // 0 in others' states
  }
}

template <class Space, int Components>
int VoxelMultigridPreconditioner<Space, Components>::columnsAtOnce(int wanted) const
{
  // These are the smallest numbers of right-hand sides that are solved faster together than one
  // after another, as measured. On GPUs this is the case for two only if they are short.
  constexpr int leastOnHost = 4;
  constexpr int leastOnCuda = 3;
  constexpr std::int64_t shortOnCuda = 1000000;
  // On several parts the mean of all, so that all have the same answer.
  const std::int64_t unknowns =
    this->Multigrid.levelSizes().front() / this->freeUnknowns().context().communicator().size();
  const int least = Space::Id == ExecutionSpace::Host ? leastOnHost
    : unknowns < shortOnCuda                          ? 2
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
    // On the host, products have buffers for nodes of other bricks; their size is estimated for
    // bricks with at least fifty nodes on average.
    const auto nodes = static_cast<std::size_t>(layout.count());
    const std::size_t products = Space::Id == ExecutionSpace::Host
      ? static_cast<std::size_t>(interleavedColumns(columns)) *
        (nodes * VoxelHostFaceValues * sizeof(double) / 50)
      : 0;
    const std::size_t needed = this->Multigrid.memoryOfColumns(columns) + products +
      krylovMemory<Space>(layout.size(), columns, this->arrangement());
    const bool isFitting = needed < available / 2 && needed + context.allocated() < available;
    known = !context.any(!isFitting);
  }
  return *known;
}

template class VoxelMultigridPreconditioner<CompiledSpace>;
template class VoxelMultigridPreconditioner<CompiledSpace, 1>;
}
