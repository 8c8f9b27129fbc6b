#include "Analysis/ElasticModel.h"

#include "Analysis/ElasticModelMemory.h"
#include "Core/Error.h"
#include "Core/Parallel.h"
#include "Core/SparseVector.h"
#include "Core/Text.h"
#include "Operator/MakeOperator.h"
#include "Operator/SeveralVectors.h"
#include "Solver/Aggregation/AggregationMemory.h"
#include "Solver/Aggregation/AggregationMultigrid.h"
#include "Solver/AuxiliaryLattice/LatticeMultigrid.h"
#include "Solver/SeveralSystems/SeveralConjugateGradients.h"
#include "Solver/SeveralSystems/SeveralVoxelSystems.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace trabecula
{
namespace detail
{
/// raised = moduli, but at least as large as least.
template <class Space>
void raiseModuli(std::int64_t n, const double* moduli, double least, double* raised)
{
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t e) { raised[e] = moduli[e] < least ? least : moduli[e]; });
}

TRABECULA_FUNCTION double vonMisesOf(const double* s)
{
  const double xy = s[0] - s[1];
  const double yz = s[1] - s[2];
  const double zx = s[2] - s[0];
  return std::sqrt(
    0.5 * (xy * xy + yz * yz + zx * zx) + 3.0 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

/// Stresses from displacement gradients.
/// @param ratios Poisson's ratio at each point; null where it is the material's
template <class Space>
void stressesFromGradients(std::int64_t n, const double* gradients, const ElasticMaterial& material,
  const double* ratios, double* stress, double* vonMises)
{
  const double modulus = material.youngsModulus;
  const double common = material.poissonsRatio;
  forEach<Space>(
    n, TRABECULA_LAMBDA(std::int64_t p) {
      const double* g = gradients + 9 * p;
      const double nu = ratios ? ratios[p] : common;
      const double mu = modulus / (2.0 * (1.0 + nu));
      const double lambda = 2.0 * mu * nu / (1.0 - 2.0 * nu);
      double s[6];
      const double pressure = lambda * (g[0] + g[4] + g[8]);
      for (int i = 0; i < 3; ++i)
      {
        s[i] = 2.0 * mu * g[4 * i] + pressure;
      }
      s[3] = mu * (g[1] + g[3]);
      s[4] = mu * (g[5] + g[7]);
      s[5] = mu * (g[2] + g[6]);
      for (int i = 0; i < 6; ++i)
      {
        stress[6 * p + i] = s[i];
      }
      if (vonMises)
      {
        vonMises[p] = vonMisesOf(s);
      }
    });
}

/// Products by the voxel operator, unless a strategy is requested.
template <class Space>
std::unique_ptr<StiffnessOperator<Space>> makeStiffness(
  const StructuralProblem& problem, const VoxelGrid* grid)
{
  if (grid && problem.solver.strategy == Strategy::Auto)
  {
    return std::make_unique<VoxelStiffness<Space>>(*grid, problem.material.poissonsRatio);
  }
  return makeOperator<Space>(
    problem.mesh, { problem.material.poissonsRatio, problem.poissonsRatios }, problem.solver);
}
}

template <class Space>
ElasticModel<Space>::ElasticModel(Context<Space>& context, const StructuralProblem& problem,
  const VoxelGrid* grid, const std::optional<MeshMultigridSettings>& onMesh, bool stays)
  : Computing(&context), Stiffness(detail::makeStiffness<Space>(problem, grid)),
    System(context, problem.springs), Solver(context, this->Stiffness->size())
{
  this->System.setStiffness(this->Stiffness.get());
  if (!problem.poissonsRatios.empty())
  {
    this->Ratios = DeviceVector<double, Space>(problem.poissonsRatios);
  }
  if (grid)
  {
    if (problem.solver.strategy == Strategy::Auto)
    {
      this->Grid = static_cast<VoxelStiffness<Space>*>(this->Stiffness.get());
    }
    // Elements fill most cells of such meshes, so that coarse levels are accurate and less
    // smoothing is faster. Bodies that float in raised void need it on both sides.
    VoxelMultigridSettings settings;
    settings.finest = settings.first = settings.coarse = { 3, 3, 8.0 };
    settings.twiceFrom = 2;
    settings.eigenvalueSteps = 8; // again for each design
    this->RaisedVoxels =
      std::make_unique<VoxelOperator<Space>>(*grid, problem.material.poissonsRatio);
    this->RaisedModuli = DeviceVector<double, Space>(context, problem.mesh.numberOfElements());
    this->Multigrid = std::make_unique<VoxelMultigrid<Space>>(context, *grid, *this->RaisedVoxels,
      problem.material.poissonsRatio, problem.supports, settings);
    return;
  }
  if (!onMesh)
  {
    this->makeDiagonal(problem);
    return;
  }
  this->Spare = &problem;
  if (!stays)
  {
    this->SpareCopy = std::make_unique<StructuralProblem>();
    this->SpareCopy->mesh = problem.mesh;
    this->SpareCopy->material = problem.material;
    this->SpareCopy->poissonsRatios = problem.poissonsRatios;
    this->SpareCopy->supports = problem.supports;
    this->SpareCopy->springs = problem.springs;
    this->SpareCopy->solver = problem.solver;
    this->Spare = this->SpareCopy.get();
  }
  this->OnMesh = *onMesh;
  this->makeOnMesh();
}

template <class Space>
void ElasticModel<Space>::makeOnMesh()
{
  const StructuralProblem& problem = *this->Spare;
  this->Given.reset();
  this->Diagonal.reset();
  this->Coarse.reset();
  const int stage = this->Replacements + (this->OnMesh.lattice ? 0 : 1);
  if (stage > 1)
  {
    this->makeDiagonal(problem);
    return;
  }
  try
  {
    if (stage == 0)
    {
      this->Given = std::make_unique<LatticeMultigrid<Space>>(*this->Computing, problem.mesh,
        *this->OnMesh.lattice, problem.material.poissonsRatio, problem.supports, *this->Stiffness,
        this->System, this->OnMesh.onLattice);
      return;
    }
    this->Given = std::make_unique<AggregationMultigrid<Space>>(*this->Computing, problem.mesh,
      PoissonsRatios(problem.material.poissonsRatio, problem.poissonsRatios), problem.supports,
      problem.springs, *this->Stiffness, this->System, this->OnMesh.aggregation);
  }
  catch (const SolverBreakdown& breakdown)
  {
    this->replace(breakdown.what());
  }
}

template <class Space>
void ElasticModel<Space>::makeDiagonal(const StructuralProblem& problem)
{
  Context<Space>& context = *this->Computing;
  context.workspace().reserve(ConjugateGradient<Space>::workspaceBytes(problem.supports.size()));
  this->Diagonal = std::make_unique<DiagonalPreconditioner<Space>>(problem.supports);
  const std::size_t aggregates = coarseAggregates(problem, Space::Id);
  if (aggregates > 1)
  {
    this->Coarse = std::make_unique<RigidBodyCoarseSpace<Space>>(context, problem.mesh,
      problem.supports, PoissonsRatios(problem.material.poissonsRatio, problem.poissonsRatios),
      aggregates, problem.springs);
  }
}

template <class Space>
bool ElasticModel<Space>::replace(const std::string& why)
{
  if (!this->Spare || this->Diagonal)
  {
    return false;
  }
  const bool isLattice = this->OnMesh.lattice && this->Replacements == 0;
  std::string next = "rigid-body modes";
  this->Given.reset(); // what is next may need its memory
  ++this->Replacements;
  try
  {
    if (isLattice)
    {
      if (aggregationMemory(this->Spare->mesh, this->OnMesh.aggregation, Space::Id) +
          Memory<Space>::allocatedByThisThread() <
        this->Computing->device().availableMemory)
      {
        next = "multigrid by smoothed aggregation";
      }
      else
      {
        next += ", as there is no memory for smoothed aggregation";
        ++this->Replacements;
      }
    }
    this->WhyReplaced += std::string(this->WhyReplaced.empty() ? "" : "\n") + "Multigrid " +
      (isLattice ? "on a lattice " : "") + "is replaced by " + next + ". " + why;
    this->makeOnMesh();
  }
  catch (const std::exception& failure)
  {
    if (this->Replacements > 1)
    {
      throw;
    }
    // Mostly memory, where the estimate was too low.
    ++this->Replacements;
    this->WhyReplaced +=
      " That failed, so that rigid-body modes are taken: " + std::string(failure.what());
    this->makeOnMesh();
  }
  return true;
}

template <class Space>
void ElasticModel<Space>::setReplacements(int count)
{
  if (this->Spare && count != this->Replacements)
  {
    this->Replacements = count;
    this->makeOnMesh();
  }
}

template <class Space>
ElasticModel<Space>::~ElasticModel() = default;

template <class Space>
ElasticModel<Space>::ElasticModel(Context<Space>& context, const VoxelGrid& grid,
  double poissonsRatio, const std::vector<std::uint8_t>& supports)
  : Computing(&context), Stiffness(std::make_unique<VoxelStiffness<Space>>(grid, poissonsRatio)),
    Grid(static_cast<VoxelStiffness<Space>*>(this->Stiffness.get())), System(context, {}),
    Solver(context, this->Stiffness->size())
{
  this->System.setStiffness(this->Stiffness.get());
  if (std::any_of(supports.begin(), supports.end(), [](std::uint8_t held) { return held == 0; }))
  {
    this->Multigrid = std::make_unique<VoxelMultigrid<Space>>(
      context, grid, this->Grid->voxels(), poissonsRatio, supports);
    this->Multigrid->update();
  }
}

template <class Space>
ElasticModel<Space>::ElasticModel(Context<Space>& context,
  std::unique_ptr<StiffnessOperator<Space>> stiffness,
  std::unique_ptr<ElasticPreconditioner<Space>> preconditioner,
  const std::vector<std::uint8_t>& supports, const std::vector<double>& springs)
  : Computing(&context), Stiffness(std::move(stiffness)), System(context, springs),
    Solver(context, this->Stiffness->size()), Given(std::move(preconditioner))
{
  this->System.setStiffness(this->Stiffness.get());
  const auto unknowns = static_cast<std::size_t>(this->Stiffness->size());
  if (!this->Given)
  {
    context.workspace().reserve(ConjugateGradient<Space>::workspaceBytes(unknowns));
    this->Diagonal = std::make_unique<DiagonalPreconditioner<Space>>(
      supports.empty() ? std::vector<std::uint8_t>(unknowns, 0) : supports);
  }
}

template <class Space>
void ElasticModel<Space>::setModuli(const double* moduli, double largest)
{
  this->Stiffness->setModuli(moduli);
  this->Moduli = moduli;
  this->LargestModulus = largest;
  if (this->Multigrid)
  {
    this->updateMultigrid();
    return;
  }
  while (this->Given)
  {
    try
    {
      this->Given->update(moduli, largest);
      return;
    }
    catch (const SolverBreakdown& breakdown)
    {
      if (!this->replace(breakdown.what()))
      {
        throw;
      }
    }
  }
  this->updateDiagonal();
}

template <class Space>
void ElasticModel<Space>::updateDiagonal()
{
  this->Stiffness->diagonal(this->Diagonal->diagonal());
  this->System.addDiagonal(this->Diagonal->diagonal());
  this->Diagonal->invert();
  const bool useCoarse = this->Coarse && this->Coarse->update(this->Moduli, this->LargestModulus);
  this->Diagonal->setCoarse(useCoarse ? this->Coarse.get() : nullptr);
}

template <class Space>
void ElasticModel<Space>::updateMultigrid()
{
  detail::raiseModuli<Space>(this->Stiffness->numberOfMaterialPoints(), this->Moduli,
    this->LeastModulus * this->LargestModulus, this->RaisedModuli.data());
  this->RaisedVoxels->setModuli(this->RaisedModuli.data());
  this->Multigrid->update();
}

template <class Space>
SolverReport ElasticModel<Space>::solve(const RightHandSide<Space>& f, double* u, double tolerance,
  int maximumIterations, Observer& observer)
{
  int spent = 0; // iterations of preconditioners that were given up
  while (this->Given)
  {
    this->tellWhy(observer);
    const int rest = maximumIterations - spent;
    const int patience = this->Given->patience(tolerance);
    try
    {
      SolverReport report = this->Solver.solve(
        this->System, *this->Given, f, u, tolerance, std::min(rest, patience), observer);
      report.iterations += spent;
      if (report.converged || report.stopped || report.iterations >= maximumIterations)
      {
        return report;
      }
      spent = report.iterations;
      if (!this->replace("It took more than " + std::to_string(patience) + " iterations."))
      {
        return report;
      }
    }
    catch (const SolverBreakdown& breakdown)
    {
      if (this->Given->recover())
      {
        observer.note("The preconditioner broke down by rounding; a more cautious one is taken.");
        continue;
      }
      if (!this->replace(breakdown.what()))
      {
        throw;
      }
    }
    if (observer.stopRequested())
    {
      SolverReport report;
      report.iterations = spent;
      report.stopped = true;
      return report;
    }
    this->setModuli(this->Moduli, this->LargestModulus);
  }
  this->tellWhy(observer);
  if (!this->Multigrid)
  {
    SolverReport report = this->Solver.solve(
      this->System, *this->Diagonal, f, u, tolerance, maximumIterations - spent, observer);
    report.iterations += spent;
    return report;
  }
  while (true)
  {
    try
    {
      return this->Solver.solve(
        this->System, *this->Multigrid, f, u, tolerance, maximumIterations, observer);
    }
    catch (const SolverBreakdown&)
    {
      if (!this->raiseVoid(observer))
      {
        throw;
      }
    }
  }
}

template <class Space>
void ElasticModel<Space>::tellWhy(Observer& observer)
{
  if (!this->WhyReplaced.empty())
  {
    observer.note(this->WhyReplaced);
    this->WhyReplaced.clear();
  }
}

template <class Space>
bool ElasticModel<Space>::raiseVoid(Observer& observer)
{
  if (!this->RaisedVoxels || this->LeastModulus >= LargestLeastModulus)
  {
    return false;
  }
  this->LeastModulus = std::min(10.0 * this->LeastModulus, LargestLeastModulus);
  observer.note("Rounding broke multigrid down; from now on it takes void for " +
    shortText(this->LeastModulus) + " times as stiff as solid at least.");
  this->updateMultigrid();
  return true;
}

template <class Space>
bool ElasticModel<Space>::canSolveSeveral(std::size_t systems) const
{
  if (!this->Multigrid || !this->Grid || this->System.hasSprings() || systems == 0 ||
    systems > SeveralVectors)
  {
    return false;
  }
  if (this->Several && this->Several->room() >= systems)
  {
    return true;
  }
  std::optional<bool>& fits = this->FitSeveral[systems];
  if (!fits)
  {
    const std::size_t available = this->Computing->device().availableMemory;
    const std::size_t needed = SeveralVoxelSystems<Space>::memory(systems, *this->Multigrid);
    fits = needed < available / 2 && needed + Memory<Space>::allocatedByThisThread() < available;
  }
  return *fits;
}

template <class Space>
std::size_t ElasticModel<Space>::systemsAtOnce(std::size_t systems) const
{
  // Where several are faster than one after another, as measured. On GPUs two are only if they are
  // short.
  constexpr std::size_t leastOnHost = 4;
  constexpr std::size_t leastOnCuda = 3;
  constexpr std::int64_t shortOnCuda = 1000000;
  const std::size_t least = Space::Id == ExecutionSpace::Host ? leastOnHost
    : this->Stiffness->size() < shortOnCuda                   ? 2
                                                              : leastOnCuda;
  for (std::size_t count = std::min<std::size_t>(systems, SeveralVectors); count >= least; --count)
  {
    if (this->canSolveSeveral(count))
    {
      return count;
    }
  }
  return 1;
}

template <class Space>
std::vector<SolverReport> ElasticModel<Space>::solveSeveral(
  const std::vector<RightHandSide<Space>>& f, const std::vector<double*>& u, double tolerance,
  int maximumIterations, Observer& observer, std::vector<std::vector<double>>* histories)
{
  if (f.size() != u.size() || !this->canSolveSeveral(u.size()))
  {
    throw Error("Up to " + std::to_string(SeveralVectors) +
      " systems are solved at once, of voxels without springs, where half of the memory is "
      "enough.");
  }
  if (!this->Several || this->Several->room() < u.size())
  {
    this->Several.reset();
    this->Several = std::make_unique<SeveralVoxelSystems<Space>>(
      *this->Computing, this->Grid->voxels(), *this->Multigrid, u.size());
  }
  this->Several->set(f, u);
  std::vector<SolverReport> reports;
  SeveralConjugateGradients::Histories residuals;
  for (bool solved = false; !solved;)
  {
    try
    {
      reports = SeveralConjugateGradients::solve(
        *this->Several, tolerance, maximumIterations, observer, residuals);
      solved = true;
    }
    catch (const SolverBreakdown&)
    {
      if (!this->raiseVoid(observer))
      {
        throw;
      }
    }
  }
  this->Several->finish();
  if (Space::Id == ExecutionSpace::Host)
  {
    this->Several.reset(); // allocating it again takes time on GPUs only
  }
  if (histories)
  {
    *histories = residuals;
  }
  return reports;
}

template <class Space>
void ElasticModel<Space>::releaseSolver()
{
  this->Several.reset();
  this->Multigrid.reset();
  this->Diagonal.reset();
  this->Coarse.reset();
  this->Given.reset();
  this->Solver.release();
}

template <class Space>
void ElasticModel<Space>::stresses(
  const double* u, const ElasticMaterial& material, double* stress, double* vonMises)
{
  const std::int64_t n = this->Stiffness->numberOfMaterialPoints();
  const auto gradients =
    this->Computing->workspace().template lease<double>(9 * static_cast<std::size_t>(n));
  this->Stiffness->displacementGradients(u, gradients.data());
  detail::stressesFromGradients<Space>(n, gradients.data(), material,
    this->Ratios.size() > 0 ? this->Ratios.data() : nullptr, stress, vonMises);
}

template class ElasticModel<CompiledSpace>;
}
