/**
 * @class   vtkDensityOptimizationAlgorithm
 * @brief   Base class of filters that optimize densities
 *
 * Provides the properties of an optimization of densities by a gradient method, and its results. A
 * subclass discretizes: it makes the problem in MakeProblem() with SetSettings(), GetArrays() and
 * SetAutomaticRadius(), and has properties of its discretization.
 *
 * Units are the user's own consistent ones: with mm and N, moduli are in MPa.
 *
 * Input arrays are
 *
 * - input array 0, `Supports` unless set otherwise: points, three components, 1 where that
 *   displacement component is fixed and 0 where it is free;
 * - input array 1, `PrescribedDisplacement` if there is one: points, three components, the
 *   displacements of fixed components where they are not zero, length;
 * - input array 2, `DesignRegion` if there is one, on the entities whose densities are designed: 0
 *   for those that are, 1 for those that remain solid, 2 for those that remain void;
 * - input array 3, `OutputWeights` unless set otherwise, read where the output displacement is
 *   minimized or bounded: points, three components, weight of each displacement component in the
 *   sum that is minimized, without unit; directed against the wanted motion;
 * - input array 4, `Springs` if there is one: points, three components, stiffnesses of springs
 *   between that displacement component and the ground, force per length, at least 0. A mechanism
 *   needs them at its input and its output;
 * - input array 5, `VolumeRegion` unless set otherwise, read if there are region volume bounds:
 *   cells, whole numbers, the region that each cell belongs to;
 * - ForceArrays: points, three components, nodal forces, one array for each load case.
 *
 * Outputs are those of vtkOptimizationAlgorithm. The initial design is uniform, and the table has
 * the columns Iteration, Compliance, VolumeFraction, DensityChange, SolverIterations, Residual and
 * Seconds; OutputDisplacement where that is minimized or bounded; and VolumeFraction_<region> for
 * each bounded one.
 *
 * Ports 0 and 1 have the input's arrays and the cell arrays `Density` (active scalars) and
 * `StrainEnergyDensity` (of all load cases, weighted) and the point array `Displacement` (of the
 * first load case; if there are several, each has `Displacement_<load case>` too). Field data are
 * `Iteration`, `Compliance`, `VolumeFraction`, `FilterRadius` and `Device`, and
 * `OutputDisplacement` where that is minimized or bounded.
 *
 * @sa vtkOptimizationAlgorithm vtkTopologyOptimize vtkMeshfreeTopologyOptimize
 */

#ifndef vtkDensityOptimizationAlgorithm_h
#define vtkDensityOptimizationAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkOptimizationAlgorithm.h"

#include <string>  // for std::string
#include <utility> // for std::pair
#include <vector>  // for std::vector

namespace trabecula
{
struct TopologyProblem;
namespace filters
{
struct TopologyArrays;
}
}

class TRABECULAFILTERS_EXPORT vtkDensityOptimizationAlgorithm : public vtkOptimizationAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkDensityOptimizationAlgorithm, vtkOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum ObjectiveType
  {
    COMPLIANCE = 0,
    OUTPUT_DISPLACEMENT = 1,
    VOLUME = 2
  };

  enum ConstraintType
  {
    NO_CONSTRAINT = 0,
    COMPLIANCE_BOUND = 1,
    OUTPUT_DISPLACEMENT_BOUND = 2
  };

  enum OptimizerType
  {
    OPTIMALITY_CRITERIA = 0,
    MOVING_ASYMPTOTES = 1
  };

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
    MODIFIED_SIMP = 1
  };

  enum FilterKinds
  {
    NO_FILTER = 0,
    SENSITIVITY_FILTER = 1,
    DENSITY_FILTER = 2
  };

  ///@{
  /**
   * Young's modulus of the solid material, force per area, above 0. Default is 1.
   */
  void SetYoungsModulus(double modulus);
  vtkGetMacro(YoungsModulus, double);
  ///@}

  ///@{
  /**
   * Poisson's ratio, between -1 and 0.5. Default is 0.3.
   */
  void SetPoissonsRatio(double ratio);
  vtkGetMacro(PoissonsRatio, double);
  ///@}

  ///@{
  /**
   * Names of point arrays of nodal forces, a load case each. Default is none, which means every
   * array of three components whose name starts with `Force`, in order of names.
   */
  void AddForceArray(const char* name);
  void ClearForceArrays();
  int GetNumberOfForceArrays();
  const char* GetForceArray(int index);
  ///@}

  ///@{
  /**
   * Weights of the load cases in the compliance, in the order of ForceArrays, at least 0. Default
   * is none, which means 1 for each.
   */
  void AddLoadCaseWeight(double weight);
  void ClearLoadCaseWeights();
  int GetNumberOfLoadCaseWeights();
  double GetLoadCaseWeight(int index);
  ///@}

  ///@{
  /**
   * What is minimized, one of ObjectiveType. Default is COMPLIANCE.
   */
  void SetObjective(int objective);
  vtkGetMacro(Objective, int);
  ///@}

  ///@{
  /**
   * The design update, one of OptimizerType. Default is OPTIMALITY_CRITERIA.
   */
  void SetOptimizer(int optimizer);
  vtkGetMacro(Optimizer, int);
  ///@}

  ///@{
  /**
   * What is bounded besides the volume, one of ConstraintType; MOVING_ASYMPTOTES only, and not with
   * SENSITIVITY_FILTER. The objective VOLUME needs one. Default is NO_CONSTRAINT.
   */
  void SetConstraint(int constraint);
  vtkGetMacro(Constraint, int);
  ///@}

  ///@{
  /**
   * Upper bound of what Constraint names: force times length of a compliance, above 0; length of an
   * output displacement, of either sign. Default is 1.
   */
  void SetConstraintBound(double bound);
  vtkGetMacro(ConstraintBound, double);
  ///@}

  ///@{
  /**
   * Upper bounds of the volume of material over the volume of one region of input array 5, above 0
   * and at most 1; MOVING_ASYMPTOTES only. Default is none.
   */
  void AddRegionVolumeBound(double region, double fraction);
  void ClearRegionVolumeBounds();
  int GetNumberOfRegionVolumeBounds();
  ///@}

  ///@{
  /**
   * Volume of material over the volume of the mesh, above 0 and at most 1: an upper bound, or with
   * the objective VOLUME that of the initial design. Default is 0.3.
   */
  void SetVolumeFraction(double fraction);
  vtkGetMacro(VolumeFraction, double);
  ///@}

  ///@{
  /**
   * Interpolation of Young's modulus, one of InterpolationType. Default is SIMP.
   */
  void SetInterpolation(int interpolation);
  vtkGetMacro(Interpolation, int);
  ///@}

  ///@{
  /**
   * Exponent of the density, at least 1. Default is 3.
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
   * Young's modulus of void over that of solid with MODIFIED_SIMP, between 0 and 1. Default is
   * 1e-9.
   */
  void SetMinimumModulusRatio(double ratio);
  vtkGetMacro(MinimumModulusRatio, double);
  ///@}

  ///@{
  /**
   * The filter against checkerboards, one of FilterKinds. Default is SENSITIVITY_FILTER.
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
   * Whether the filter weighs neighbours by their volume. Without effect if all elements have equal
   * volumes. Default is true.
   */
  void SetVolumeWeightedFilter(bool weighted);
  vtkGetMacro(VolumeWeightedFilter, bool);
  vtkBooleanMacro(VolumeWeightedFilter, bool);
  ///@}

  ///@{
  /**
   * Largest change of a density in one iteration, above 0 and at most 1. Default is 0.2.
   */
  void SetMoveLimit(double limit);
  vtkGetMacro(MoveLimit, double);
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
   * The run ends when no density changes by as much as this; 0 means never. Default is 0.01.
   */
  void SetDensityChangeTolerance(double tolerance);
  vtkGetMacro(DensityChangeTolerance, double);
  ///@}

  ///@{
  /**
   * Residual of the linear solver, relative to the load, above 0. Default is 1e-5.
   */
  void SetSolverTolerance(double tolerance);
  vtkGetMacro(SolverTolerance, double);
  ///@}

  ///@{
  /**
   * Largest number of iterations of the linear solver. Default is 10000.
   */
  void SetSolverMaximumIterations(int iterations);
  vtkGetMacro(SolverMaximumIterations, int);
  ///@}

  ///@{
  /**
   * The preconditioner of the linear solver, one of PreconditionerType. MULTIGRID is geometric
   * on congruent bricks along the axes with the connectivity of voxels, such as image data, on a
   * lattice over other meshes of elements of similar size, and else by smoothed aggregation.
   * Default is AUTOMATIC_PRECONDITIONER: MULTIGRID where it is applicable and faster, else
   * RIGID_BODY_MODES.
   */
  void SetPreconditioner(int preconditioner);
  vtkGetMacro(Preconditioner, int);
  ///@}

  ///@{
  /**
   * Whether results of repeated runs on one device are bitwise equal. Default is false.
   */
  void SetReproducible(bool reproducible);
  vtkGetMacro(Reproducible, bool);
  vtkBooleanMacro(Reproducible, bool);
  ///@}

  ///@{
  /**
   * Cells of a lower density are omitted on port 0. A change does not compute anything. Default is
   * 0, which keeps all.
   */
  void SetDensityThreshold(double density);
  vtkGetMacro(DensityThreshold, double);
  ///@}

  ///@{
  /**
   * Results of the last execution: compliance and output displacement of the last available
   * iteration (the latter 0 if neither minimized nor bounded), and the filter radius in effect.
   */
  double GetCompliance();
  double GetOutputDisplacement();
  double GetFilterRadiusUsed();
  ///@}

protected:
  vtkDensityOptimizationAlgorithm();
  ~vtkDensityOptimizationAlgorithm() override = default;

  /// Numbers of input arrays.
  enum InputArrays
  {
    SUPPORTS = 0,
    PRESCRIBED_DISPLACEMENT = 1,
    DESIGN_REGION = 2,
    OUTPUT_WEIGHTS = 3,
    SPRINGS = 4,
    VOLUME_REGION = 5,
    SOLID_FRACTION = 6
  };

  /// Sets what the properties state, whatever the input. @throws trabecula::Error
  virtual void SetSettings(trabecula::TopologyProblem& problem);
  /// Names of the arrays that a problem of these settings needs.
  trabecula::filters::TopologyArrays GetArrays(const trabecula::TopologyProblem& problem);
  /// Sets the filter radius of a problem with its mesh, where the property leaves it open.
  void SetAutomaticRadius(trabecula::TopologyProblem& problem);

  double GetConvergenceTolerance() override;
  double GetVolumeToDesign() override { return this->VolumeFraction; }
  void WriteResults(
    int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown) override;
  bool Judge(
    const trabecula::filters::ShownIterate& shown, trabecula::DesignVerdict& verdict) override;
  /// Judges pieces of material and the loads on them: by default, from densities of cells.
  virtual trabecula::DesignVerdict JudgeMaterial(const trabecula::filters::ShownIterate& shown);

  int FilterType = SENSITIVITY_FILTER;

private:
  vtkDensityOptimizationAlgorithm(const vtkDensityOptimizationAlgorithm&) = delete;
  void operator=(const vtkDensityOptimizationAlgorithm&) = delete;

  double YoungsModulus = 1.0;
  double PoissonsRatio = 0.3;
  std::vector<std::string> ForceArrays;
  std::vector<double> LoadCaseWeights;
  int Objective = COMPLIANCE;
  int Constraint = NO_CONSTRAINT;
  double ConstraintBound = 1.0;
  std::vector<std::pair<double, double>> RegionVolumeBounds; ///< region and volume fraction
  int Optimizer = OPTIMALITY_CRITERIA;
  double VolumeFraction = 0.3;
  int Interpolation = SIMP;
  double Penalization = 3.0;
  double MinimumDensity = 1e-3;
  double MinimumModulusRatio = 1e-9;
  double FilterRadius = 0.0;
  bool VolumeWeightedFilter = true;
  double MoveLimit = 0.2;
  double Damping = 0.5;
  double DensityChangeTolerance = 0.01;
  double SolverTolerance = 1e-5;
  int SolverMaximumIterations = 10000;
  int Preconditioner = AUTOMATIC_PRECONDITIONER;
  bool Reproducible = false;
  double DensityThreshold = 0.0;
};

#endif
