#include "Optimization/Validation/Conflicts.h"

#include "Core/Error.h"
#include "Design/Response/ResponseList.h"
#include "Design/Stage/StageKinds.h"
#include "Optimization/InitialDesign.h"
#include "Optimization/LevelSet/LevelSetStages.h"
#include "Optimization/LevelSet/LevelSetValidation.h"
#include "Optimization/Responses/ProblemResponses.h"
#include "Optimization/Validation/BoundValidation.h"
#include "Optimization/Validation/StageValidation.h"

#include <algorithm>

namespace trabecula
{
namespace
{
/// Collects the messages of checks, each once.
class Messages
{
public:
  template <class Check>
  void collect(const Check& check)
  {
    try
    {
      check();
    }
    catch (const Error& error)
    {
      if (std::find(this->All.begin(), this->All.end(), error.what()) == this->All.end())
      {
        this->All.emplace_back(error.what());
      }
    }
  }

  std::vector<std::string> All;
};

void collectResponses(Messages& messages, const OptimizationSettings& settings, bool conductsHeat)
{
  messages.collect([&] { checkPhysics(settings, conductsHeat); });
  for (const ResponseSettings& response : responsesOf(settings))
  {
    messages.collect([&] { checkResponseSettings(response); });
  }
}
}

std::vector<std::string> responseConflicts(const DensityDesign& design, bool conductsHeat)
{
  Messages messages;
  collectResponses(messages, design.settings, conductsHeat);
  messages.collect([&] { checkBoundSettings(design.settings, design.densities.filter); });
  return messages.All;
}

std::vector<std::string> responseConflicts(const LevelSetProblem& problem)
{
  const OptimizationSettings& settings = problem.design.settings;
  Messages messages;
  collectResponses(messages, settings, false);
  messages.collect([&] { checkLevelSetResponses(settings); });
  messages.collect([&] { checkBoundSettings(settings, FilterKind::None); });
  messages.collect([&] { checkDensityModel(problem); });
  return messages.All;
}

std::vector<std::string> stageConflicts(const LevelSetProblem& problem)
{
  Messages messages;
  messages.collect([&] { checkLevelSetStages(problem); });
  return messages.All;
}

std::vector<std::string> stageConflicts(const DensityDesign& design)
{
  Messages messages;
  messages.collect([&] { checkStages(design.densities, design.settings); });
  return messages.All;
}
}
