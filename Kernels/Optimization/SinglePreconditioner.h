#ifndef TRABECULA_OPTIMIZATION_SINGLEPRECONDITIONER_H
#define TRABECULA_OPTIMIZATION_SINGLEPRECONDITIONER_H

#include "Analysis/ElasticModel.h"
#include "Solver/DiagonalPreconditioner.h"
#include "Solver/Ladder/PreconditionerLadder.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace trabecula
{
/// Gives a model one preconditioner, which nothing replaces.
/// @param make builds it; is called at once and never later
template <class Space>
void setSinglePreconditioner(ElasticModel<Space>& model, const std::string& name,
  std::function<std::unique_ptr<StiffnessPreconditioner<Space>>()> make)
{
  std::vector<Rung<Space>> rungs;
  rungs.push_back({ name, std::move(make) });
  model.setPreconditioners(
    std::make_unique<PreconditionerLadder<Space>>(model.context(), std::move(rungs)));
}

/// Gives a model the diagonal as its only preconditioner.
/// @param supports one per unknown, nonzero where it is prescribed; empty means none
template <class Space>
void setDiagonalPreconditioner(
  ElasticModel<Space>& model, const std::vector<std::uint8_t>& supports = {})
{
  setSinglePreconditioner<Space>(model, "the diagonal",
    [&]
    {
      const auto unknowns = static_cast<std::size_t>(model.unknowns()->size());
      model.context().workspace().reserve(ConjugateGradient<Space>::workspaceBytes(unknowns));
      return std::make_unique<DiagonalPreconditioner<Space>>(
        model.stiffness(), model.system(), supports);
    });
}
}

#endif
