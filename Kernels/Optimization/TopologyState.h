#ifndef TRABECULA_OPTIMIZATION_TOPOLOGYSTATE_H
#define TRABECULA_OPTIMIZATION_TOPOLOGYSTATE_H

#include "Core/Vectors/Layout.h"
#include "Optimization/Optimization.h"

#include <cstddef>
#include <string>
#include <vector>

namespace trabecula
{
/**
 * A field of the state of a density optimization: data of an iterate that, with the problem,
 * determine later iterates. Data recomputed in every iteration are not included: moduli, coarse
 * matrices, eigenvalue estimates.
 */
struct StateField
{
  std::string name;
  Entity entity; ///< that its values belong to
  std::size_t size;
};
using StateFields = std::vector<StateField>;

/// Returns the name of the field of the displacement of a load case.
std::string nameOfDisplacement(std::size_t loadCase);

/// Adds a field unless there are no values.
void addField(OptimizationState& state, const std::string& name, std::vector<double> values);

/// @param columns number of them in the history
/// @throws Error if a state does not have these fields, or has others
void checkState(const OptimizationState& state, const StateFields& fields, std::size_t columns);

/// Replaces the values of each field by those of a function of their entity and them.
template <class Renumber>
void renumberState(OptimizationState& state, const StateFields& fields, Renumber renumber)
{
  for (auto& [name, values] : state.fields)
  {
    for (const StateField& field : fields)
    {
      if (field.name == name)
      {
        values = renumber(field.entity, values);
      }
    }
  }
}
}

#endif
