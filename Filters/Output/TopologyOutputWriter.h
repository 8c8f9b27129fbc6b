#ifndef TRABECULA_FILTERS_TOPOLOGYOUTPUTWRITER_H
#define TRABECULA_FILTERS_TOPOLOGYOUTPUTWRITER_H

#include "LiveRun.h"

#include "Optimization/Heat/HeatDesignProblem.h"
#include "Optimization/Responses/ResponseRows.h"
#include "Optimization/TopologyProblem.h"
#include "Optimization/Verdict/DesignConditions.h"
#include "Optimization/Verdict/DesignVerdict.h"
#include "Run/RunIterate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

class vtkDataSet;
class vtkFieldData;
class vtkTable;

namespace trabecula::filters
{
/// Description of a run for its outputs.
struct TopologyRunDescription : RunInput
{
  std::vector<std::string> loadCases;
  std::vector<double> weights; ///< one for each load case
  ElasticMaterial material;
  /// Conductivity of the solid if the body conducts heat; it then has no load cases and no elastic
  /// material.
  std::optional<double> conductivity;
  double minimumModulusRatio = 0.0;
  std::optional<DensitySettings> densities; ///< not set for a level set
  DesignConditions conditions;              ///< conditions by which designs are judged
  std::vector<ConstraintRow> constraints;   ///< all, the volume fraction first if it is bounded
  LoadsOfDesign ofDesign;                   ///< without temperatures
  std::string temperatureArray;             ///< point array of these; may be empty
  std::string pointMassArray;               ///< point array of masses; may be empty
};

///@{
/// Describes the run of a problem, without the conditions by which designs are judged.
TopologyRunDescription describe(const ElasticConditions& conditions, const DesignProblem& design);
TopologyRunDescription describe(const ElasticConditions& conditions, const DensityDesign& design);
TopologyRunDescription describe(const HeatDesignProblem& problem);
///@}

/// Returns the constraints of a design from its field data; empty if there are none.
std::vector<ConstraintRow> readConstraints(vtkFieldData* fields);

/**
 * Writes an iterate to an output: the geometry of the run and its arrays; the fields of the
 * iterate, among them the cell arrays `Density` (active scalars) and `StrainEnergyDensity` and the
 * point array `Displacement`, those of a cloud of nodes as field data; and as field data the
 * description of the run (`Iteration`, `Compliance`, `VolumeFraction`, `FilterRadius`, `Device`;
 * and for later analyses of the design `Constraints`, six texts for each as in
 * vtkStructuralOptimizationAlgorithm::AddConstraint(), `YoungsModulus`, `PoissonsRatio`,
 * `Interpolation`, `Penalization`, `MinimumDensity`, `MinimumModulusRatio`, `LoadCases` and
 * `LoadCaseWeights`, those of writeLoadsOfDesign(), of a part that is printed `BuildDirection`, a
 * vector, `BuildAngle`, degrees, `AttachedSide` and `LayerGridEdge`, length, and `Material`, a
 * name, `MassDensity`, `YieldStress` and `Mass`, if they are known), without settings of densities
 * for a level set. That of a body that conducts heat has the cell array `HeatDissipationDensity`,
 * the point array `Temperature`, and `ThermalCompliance` and `Conductivity` instead of those of a
 * structure.
 *
 * `Displacement` is that of the first load case. If there are several, each has an array
 * `Displacement_<load case>` as well.
 *
 * @param output an unstructured grid, or image data if the input is; other types are left unchanged
 * @param densityThreshold cells of a lower density are omitted from a grid and hidden in image
 * data; written as the field array `DensityThreshold`; 0 keeps all.
 */
void writeIterate(vtkDataSet* output, const TopologyRunDescription& run,
  const std::shared_ptr<const RunIterate>& iterate, double densityThreshold);

/// Writes the field data of writeIterate() that describe a run and an iterate.
void writeRunDescription(
  vtkFieldData* fields, const TopologyRunDescription& run, const RunIterate& iterate);

/**
 * Writes the verdict on a design as field data: the string `Verdict`, the numbers `BoundExcess`,
 * `CarriedLoad` (the smallest fraction of a load that material transfers to a support),
 * `LoosePieces`, `Greyness` and `Converged`, and, if the design has faults, the string
 * `DesignFault`.
 */
void writeVerdict(vtkFieldData* fields, const DesignVerdict& verdict);

/// Writes a column for the iteration, one for each column of the history, and the mass if it is
/// known, with a row for each iterate up to lastNumber.
void writeConvergence(vtkTable* output, const RunInput& input, const HistoryColumns& columns,
  const std::vector<HistoryRow>& rows, int lastNumber);

/// Name of the mass in the convergence table, in histories, and in field data.
inline constexpr const char* MassColumn = "Mass";
/// Returns whether the history has no mass itself, and it is known: see massOf().
bool hasDerivedMass(const RunInput& input, const HistoryColumns& columns);
/// Returns the mass of a design, in proportion to its volume fraction.
double massOf(const RunInput& input, const HistoryColumns& columns, const HistoryRow& row);
}

#endif
