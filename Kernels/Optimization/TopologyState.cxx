#include "Optimization/TopologyState.h"

#include "Core/Error.h"

#include <algorithm>
#include <utility>

namespace trabecula
{
std::string nameOfDisplacement(std::size_t loadCase)
{
  return "displacement" + std::to_string(loadCase);
}

void addField(OptimizationState& state, const std::string& name, std::vector<double> values)
{
  if (!values.empty())
  {
    state.fields.emplace_back(name, std::move(values));
  }
}

void checkState(const OptimizationState& state, const StateFields& fields, std::size_t columns)
{
  // Files of earlier versions have empty fields for data that a problem does not have.
  const bool hasAll = std::all_of(fields.begin(), fields.end(),
    [&](const StateField& field) { return state.field(field.name).size() == field.size; });
  const bool hasOthers = std::any_of(state.fields.begin(), state.fields.end(),
    [&](const auto& given)
    {
      return !given.second.empty() &&
        std::none_of(fields.begin(), fields.end(),
          [&](const StateField& field) { return field.name == given.first; });
    });
  if (!hasAll || hasOthers || state.iteration() < 0 || state.record.values.size() != columns)
  {
    throw Error("The state of the optimization does not have the fields of this problem: it "
                "belongs to another one. Start from the first iteration instead.");
  }
}
}
