/**
 * @class   vtkHeatConduction
 * @brief   Steady temperature and heat flux of a body
 *
 * Solves for the steady temperature of a heat-conducting body of isotropic material by finite
 * elements, with fixed temperatures, heat flows, convection to surroundings (films) and volumetric
 * sources.
 *
 * Units are the user's own consistent ones: with mm, mW and K, conductivities are in mW/(mm K),
 * which is the number of W/(m K), film coefficients in mW/(mm^2 K), a thousandth of the number of
 * W/(m^2 K).
 *
 * The input is an unstructured grid of tetrahedra of 4 or 10 nodes, hexahedra of 8 or 20 nodes and
 * voxels, also mixed where faces match, or image data; points, lines and surface cells are left
 * out. Its arrays have one component and are all optional, but each connected piece needs a fixed
 * temperature or a film:
 *
 * - input array 0, `TemperatureSupports` unless set otherwise: points, 1 where the temperature is
 *   prescribed and 0 where it is free;
 * - input array 1, `PrescribedTemperature`: points, temperature;
 * - input array 2, `HeatFlow`: points, power into the body;
 * - input array 3, `FilmCoefficient`: points, power per area and temperature, at least 0. A
 * boundary face has a film if all its nodes have a coefficient above 0, which is interpolated;
 * - input array 4, `AmbientTemperature`: points, temperature;
 * - input array 5, `Conductivity`: cells, power per length and temperature, above 0;
 * - input array 6, `HeatSource`: cells, power per volume.
 *
 * A cell array `SolidFraction`, such as that of vtkVoxelizeSurface, multiplies conductivities and
 * sources.
 *
 * Outputs:
 *
 * - port 0, the input (its solid cells) with the point arrays `Temperature` (active scalars),
 *   `HeatReaction` (power into the body at fixed temperatures and through films) and `HeatFlux`
 * (three components, power per area, the mean of the cells around), and the cell array `HeatFlux`
 * at the centre. vtkElasticAnalysis reads `Temperature` for thermal expansion;
 * - port 1, the summary as a table with the columns Quantity, Result and Unit, with the balance of
 *   heat.
 *
 * @sa vtkSolidAnalysis, vtkThermalCondition
 */

#ifndef vtkHeatConduction_h
#define vtkHeatConduction_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkSolidAnalysis.h"

#include <memory> // for std::unique_ptr

class vtkDataSet;
namespace trabecula
{
struct HeatAnalysis;
struct HeatProblem;
}

class TRABECULAFILTERS_EXPORT vtkHeatConduction : public vtkSolidAnalysis
{
public:
  static vtkHeatConduction* New();
  vtkTypeMacro(vtkHeatConduction, vtkSolidAnalysis);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Conductivity of cells for which no array gives it, power per length and temperature, above 0.
   * Default is 1.
   */
  void SetConductivity(double conductivity);
  vtkGetMacro(Conductivity, double);
  ///@}

  ///@{
  /**
   * Results of the last complete analysis: highest and lowest temperature, largest magnitude of the
   * heat flux at a point, power at fixed temperatures and through films, and the relative error of
   * the heat balance. They are NaN before the first analysis.
   */
  double GetHighestTemperature();
  double GetLowestTemperature();
  double GetLargestHeatFlux();
  double GetHeatOfFixedTemperatures();
  double GetHeatThroughFilms();
  double GetImbalance();
  ///@}

protected:
  vtkHeatConduction();
  ~vtkHeatConduction() override;

  bool ComputesOnAllRanks() override { return true; }
  Solver MakeSolver(vtkSmartPointer<vtkDataSet>& solid) override;

private:
  vtkHeatConduction(const vtkHeatConduction&) = delete;
  void operator=(const vtkHeatConduction&) = delete;

  class vtkInternals;

  void SetDefaultArrays();
  trabecula::HeatProblem MakeProblem(vtkDataSet* solid);
  void Describe(const trabecula::HeatAnalysis& analysis);

  double Conductivity = 1.0;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
