#include "Solver/VoxelBox/VoxelBoxMultigrid.h"

#include "Core/Error.h"
#include "Solver/SmootherKernels.h"
#include "Solver/VoxelBox/VoxelBoxKernels.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
/// Fields of a level with margins, which are zero.
template <class Space>
class VoxelBoxField
{
public:
  VoxelBoxField(const Context<Space>& context, const VoxelBox& box)
    : Values(context, box.size()), Margin(box.margin())
  {
    this->Values.zero();
  }
  /// At the first position.
  float* data() { return this->Values.data() + this->Margin; }
  void zero() { this->Values.zero(); }

private:
  DeviceVector<float, Space> Values;
  std::int64_t Margin;
};
constexpr std::size_t VoxelBoxFields = 5;

/// Positions of nodes or elements of a grid. @param positions on the lattice, three each
inline std::vector<std::int32_t> placesInBox(
  const std::vector<std::int32_t>& positions, const BoxOfVoxels& of, const VoxelBox& box)
{
  std::vector<std::int32_t> places;
  places.reserve(positions.size() / 3);
  for (std::size_t i = 0; i < positions.size(); i += 3)
  {
    places.push_back(static_cast<std::int32_t>(positions[i] - of.first[0] +
      box.row() * (positions[i + 1] - of.first[1]) +
      box.layer() * (positions[i + 2] - of.first[2])));
  }
  return places;
}

/// The lower end of the interval of the last level. Without mass it is small enough that the
/// polynomial reduces all but the longest waves.
inline double ratioOfLast(const VoxelBoxLevelPlan& plan)
{
  constexpr double least = 1.5; // the polynomial needs an interval
  constexpr double most = 200.0;
  return std::clamp(plan.condition(), least, most);
}

/// The degree that reduces an error to a few thousandths of a percent of it, if it may be as high.
inline int degreeOfLast(const VoxelBoxLevelPlan& plan, int most)
{
  constexpr double reduction = 2e4;
  const double root = std::sqrt(ratioOfLast(plan));
  const double degree = std::log(2.0 * reduction) / std::log((root + 1.0) / (root - 1.0));
  return std::min(most, static_cast<int>(std::ceil(degree)));
}
}

template <class Space>
struct VoxelBoxMultigrid<Space>::Level
{
  Level(const Context<Space>& context, const VoxelBoxLevelPlan& plan, double scale)
    : Plan(plan), Coefficients(context, plan.box), InverseDiagonal(context, plan.box),
      B(context, plan.box), X(context, plan.box), Y(context, plan.box)
  {
    for (int i = 0; i < 8; ++i)
    {
      this->Unit.entries[i] = static_cast<float>(plan.entries[static_cast<std::size_t>(i)] * scale);
    }
  }

  detail::VoxelBoxMatrix matrix()
  {
    return { static_cast<std::int32_t>(this->Plan.box.row()),
      static_cast<std::int32_t>(this->Plan.box.layer()), this->Unit, this->Coefficients.data(),
      this->InverseDiagonal.data() };
  }

  VoxelBoxLevelPlan Plan;
  voxelhex8::ConductingBrick<float> Unit;
  detail::VoxelBoxField<Space> Coefficients;
  detail::VoxelBoxField<Space> InverseDiagonal;
  detail::VoxelBoxField<Space> B; ///< right-hand side
  // The last two iterates of a polynomial; the older one becomes the residual.
  detail::VoxelBoxField<Space> X;
  detail::VoxelBoxField<Space> Y;
};

template <class Space>
VoxelBoxMultigrid<Space>::VoxelBoxMultigrid(const OperatorLayouts<Space>& layouts,
  const VoxelGrid& grid, const VoxelBoxLaw& law, const std::vector<std::uint8_t>& supports)
  : Settings(VoxelBoxSettings::of(static_cast<std::size_t>(grid.numberOfNodes()),
      static_cast<std::size_t>(grid.numberOfElements()))),
    Free(layouts.unknowns), Result(layouts.unknowns)
{
  const Context<Space>& context = layouts.unknowns->context();
  if (context.isDistributed() || layouts.unknowns->size() != grid.numberOfNodes())
  {
    throw Error("Multigrid in a box of voxels needs one component at the nodes of a single part.");
  }
  const BoxOfVoxels of = boxOfVoxels(grid);
  const std::vector<VoxelBoxLevelPlan> plans =
    planVoxelBoxLevels(of.cells, grid.spacing(), law, this->Settings.mostCondition);
  // Fields are of the size of solutions, for any unit of length.
  this->Scale = 1.0 / (8.0 * plans.front().entries[0]);
  for (const VoxelBoxLevelPlan& plan : plans)
  {
    this->Levels.push_back(std::make_unique<Level>(context, plan, this->Scale));
  }
  const VoxelBox& box = plans.front().box;
  this->NodePlaces =
    DeviceVector<std::int32_t, Space>(context, detail::placesInBox(grid.nodePositions(), of, box));
  this->ElementPlaces = DeviceVector<std::int32_t, Space>(
    context, detail::placesInBox(grid.elementPositions(), of, box));
  if (std::any_of(supports.begin(), supports.end(), [](std::uint8_t is) { return is != 0; }))
  {
    this->Supports = DeviceVector<std::uint8_t, Space>(context, supports);
  }
}

template <class Space>
VoxelBoxMultigrid<Space>::~VoxelBoxMultigrid() = default;

template <class Space>
void VoxelBoxMultigrid<Space>::update(const Vector<Space>& coefficients, double /*largest*/)
{
  const Context<Space>& context = this->Free.context();
  const auto nodes = static_cast<std::int64_t>(this->NodePlaces.size());
  for (std::size_t l = 0; l < this->Levels.size(); ++l)
  {
    Level& level = *this->Levels[l];
    Level* finer = l > 0 ? this->Levels[l - 1].get() : nullptr;
    if (finer)
    {
      detail::coarsenCoefficients(context, finer->Plan.box, level.Plan.box,
        finer->Coefficients.data(), level.Coefficients.data());
    }
    else
    {
      detail::scatterToBox(context, static_cast<std::int64_t>(this->ElementPlaces.size()),
        this->ElementPlaces.data(), 1.0, coefficients.data(), level.Coefficients.data());
    }
    detail::invertDiagonalInBox(context, level.Plan.box, level.Unit.entries[0],
      level.Coefficients.data(), level.InverseDiagonal.data());
    if (this->Supports.size() > 0 && finer)
    {
      detail::prescribeInBox(context, finer->Plan.box, level.Plan.box, finer->Coefficients.data(),
        finer->InverseDiagonal.data(), level.InverseDiagonal.data());
    }
    else if (this->Supports.size() > 0)
    {
      detail::prescribeNodes(context, nodes, this->NodePlaces.data(), this->Supports.data(),
        level.InverseDiagonal.data());
    }
  }
  detail::gatherFromBox(context, nodes, this->NodePlaces.data(),
    this->Levels.front()->InverseDiagonal.data(), this->Free.data());
  detail::markUnknowns(context, nodes, this->Free.data());
}

template <class Space>
float* VoxelBoxMultigrid<Space>::solve(std::size_t l)
{
  const Context<Space>& context = this->Free.context();
  Level& level = *this->Levels[l];
  const VoxelBox& box = level.Plan.box;
  const detail::VoxelBoxMatrix A = level.matrix();
  const bool isLast = l + 1 == this->Levels.size();
  const double condition = level.Plan.condition();
  const double ratio =
    isLast ? detail::ratioOfLast(level.Plan) : std::min(this->Settings.ratio, condition);
  const int degree =
    isLast ? detail::degreeOfLast(level.Plan, this->Settings.mostOfLast) : this->Settings.degree;
  const float* b = level.B.data();
  float* x = level.X.data();
  float* y = level.Y.data();
  detail::ChebyshevSteps before(level.Plan.largest, ratio);
  detail::startInBox(context, box, A, before.first(), b, x);
  for (int step = 1; step < degree; ++step)
  {
    before.advance();
    detail::stepInBox(context, box, A, before.keep(), before.factor(), step == 1, b, x, y);
    std::swap(x, y);
  }
  if (isLast)
  {
    return x;
  }
  Level& coarse = *this->Levels[l + 1];
  detail::residualInBox(context, box, A, b, x, y);
  detail::restrictInBox(context, box, coarse.Plan.box, y, coarse.B.data());
  const float* correction = this->solve(l + 1);
  detail::prolongInBox(context, box, coarse.Plan.box, A.inverseDiagonal, correction, x);
  detail::ChebyshevSteps after(level.Plan.largest, ratio);
  detail::stepInBox(context, box, A, 0.0F, after.first(), false, b, x, y);
  std::swap(x, y);
  for (int step = 1; step < degree; ++step)
  {
    after.advance();
    detail::stepInBox(context, box, A, after.keep(), after.factor(), false, b, x, y);
    std::swap(x, y);
  }
  return x;
}

template <class Space>
void VoxelBoxMultigrid<Space>::cycle()
{
  const Context<Space>& context = this->Free.context();
  const auto nodes = static_cast<std::int64_t>(this->NodePlaces.size());
  detail::scatterToBox(context, nodes, this->NodePlaces.data(), this->Scale, this->From,
    this->Levels.front()->B.data());
  const float* x = this->solve(0);
  detail::gatherFromBox(context, nodes, this->NodePlaces.data(), x, this->Result.data());
}

template <class Space>
const Vector<Space, float>& VoxelBoxMultigrid<Space>::apply(const Vector<Space>& r)
{
  r.require(this->Free.layout(), "A residual");
  const bool isNew = this->From != r.data();
  this->From = r.data();
  if (!this->Capture)
  {
    this->Capture =
      std::make_unique<GraphCapture<Space>>(this->Free.context(), [this] { this->cycle(); });
  }
  else if (isNew)
  {
    this->Capture->recapture();
  }
  this->Capture->launch();
  return this->Result;
}

template <class Space>
std::size_t VoxelBoxMultigrid<Space>::memory(std::size_t nodes, std::size_t elements,
  const std::array<std::int32_t, 3>& cells, const std::array<double, 3>& spacing,
  const VoxelBoxLaw& law)
{
  std::size_t numbers = 0;
  const VoxelBoxSettings settings = VoxelBoxSettings::of(nodes, elements);
  for (const VoxelBoxLevelPlan& plan :
    planVoxelBoxLevels(cells, spacing, law, settings.mostCondition))
  {
    numbers += detail::VoxelBoxFields * plan.box.size();
  }
  return numbers * sizeof(float) + nodes * (2 * sizeof(float) + sizeof(std::int32_t) + 1) +
    elements * sizeof(std::int32_t);
}

template class VoxelBoxMultigrid<CompiledSpace>;
}
