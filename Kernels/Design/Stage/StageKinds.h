#ifndef TRABECULA_DESIGN_STAGE_STAGEKINDS_H
#define TRABECULA_DESIGN_STAGE_STAGEKINDS_H

#include "Design/Stage/Filter/DensityFilter.h"
#include "Design/Stage/Filter/HelmholtzFilter.h"
#include "Design/Stage/Filter/NodalHelmholtz.h"
#include "Design/Stage/Filter/SymmetricFilter.h"
#include "Design/Stage/PenalizationContinuation.h"
#include "Design/Stage/Projection.h"
#include "Design/Stage/RobustKind.h"
#include "Design/Stage/Sweep/DrawDirection.h"
#include "Design/Stage/Sweep/Extrusion.h"
#include "Design/Stage/Sweep/Overhang.h"

#include <cstddef>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace trabecula
{
/**
 * All stages, in the order in which they are applied. A kind has
 *
 * - Type<Space>, the stage, made of ChainSettings and DesignSites, whether it IsLinear, and whether
 *   it NeedsWhole columns or images: then each part of a divided problem evaluates the whole chain,
 *   see ReplicatedParametrization;
 * - isOn(), whether settings have it;
 * - keepsSigns(), whether derivatives with respect to its input have the signs of those with
 *   respect to its output: optimality criteria need it;
 * - Workspace, the number of fields that it takes from the workspace, and siteBytes(), its own
 * bytes for each site besides those of a filter;
 * - settings(), its StageSettings, of which the first decides whether it is on, and columns() of
 *   the history.
 */
using StageKinds = std::tuple<DensityFilterKind, SymmetricFilterKind, HelmholtzFilterKind,
  NodalHelmholtzKind, ExtrusionKind, ProjectionKind, DrawDirectionKind, OverhangKind>;

/// The stages, and what else has settings and columns of designs: it has isOn(), settings() and
/// columns().
using ChainKinds =
  decltype(std::tuple_cat(StageKinds(), std::tuple<PenalizationKind, RobustKind>()));

/// Calls visit(kind) for all stages, in the order in which they are applied.
template <class Visit>
void forEachStageKind(const Visit& visit)
{
  std::apply([&](auto... kinds) { (visit(kinds), ...); }, StageKinds());
}
/// Calls visit(kind) for all ChainKinds, in their order.
template <class Visit>
void forEachChainKind(const Visit& visit)
{
  std::apply([&](auto... kinds) { (visit(kinds), ...); }, ChainKinds());
}

/// Makes the stages that are on, in their order.
template <class Space>
std::vector<std::unique_ptr<Stage<Space>>> makeStages(
  const ChainSettings& settings, const DesignSites<Space>& sites)
{
  std::vector<std::unique_ptr<Stage<Space>>> stages;
  forEachStageKind(
    [&](auto kind)
    {
      using Type = typename decltype(kind)::template Type<Space>;
      if (kind.isOn(settings))
      {
        stages.push_back(std::make_unique<Type>(settings, sites));
      }
    });
  return stages;
}

/// The same settings without a density filter and what is a property of it.
ChainSettings withoutFilters(const ChainSettings& settings);

bool hasStages(const ChainSettings& settings);
/// Whether derivatives of a compliance with respect to the variables are not positive.
bool keepsSigns(const ChainSettings& settings);
/// Whether a stage needs all sites, so that each part of a divided design evaluates all of the
/// chain.
bool needsWhole(const ChainSettings& settings);
/// Bytes of stages for each site, without filters, fields of the chain and the workspace.
std::size_t stageBytes(const ChainSettings& settings);
/// Columns of the kinds that are on, in their order.
std::vector<StageColumn> stageColumns(const ChainSettings& settings);

/// Settings of the kinds that are on; the density filter has none.
std::vector<StageSetting> stageSettings(const ChainSettings& settings);
/// The first stage that is on and has settings, in words, as "Projection On"; empty if there is
/// none.
std::string firstStage(const ChainSettings& settings);
/// The name of the present choice, if the setting has choices; else empty.
std::string choiceOf(const StageSetting& setting, const StageSettings& settings);
/// @throws Error naming the first setting that is out of its range
void checkStageSettings(const ChainSettings& settings);
}

#endif
