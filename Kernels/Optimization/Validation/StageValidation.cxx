#include "Optimization/Validation/StageValidation.h"

#include "Core/Requirements.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/InitialDesign.h"

#include <string>

namespace trabecula
{
namespace
{
/// Returns the first stage that is on, except filters, in words, as "Projection On"; empty if there
/// is none.
std::string stageOf(const DensitySettings& settings)
{
  const std::vector<StageSetting> on = stageSettings(chainSettings(settings));
  return on.empty() ? "" : on.front().name + (" " + choiceOf(on.front(), settings.stages));
}
}

void checkStages(const DensitySettings& settings, Optimizer optimizer)
{
  const ChainSettings chain = chainSettings(settings);
  checkStageSettings(chain);
  const std::string stage = stageOf(settings);
  if (!stage.empty() && settings.filter == FilterKind::Sensitivity)
  {
    fail(stage,
      " needs exact derivatives, which the sensitivity filter does not give. Choose the "
      "Filter Type Density, or switch it off.");
  }
  if (!keepsSigns(chain) && optimizer == Optimizer::OptimalityCriteria)
  {
    fail(stage,
      " makes derivatives of both signs, which optimality criteria cannot use. Choose the "
      "Optimizer MMA, or Projection On, whose threshold is 1/2.");
  }
}
}
