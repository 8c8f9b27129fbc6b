#ifndef TRABECULA_OPTIMIZATION_VERDICT_DESIGNCONDITIONS_H
#define TRABECULA_OPTIMIZATION_VERDICT_DESIGNCONDITIONS_H

#include "Design/Stage/StageSettings.h"
#include "Optimization/ConvergenceRule.h"
#include "Optimization/TopologyProblem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula
{
/// A bound on a column of the history.
struct ColumnBound
{
  std::string column;
  double bound = 0.0;
  BoundSense sense = BoundSense::AtMost;
};

/// The bounds of a problem: the volume fraction, unless that is the objective, and the further
/// ones.
std::vector<ColumnBound> boundsOf(const ElasticConditions& conditions, const DesignProblem& design);

/// The nodes that a load acts on, and how strongly.
struct LoadedNodes
{
  /// Name of the load case, "Output" for the output of a mechanism, or the name of MovedSupports.
  std::string name;
  std::vector<std::int32_t> nodes;
  std::vector<double> magnitudes; ///< lengths of the forces or displacements
  /// The nodes that resist a prescribed displacement, of which there are some; empty for forces,
  /// which all supported nodes resist.
  std::vector<std::int32_t> heldBy;

  /// Whether the load is a prescribed displacement. Forces need material at all of their nodes, but
  /// a displacement needs it at some node only.
  bool isDisplacement() const { return !this->heldBy.empty(); }
};

/// Nodes to which all material is to be connected.
struct ConnectedNodes
{
  std::string place; ///< in words, as in placeOfConnection()
  std::vector<std::int32_t> nodes;
};

/**
 * What a design is judged by, taken from its problem, which need not be kept: the bounds, and the
 * loaded and the supported nodes, of which there are few. For patches nodes are control points.
 *
 * A load case that acts on every node of the elements, such as the weight, is not among the loads.
 */
struct DesignConditions
{
  std::vector<ColumnBound> bounds;
  std::vector<StageColumn> counts; ///< columns that count faults
  std::vector<LoadedNodes> loads;
  /// Of bounds on virtual temperatures, but for those of the supported nodes.
  std::vector<ConnectedNodes> connections;
  bool isOfHeat = false; ///< see DesignVerdict
  /// Nodes with a supported component, or a spring unless there is an output.
  std::vector<std::int32_t> held;
  /// Solid fractions as in a TopologyProblem; empty means 1.
  std::vector<double> solidFractions;
  ConvergenceRule convergence;

  DesignConditions() = default;
  /// @param isUsed one flag per node, 0 for nodes without elements
  /// @param standIns for each node the one that stands for it here; empty: itself
  DesignConditions(const ElasticConditions& conditions, const DesignProblem& design,
    const std::vector<std::uint8_t>& isUsed, const std::vector<std::int32_t>& standIns = {});
};

/// Returns the columns of stages that count faults.
std::vector<StageColumn> countsOf(const DensitySettings& settings);

/// Returns the nodes of bounds on virtual temperatures, but for those of the supported nodes.
std::vector<ConnectedNodes> connectionsOf(
  const StructuralProblem& structure, const DesignProblem& design);

/// Returns the conditions for a design of elements.
DesignConditions elementConditions(const TopologyProblem& problem);
}

#endif
