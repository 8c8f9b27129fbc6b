/**
 * @class   vtkDensityOptimizationAlgorithm
 * @brief   Base class of filters that optimize densities
 *
 * Provides the properties of densities, of their filter and of the interpolation of Young's
 * modulus, and their results. A subclass defines the discretization: it makes the problem in
 * MakeProblem() with SetSettings(), GetArrays() and SetAutomaticRadius(), and has the properties of
 * its discretization.
 *
 * Input arrays are those of vtkStructuralOptimizationAlgorithm, and
 *
 * - input array 6, `SolidFraction` if there is one: cells, the fraction of the cell that belongs to
 *   the body, above 0 and at most 1.
 *
 * Loads of every load case can depend on the design: the weight of the material, MassDensity times
 * Acceleration times its density, and thermal expansion by input array 14, `Temperature` unless set
 * otherwise (points, one component), whose stress is proportional to the modulus. Derivatives then
 * have both signs, so that the method of moving asymptotes is required. With weight or thermal
 * expansion no force array is needed. Input array 21, `PointMass` unless set otherwise (points, one
 * component), are masses in addition to that of the material, for their weight.
 *
 * Outputs are those of vtkStructuralOptimizationAlgorithm. The initial design is uniform, and the
 * table has the column DensityChange, too.
 *
 * Ports 0 and 1 have the input's arrays and the cell arrays `Density` (active scalars) and
 * `StrainEnergyDensity` (of all load cases, weighted) and the point array `Displacement` (of the
 * first load case; if there are several, each has `Displacement_<load case>` too), and the field
 * data `FilterRadius`.
 *
 * Settings of SetStageSetting() are those of the stages that densities pass through after the
 * filter. They have no effect with SENSITIVITY_FILTER.
 *
 * `Projection` drives densities to 0 and 1: 0 for none, 1 for the threshold 1/2, 2 for a
 * threshold that keeps the volume (MOVING_ASYMPTOTES only); default 0. `ProjectionSharpness` is
 * the largest sharpness of its step, between 1 and 256, default 32; from 1 it is doubled after
 * every `ProjectionInterval` iterations, default 40, or when no density changes by as much as
 * `ProjectionChange`, default 0.01. Runs do not converge before, and the table has the column
 * ProjectionSharpness.
 *
 * `PenalizationContinuation`, 0 or 1, increases the penalization during the run: from
 * `InitialPenalization`, default 1, by `PenalizationStep`, default 0.5, after every
 * `PenalizationInterval` iterations, default 20, or when no density changes by as much as
 * `PenalizationChange`, default 0.01, up to Penalization. It goes with all filters. The table has
 * the column Penalization.
 *
 * `Robust`, 0 or 1, optimizes for an eroded and a dilated design, with designs between both; it
 * needs `Projection` 1 and MOVING_ASYMPTOTES. With `RobustAnalysis` 0 the objective is that of the
 * eroded design, while the dilated one has the bounds on volumes; with 1 all three are analysed.
 * `MinimumSize` is the smallest thickness of members and holes, a length: it sets the filter's
 * radius and `RobustShift`, by which the thresholds of the projections differ from 1/2; 0 leaves
 * both as they are given, 0.25 by default. Bounds are renewed after every `RobustInterval`
 * iterations, default 20.
 *
 * `Symmetry` makes designs symmetric: 0 for none, 1 in planes, 2 under rotations, 3 both; it
 * needs DENSITY_FILTER. `SymmetryPlanes` are those perpendicular to X, Y, X and Y, Z, X and Z, Y
 * and Z, or all axes (0 to 6); rotations are by a full turn over `SymmetryTurns` (2 to 64,
 * default 4) about the axis `SymmetryAxis` (0 to 2, default 2). All contain the point
 * `SymmetryCenterX`, `SymmetryCenterY`, `SymmetryCenterZ`, a length, default 0.
 *
 * `Extrusion` gives columns along an axis (1 to 3; 0 for none) one density. `DrawDirection` (1 to
 * 6 for +X, -X, +Y, -Y, +Z and -Z, 7 for the vector `DrawVectorX`, `DrawVectorY`, `DrawVectorZ`,
 * default Z; 0 for none) lets densities not grow away from a parting plane, which is at the share
 * `PartingPlane` of the layers in that direction, 0 to 1, default 0. `BuildDirection`, as before
 * with `BuildVectorX` and so on, lets all material have support in the layer below it, so that
 * surfaces are at least as steep as `OverhangAngle` from the plate, 15 to 75 degrees, default 45.
 * `AttachedSide` is the side of the box around the mesh that needs no support, 1 to 6 as above,
 * default 0: the lowest layer alone.
 *
 * In the directions of the axes, elements of images and others in rows along the axes are the
 * layers. Otherwise, and for other angles and sides, layers are those of a grid over the elements
 * with places of the edge `LayerGridEdge`, length, default 0: that of a cube of the mean element
 * volume. It needs DENSITY_FILTER. What layers promise then holds within the edge of a place.
 *
 * @sa vtkStructuralOptimizationAlgorithm vtkTopologyOptimize vtkMeshfreeTopologyOptimize
 */

#ifndef vtkDensityOptimizationAlgorithm_h
#define vtkDensityOptimizationAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkStructuralOptimizationAlgorithm.h"

#include <array>  // for std::array
#include <memory> // for std::unique_ptr
#include <string> // for std::string

namespace trabecula
{
struct Mesh;
struct NamedResponseSettings;
struct DensityDesign;
struct DensitySettings;
struct StructuralProblem;
}
class vtkDataSet;

class TRABECULAFILTERS_EXPORT vtkDensityOptimizationAlgorithm
  : public vtkStructuralOptimizationAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkDensityOptimizationAlgorithm, vtkStructuralOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum PreconditionerType
  {
    JACOBI = 0,
    RIGID_BODY_MODES = 1,
    MULTIGRID = 2,
    AUTOMATIC_PRECONDITIONER = 3
  };

  enum InterpolationType
  {
    SIMP = 0,
    MODIFIED_SIMP = 1,
    RAMP = 2
  };

  enum FilterKinds
  {
    NO_FILTER = 0,
    SENSITIVITY_FILTER = 1,
    DENSITY_FILTER = 2,
    HELMHOLTZ_FILTER = 3 ///< with exact derivatives as DENSITY_FILTER
  };

  enum ResultGeometryType
  {
    HEXAHEDRA = 0,
    AS_INPUT = 1
  };

  ///@{
  /**
   * Interpolation of Young's modulus, one of InterpolationType. Default is SIMP.
   */
  void SetInterpolation(int interpolation);
  vtkGetMacro(Interpolation, int);
  ///@}

  ///@{
  /**
   * Exponent of the density, at least 1, or the parameter of RAMP, at least 0. Default is 3.
   */
  void SetPenalization(double penalization);
  vtkGetMacro(Penalization, double);
  ///@}

  ///@{
  /**
   * Lowest density with SIMP, between 0 and 1. Default is 1e-3.
   */
  void SetMinimumDensity(double density);
  vtkGetMacro(MinimumDensity, double);
  ///@}

  ///@{
  /**
   * The filter that prevents checkerboard patterns, one of FilterKinds. Default is
   * SENSITIVITY_FILTER.
   */
  void SetFilterType(int type);
  vtkGetMacro(FilterType, int);
  ///@}

  ///@{
  /**
   * Radius of the filter, length. Default is 0, which means three times the edge of a cube of the
   * mean element volume; GetFilterRadiusUsed() returns the result.
   */
  void SetFilterRadius(double radius);
  vtkGetMacro(FilterRadius, double);
  ///@}

  ///@{
  /**
   * Whether the filter weights neighbours by their volume. Without effect if all elements have
   * equal volumes. Default is true.
   */
  void SetVolumeWeightedFilter(bool weighted);
  vtkGetMacro(VolumeWeightedFilter, bool);
  vtkBooleanMacro(VolumeWeightedFilter, bool);
  ///@}

  ///@{
  /**
   * Exponent of the optimality criteria update, above 0 and at most 1; mechanisms need about 0.3.
   * Default is 0.5.
   */
  void SetDamping(double damping);
  vtkGetMacro(Damping, double);
  ///@}

  ///@{
  /**
   * Largest change of a density below which the run ends; 0 means never. Default is 0.01.
   */
  void SetDensityChangeTolerance(double tolerance);
  vtkGetMacro(DensityChangeTolerance, double);
  ///@}

  ///@{
  /**
   * Mass per volume of the solid material, 0 or more, and the acceleration that acts on it, length
   * per squared time: material weighs their product times its density. Gravity is a downward
   * acceleration. Defaults are 0 and 0, 0, 0.
   */
  void SetMassDensity(double density);
  vtkGetMacro(MassDensity, double);
  void SetAcceleration(double x, double y, double z);
  ///@}

  ///@{
  /**
   * Thermal expansion of the material, per temperature: the secant coefficient with respect to
   * ReferenceTemperature, at which the part is free of stress. If it is not zero, the temperature
   * of input array 14 acts in every load case. Defaults are 0 and 0.
   */
  void SetThermalExpansion(double expansion);
  vtkGetMacro(ThermalExpansion, double);
  void SetReferenceTemperature(double temperature);
  vtkGetMacro(ReferenceTemperature, double);
  ///@}

  ///@{
  /**
   * The preconditioner of the linear solver, one of PreconditionerType. MULTIGRID is geometric
   * multigrid on congruent axis-aligned bricks with the connectivity of voxels, such as image data;
   * on other meshes it uses a lattice over the mesh if elements have similar sizes, and smoothed
   * aggregation otherwise. Default is AUTOMATIC_PRECONDITIONER: MULTIGRID if it is applicable and
   * faster, else RIGID_BODY_MODES.
   */
  void SetPreconditioner(int preconditioner);
  vtkGetMacro(Preconditioner, int);
  ///@}

  ///@{
  /**
   * Settings of individual responses, by name.
   *
   * Of the largest von Mises stress of the solid material, which is minimized as objective or
   * bounded: `LargestStressBound`, an upper bound, force per area, above 0, in addition to
   * Constraint; default 0 for none. `LargestStressExponent` is that of the mean that
   * stands for the largest value, between 1 and 100, default 8. With `LargestStressOfRegion` other
   * than 0 it is the stress of one region of input array 5, `LargestStressRegion`, a whole number.
   * They need MOVING_ASYMPTOTES and not SENSITIVITY_FILTER.
   *
   * The value of a name that was not set is 0; setting an unknown name is an error of the next
   * execution.
   */
  void SetResponseSetting(const char* name, double value);
  double GetResponseSetting(const char* name);
  ///@}

  ///@{
  /**
   * Names of the load cases, as force arrays, over which the largest stress is taken. The list is
   * empty by default, which means all load cases.
   */
  void AddResponseLoadCase(const char* name);
  void ClearResponseLoadCases();
  int GetNumberOfResponseLoadCases();
  ///@}

  ///@{
  /**
   * Cells of a lower density are omitted on port 0. A change of this property does not cause a
   * computation. Default is 0, which keeps all cells.
   */
  void SetDensityThreshold(double density);
  vtkGetMacro(DensityThreshold, double);
  ///@}

  ///@{
  /**
   * Data type of ports 0 and 1 for image data: hexahedra, or with AS_INPUT the image with arrays
   * added, which takes less memory. Points and cells have the same indices in both. A change of
   * this property does not cause a computation. Values outside ResultGeometryType are clamped.
   * Default is HEXAHEDRA.
   */
  void SetResultGeometry(int geometry);
  vtkGetMacro(ResultGeometry, int);
  ///@}

  /**
   * The filter radius in effect in the last execution, length; 0 without a filter.
   */
  double GetFilterRadiusUsed();

protected:
  vtkDensityOptimizationAlgorithm();
  ~vtkDensityOptimizationAlgorithm() override;

  /// Indices of input arrays after those of vtkStructuralOptimizationAlgorithm.
  enum DensityInputArrays
  {
    SOLID_FRACTION = 6,
    TEMPERATURE = 14,
    POINT_MASS = 21
  };

  void SetSettings(
    trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design) override;
  /// Calls SetSettings() and sets the properties of densities. @throws trabecula::Error
  void SetDensitySettings(
    trabecula::ElasticConditions& conditions, trabecula::DensityDesign& design);
  std::vector<trabecula::Setting> GetSettings() override;
  std::vector<std::string> FindConflicts() override;
  std::vector<std::string> FindStageConflicts() override;
  trabecula::filters::TopologyArrays GetArrays(const trabecula::DesignProblem& problem) override;
  double GetMassDensityInUse() override;
  /// Sets the loads of a structure that depend on the design, and its point masses.
  /// @param readTemperature whether temperatures are those of an input array
  void ReadLoadsOfDesign(
    vtkDataSet* solid, trabecula::ElasticConditions& structure, bool readTemperature = true);
  /// Completes the loads of a structure that was read, see ReadLoadsOfDesign(): clears point masses
  /// without effect, and adds a load case if there is none.
  void CompleteLoadsOfDesign(
    trabecula::StructuralProblem& structure, const trabecula::DesignProblem& design);
  /// Sets the filter radius of a problem from its mesh if the property is 0.
  void SetAutomaticRadius(trabecula::DensitySettings& settings, const trabecula::Mesh& mesh);

  double GetConvergenceTolerance() override;
  bool KeepsImages() override { return this->ResultGeometry == AS_INPUT; }
  void WriteResults(
    int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown) override;
  /// Judges the material; the default uses densities of cells.
  trabecula::DesignVerdict JudgeMaterial(const trabecula::filters::ShownIterate& shown) override;

  int FilterType = SENSITIVITY_FILTER;

private:
  vtkDensityOptimizationAlgorithm(const vtkDensityOptimizationAlgorithm&) = delete;
  void operator=(const vtkDensityOptimizationAlgorithm&) = delete;

  int Interpolation = SIMP;
  double Penalization = 3.0;
  double MinimumDensity = 1e-3;
  double FilterRadius = 0.0;
  bool VolumeWeightedFilter = true;
  double Damping = 0.5;
  double DensityChangeTolerance = 0.01;
  int Preconditioner = AUTOMATIC_PRECONDITIONER;
  double MassDensity = 0.0;
  std::array<double, 3> Acceleration = {};
  double ThermalExpansion = 0.0;
  double ReferenceTemperature = 0.0;
  std::unique_ptr<trabecula::NamedResponseSettings> Responses;
  double DensityThreshold = 0.0;
  int ResultGeometry = HEXAHEDRA;
};

#endif
