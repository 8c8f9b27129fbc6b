#include "Optimization/Validation/StageValidation.h"

#include "Core/Requirements.h"
#include "Design/Response/ResponseList.h"
#include "Design/Stage/StageKinds.h"
#include "Design/Stage/Sweep/FormShape.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/Responses/ProblemResponses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace trabecula
{
namespace
{
void checkPenalization(const DensitySettings& settings)
{
  const PenalizationSettings& continued = settings.stages.penalization;
  if (!continued.isOn)
  {
    return;
  }
  const double least = settings.interpolation == Interpolation::Ramp ? 0.0 : 1.0;
  if (!(continued.first >= least && continued.first <= settings.penalization))
  {
    fail("Initial Penalization is ", continued.first, ", but must be at least ", least,
      " and at most the Penalization, which is ", settings.penalization, ".");
  }
}

/// Refuses a response of which both the largest and the least value of several designs would be the
/// worst.
void checkWorstOfAll(const OptimizationSettings& optimization)
{
  for (const ResponseConstraint& constraint : optimization.constraints)
  {
    const ResponseSettings& bounded = constraint.response;
    const bool hasOtherSide = bounded == optimization.objective ||
      std::any_of(optimization.constraints.begin(), optimization.constraints.end(),
        [&](const ResponseConstraint& other)
        { return other.response == bounded && other.sense == BoundSense::AtMost; });
    if (constraint.sense == BoundSense::AtLeast && hasOtherSide &&
      !describe(bounded).isOfDensityAlone)
    {
      fail("The ", wordsOf(describe(bounded)),
        " has a bound below and is bounded above or minimized, too, but Robust Design keeps the "
        "worst value of three designs, which is the largest or the least. Keep one of both.");
    }
  }
}

void checkRobust(const DensitySettings& settings, const OptimizationSettings& optimization)
{
  if (!settings.stages.robust.isOn)
  {
    return;
  }
  if (settings.stages.projection.mode != ProjectionMode::Half ||
    (settings.filter != FilterKind::Density && settings.filter != FilterKind::Helmholtz))
  {
    fail("Robust Design needs the Filter Type Density or Helmholtz and Projection On: its three "
         "densities are projections of the filtered density. Choose both, or switch it off.");
  }
  if (optimization.optimizer == Optimizer::OptimalityCriteria)
  {
    fail("Robust Design bounds the volume of another density than the compliance is of, which "
         "optimality criteria cannot balance. Choose the Optimizer MMA.");
  }
  if (settings.stages.robust.analysesAll)
  {
    checkWorstOfAll(optimization);
    return;
  }
  for (const ResponseSettings& response : responsesOf(optimization))
  {
    const ResponseDescription& description = describe(response);
    if (!description.isSelfAdjoint && !description.isOfDensityAlone)
    {
      fail("Robust Design analyses the eroded design, which is the worst one for compliances, but "
           "not for the ",
        wordsOf(description),
        ". Choose the Robust Analysis All Three Designs, leave this response out, or switch Robust "
        "Design off.");
    }
  }
}

/// Whether an isometry changes a direction, or, if it may be reversed, the line along it.
bool movesDirection(
  const Isometry& image, const std::array<double, 3>& direction, bool mayBeReversed)
{
  constexpr double rounding = 1e-9;
  double cosine = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
  {
    for (std::size_t j = 0; j < 3; ++j)
    {
      cosine += direction[i] * image.matrix[3 * i + j] * direction[j];
    }
  }
  return (mayBeReversed ? std::abs(cosine) : cosine) < 1.0 - rounding;
}
}

void checkSymmetryOfDirections(const ChainSettings& chain)
{
  if (chain.stages.symmetry.mode == SymmetryMode::Off)
  {
    return;
  }
  for (const SweepDirection& sweep : sweepDirections(chain))
  {
    for (const Isometry& image : imagesOf(chain.stages.symmetry))
    {
      if (movesDirection(image, sweep.direction, sweep.mayBeReversed))
      {
        fail(sweep.name,
          " is changed by the planes or rotations of Symmetry, so that no design can have both. "
          "Choose planes that contain the direction and rotations about it, or switch one of them "
          "off.");
      }
    }
  }
}

void checkStages(const DensitySettings& settings, const OptimizationSettings& optimization)
{
  const ChainSettings chain = chainSettings(settings);
  checkStageSettings(chain);
  const std::string stage = firstStage(chain);
  if (!stage.empty() && settings.filter == FilterKind::Sensitivity)
  {
    fail(stage,
      " needs exact derivatives, which the sensitivity filter does not give. Choose the "
      "Filter Type Density, or switch it off.");
  }
  if (settings.stages.symmetry.mode != SymmetryMode::Off && settings.filter != FilterKind::Density)
  {
    fail("Symmetry is a property of the density filter. Choose the Filter Type Density, or switch "
         "Symmetry off.");
  }
  checkSymmetryOfDirections(chain);
  if (hasSweeps(chain) && leavesRows(chain))
  {
    requireFilterOfGrid(chain);
  }
  if (!keepsSigns(chain) && optimization.optimizer == Optimizer::OptimalityCriteria)
  {
    fail(stage,
      " makes derivatives of both signs, which optimality criteria cannot use. Choose the "
      "Optimizer MMA, or Projection On, whose threshold is 1/2.");
  }
  checkPenalization(settings);
  checkRobust(settings, optimization);
}

void checkLoadsOfDesign(const LoadsOfDesign& loads, const DensityDesign& design)
{
  if (!loads.isPresent())
  {
    return;
  }
  const std::string what = loads.hasWeight() ? "The weight of the material (Acceleration)"
    : loads.heat.isPresent()
    ? "The thermal expansion by the temperature that is solved with the design"
    : "The thermal expansion by the Temperature";
  if (design.settings.optimizer == Optimizer::OptimalityCriteria ||
    design.densities.filter == FilterKind::Sensitivity)
  {
    fail(what,
      " depends on the design, so that derivatives have both signs. Choose the Optimizer MMA and "
      "the Filter Type Density, Helmholtz or None.");
  }
  const RobustSettings& robust = design.densities.stages.robust;
  if (robust.isOn && !robust.analysesAll)
  {
    fail(what,
      " depends on the design, so that the eroded design of Robust Design need not be the "
      "worst. Choose the Robust Analysis All Three Designs, or switch one of them off.");
  }
  for (const ResponseSettings& response : responsesOf(design.settings))
  {
    const ResponseDescription& description = describe(response);
    if (description.isOfLoads && !description.isOfDensityAlone && !description.hasLoadsOfDesign)
    {
      fail(what, " depends on the design, but the ", wordsOf(description),
        " has no derivatives by forces, which these loads need. Minimize or bound another "
        "response, or leave it out.");
    }
  }
}
}
