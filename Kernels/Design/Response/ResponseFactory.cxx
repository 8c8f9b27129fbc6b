#include "Design/Response/ResponseFactory.h"

#include "Core/Error.h"
#include "Design/Response/Compliance.h"
#include "Design/Response/Connection/VirtualTemperature.h"
#include "Design/Response/Density/CentreOfGravity.h"
#include "Design/Response/Density/LocalVolume.h"
#include "Design/Response/Linear/OutputDisplacement.h"
#include "Design/Response/Linear/Reaction.h"
#include "Design/Response/ResponseWithLoads.h"
#include "Design/Response/Stress/StressNorm.h"
#include "Design/Response/ThermalCompliance.h"
#include "Design/Response/VibrationPeriod.h"
#include "Design/Response/Volume.h"
#include "Design/Response/WorstCompliance.h"

#include <map>
#include <utility>

namespace trabecula
{
namespace detail
{
template <class Space>
std::map<std::string, ResponseMaker<Space>>& responseMakers()
{
  static std::map<std::string, ResponseMaker<Space>> makers = {
    { "CentreOfGravity", makeResponseOf<CentreOfGravity<Space>, Space> },
    { "Compliance", makeResponseOf<Compliance<Space>, Space> },
    { "LargestStress", makeResponseOf<StressNorm<Space>, Space> },
    { "LocalVolume", makeResponseOf<LocalVolume<Space>, Space> },
    { "Mass", makeResponseOf<Volume<Space>, Space> },
    { "OutputDisplacement", makeResponseOf<OutputDisplacement<Space>, Space> },
    { "Reaction", makeResponseOf<Reaction<Space>, Space> },
    { "ThermalCompliance", makeResponseOf<Compliance<Space>, Space> },
    { "VibrationPeriod", makeResponseOf<VibrationPeriod<Space>, Space> },
    { "VirtualTemperature", makeResponseOf<VirtualTemperature<Space>, Space> },
    { "Volume", makeResponseOf<Volume<Space>, Space> },
    { "WorstCompliance", makeResponseOf<WorstCompliance<Space>, Space> },
  };
  return makers;
}
}

template <class Space>
std::unique_ptr<Response<Space>> makeResponse(
  const ResponseSettings& settings, const ResponseInput<Space>& input)
{
  const auto& makers = detail::responseMakers<Space>();
  const auto found = makers.find(settings.response);
  if (found == makers.end())
  {
    throw Error("There is no response '" + settings.response + "' on this device.");
  }
  std::unique_ptr<Response<Space>> response = found->second(settings, input);
  const bool hasLoads = input.problem.structure.ofDesign.isPresent();
  return hasLoads && describe(settings).hasLoadsOfDesign
    ? std::make_unique<ResponseWithLoads<Space>>(std::move(response), settings, input)
    : std::move(response);
}

template <class Space>
void addResponseMaker(const std::string& name, ResponseMaker<Space> maker)
{
  detail::responseMakers<Space>()[name] = maker;
}

template std::unique_ptr<Response<CompiledSpace>> makeResponse<CompiledSpace>(
  const ResponseSettings& settings, const ResponseInput<CompiledSpace>& input);
template void addResponseMaker<CompiledSpace>(
  const std::string& name, ResponseMaker<CompiledSpace> maker);
}
