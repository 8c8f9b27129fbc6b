/**
 * @class   vtkTopologyOptimize
 * @brief   Topology optimization of structures and compliant mechanisms by densities
 *
 * Minimizes the compliance (the work of the loads) of a mesh for a given volume of material by the
 * SIMP method with optimality criteria, as in Ratnakar, Sanfui and Sharma, "GPU-based
 * Element-by-Element Strategies for Accelerating Topology Optimization of 3D Continuum Structures
 * Using Unstructured All-Hexahedral Mesh"; or a weighted sum of displacements, for compliant
 * mechanisms (Bendsoe and Sigmund 2003, section 2.6); or the volume under a bound on one of both.
 * Bounds other than that on the volume require the method of moving asymptotes (Svanberg 1987),
 * which is available for all problems.
 *
 * With the objective THERMAL_COMPLIANCE the body conducts heat: the work of heat flows and sources
 * is minimized, power times temperature, with temperatures counted from the one of all fixed
 * temperatures and surroundings (Bendsoe and Sigmund 2003, section 5.1.6). Penalization,
 * MinimumDensity and MinimumModulusRatio are then those of conductivities. Supports, forces and
 * the other properties of structures have no effect; bounds on responses of structures and
 * MakeQuadratic are refused. Input arrays, of one component, are those of vtkHeatConduction:
 *
 * - input array 7, `TemperatureSupports` unless set otherwise, 8, `PrescribedTemperature`, 9,
 *   `HeatFlow`, 10, `FilmCoefficient`, and 11, `AmbientTemperature`: points;
 * - input array 12, `Conductivity`: cells; refused, as the solid has one conductivity;
 * - input array 13, `HeatSource`: cells.
 *
 * Designs have the cell arrays `Density` and `HeatDissipationDensity` (T.K T / 2 over the volume)
 * and the point array `Temperature`, and ThermalCompliance in the place of Compliance.
 *
 * Loads can depend on the design, see vtkDensityOptimizationAlgorithm. With SolveTemperature the
 * temperature of the thermal expansion is that of each design, by the input arrays of
 * THERMAL_COMPLIANCE, which may have several temperatures then; designs have the point array
 * `Temperature`. Point masses count for vibrations, too.
 *
 * The input is that of vtkOptimizationAlgorithm; arrays, outputs and properties are those of
 * vtkDensityOptimizationAlgorithm. Densities are of cells, as are the input array `DesignRegion`
 * and the output array `Density`.
 *
 * @sa vtkDensityOptimizationAlgorithm vtkMeshfreeTopologyOptimize
 */

#ifndef vtkTopologyOptimize_h
#define vtkTopologyOptimize_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDensityOptimizationAlgorithm.h"

namespace trabecula
{
struct ElasticConditions;
namespace filters
{
struct HeatArrays;
}
}
class vtkDataSet;

class TRABECULAFILTERS_EXPORT vtkTopologyOptimize : public vtkDensityOptimizationAlgorithm
{
public:
  static vtkTopologyOptimize* New();
  vtkTypeMacro(vtkTopologyOptimize, vtkDensityOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Conductivity of the solid material with THERMAL_COMPLIANCE or SolveTemperature, power per
   * length and temperature, above 0. Default is 1.
   */
  void SetConductivity(double conductivity);
  vtkGetMacro(Conductivity, double);
  ///@}

  /**
   * Thermal compliance of the last available iteration, power times temperature; 0 if it is not
   * minimized.
   */
  double GetThermalCompliance();

  ///@{
  /**
   * Whether the temperature is solved with the design by steady conduction, instead of being given;
   * it needs a ThermalExpansion. Conductivities are interpolated as Young's moduli, with
   * MinimumConductivityRatio, above 0 and below 1, as the conductivity of void over that of solid.
   * Defaults are false and 0.001.
   */
  void SetSolveTemperature(bool solve);
  vtkGetMacro(SolveTemperature, bool);
  vtkBooleanMacro(SolveTemperature, bool);
  void SetMinimumConductivityRatio(double ratio);
  vtkGetMacro(MinimumConductivityRatio, double);
  ///@}

  ///@{
  /**
   * How products with the stiffness matrix are computed, one of the values of trabecula::Strategy.
   * Default is 0, which selects by mesh and device.
   */
  void SetStrategy(int strategy);
  vtkGetMacro(Strategy, int);
  ///@}

  ///@{
  /**
   * Whether linear cells get mid-edge nodes, so that the outputs are grids of quadratic cells. The
   * results are far more accurate, especially for tetrahedra, at the cost of four to eight times as
   * many unknowns. The design variables remain the densities of the cells. Default is false.
   */
  void SetMakeQuadratic(bool make);
  vtkGetMacro(MakeQuadratic, bool);
  vtkBooleanMacro(MakeQuadratic, bool);
  ///@}

protected:
  vtkTopologyOptimize();
  ~vtkTopologyOptimize() override = default;

  /// Indices of the input arrays after those of vtkDensityOptimizationAlgorithm.
  enum HeatInputArrays
  {
    FIRST_OF_HEAT = 7,
    POINT_REGION = 20 ///< after those of heat
  };

  void SetSettings(
    trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design) override;
  bool ComputesOnAllRanks() override { return true; }
  bool HasResponse(const trabecula::ResponseDescription& kind) override;
  trabecula::filters::RunSetup MakeProblem(
    const trabecula::filters::ResultGeometry& input) override;
  bool KeepsMesh() override { return !this->MakeQuadratic; }

private:
  vtkTopologyOptimize(const vtkTopologyOptimize&) = delete;
  void operator=(const vtkTopologyOptimize&) = delete;

  /// Sets the heating of a structure whose temperature is solved with the design.
  void ReadHeatOfDesign(vtkDataSet* solid, trabecula::ElasticConditions& structure);
  /// Returns the names of the arrays of heat.
  trabecula::filters::HeatArrays GetHeatArrays();
  trabecula::filters::RunSetup MakeStructure(const trabecula::filters::ResultGeometry& input);
  /// Makes the problem of a body that conducts heat.
  trabecula::filters::RunSetup MakeConductor(const trabecula::filters::ResultGeometry& input);

  double Conductivity = 1.0;
  bool SolveTemperature = false;
  double MinimumConductivityRatio = 1e-3;
  int Strategy = 0;
  bool MakeQuadratic = false;
};

#endif
