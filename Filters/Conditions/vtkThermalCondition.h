/**
 * @class   vtkThermalCondition
 * @brief   Fixes temperatures of a region of a mesh, or heats or cools it
 *
 * Writes arrays that vtkHeatConduction reads, each of one component:
 *
 * - FIXED_TEMPERATURE: the point arrays `TemperatureSupports` (1 fixed, 0 free) and
 *   `PrescribedTemperature` (temperature) at the points of the region;
 * - HEAT_FLOW: a total power, distributed over the faces of the region as a constant flux, or
 *   equally over its points if it has no face, is added to the point array `HeatFlow` (power,
 *   positive into the body);
 * - HEAT_FLUX: a power per area through the faces, added to `HeatFlow`;
 * - FILM: the point arrays `FilmCoefficient` (power per area and temperature) and
 *   `AmbientTemperature` at the nodes of the faces. A film acts on a boundary face if all its nodes
 *   have a coefficient; where two films meet, the later one has the common nodes;
 * - SOURCE: a power per volume is added to the cell array `HeatSource` in the cells of the region.
 *
 * Arrays of the input are kept where the region does not change them.
 *
 * Markers are spheres at fixed points and in cells with a source, with the array `Temperature` or
 * `HeatSource`, and arrows along heat flows and films, with the array `Force` for their direction.
 *
 * @sa vtkRegionCondition, vtkHeatConduction
 */

#ifndef vtkThermalCondition_h
#define vtkThermalCondition_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkRegionCondition.h"

class TRABECULAFILTERS_EXPORT vtkThermalCondition : public vtkRegionCondition
{
public:
  static vtkThermalCondition* New();
  vtkTypeMacro(vtkThermalCondition, vtkRegionCondition);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum KindType
  {
    FIXED_TEMPERATURE = 0,
    HEAT_FLOW = 1,
    HEAT_FLUX = 2,
    FILM = 3,
    SOURCE = 4
  };

  ///@{
  /**
   * The condition, one of KindType. Default is FIXED_TEMPERATURE.
   */
  vtkSetClampMacro(Kind, int, FIXED_TEMPERATURE, SOURCE);
  vtkGetMacro(Kind, int);
  ///@}

  ///@{
  /**
   * FIXED_TEMPERATURE: the temperature. Default is 0.
   */
  vtkSetMacro(Temperature, double);
  vtkGetMacro(Temperature, double);
  ///@}

  ///@{
  /**
   * HEAT_FLOW: power into the body, of the whole region. Default is 1.
   */
  vtkSetMacro(HeatFlow, double);
  vtkGetMacro(HeatFlow, double);
  ///@}

  ///@{
  /**
   * HEAT_FLUX: power per area into the body. Default is 1.
   */
  vtkSetMacro(HeatFlux, double);
  vtkGetMacro(HeatFlux, double);
  ///@}

  ///@{
  /**
   * FILM: power per area and temperature, above 0, and the temperature of the surroundings.
   * Defaults are 1 and 0.
   */
  vtkSetMacro(FilmCoefficient, double);
  vtkGetMacro(FilmCoefficient, double);
  vtkSetMacro(AmbientTemperature, double);
  vtkGetMacro(AmbientTemperature, double);
  ///@}

  ///@{
  /**
   * SOURCE: power per volume. Default is 1.
   */
  vtkSetMacro(HeatSource, double);
  vtkGetMacro(HeatSource, double);
  ///@}

  /**
   * Power that HEAT_FLOW, HEAT_FLUX or SOURCE brought into the body at the last execution; else 0.
   */
  vtkGetMacro(TotalPower, double);

protected:
  vtkThermalCondition() = default;
  ~vtkThermalCondition() override = default;

  std::string AddCondition(vtkDataSet* output, const trabecula::filters::BodySurface& surface,
    const trabecula::filters::RegionEntities& region, vtkPolyData* markers) override;
  bool AppliesToCells() override { return this->Kind == SOURCE; }
  void ResetResults() override;

private:
  vtkThermalCondition(const vtkThermalCondition&) = delete;
  void operator=(const vtkThermalCondition&) = delete;

  class vtkAdded; // inputs and outputs of AddCondition()

  std::string FixTemperature(const vtkAdded& to);
  std::string AddHeat(const vtkAdded& to);
  std::string AddFilm(const vtkAdded& to);
  std::string AddSource(const vtkAdded& to);

  int Kind = FIXED_TEMPERATURE;
  double Temperature = 0.0;
  double HeatFlow = 1.0;
  double HeatFlux = 1.0;
  double FilmCoefficient = 1.0;
  double AmbientTemperature = 0.0;
  double HeatSource = 1.0;

  double TotalPower = 0.0;
};

#endif
