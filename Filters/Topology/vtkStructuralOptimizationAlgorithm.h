/**
 * @class   vtkStructuralOptimizationAlgorithm
 * @brief   Base class of filters that optimize elastic structures
 *
 * Provides the properties that all optimizations of structures have in common, whatever the design
 * variables: material, supports and loads, objective, bounds, and the tolerance of the linear
 * solver. A subclass makes the problem in MakeProblem() with SetSettings() and GetArrays(), and has
 * the properties of its design variables and its discretization.
 *
 * Units are the user's own consistent ones: with mm and N, moduli are in MPa.
 *
 * Input arrays are
 *
 * - input array 0, `Supports` unless set otherwise: points, three components, 1 where that
 *   displacement component is fixed and 0 where it is free;
 * - input array 1, `PrescribedDisplacement` if there is one: points, three components, the
 *   displacements of fixed components where they are not zero, length;
 * - input array 2, `DesignRegion` if there is one, on the designed entities (cells, nodes or
 *   control points): 0 for those that are designed, 1 for those that remain solid, 2 for those that
 *   remain void;
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
 * Outputs are those of vtkOptimizationAlgorithm. The table has the columns Iteration, Compliance,
 * VolumeFraction, SolverIterations, Residual and Seconds; OutputDisplacement where that is
 * minimized or bounded; and VolumeFraction_<region> for each bounded one. Field data of designs are
 * `Iteration`, `Compliance`, `VolumeFraction` and `Device`, and `OutputDisplacement` where that is
 * minimized or bounded.
 *
 * @sa vtkOptimizationAlgorithm vtkDensityOptimizationAlgorithm vtkIsogeometricLevelSet
 */

#ifndef vtkStructuralOptimizationAlgorithm_h
#define vtkStructuralOptimizationAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkOptimizationAlgorithm.h"
#include "vtkSmartPointer.h" // for a member

#include <functional> // for std::function
#include <map>        // for std::map
#include <memory>     // for std::unique_ptr
#include <string>     // for std::string
#include <utility>    // for std::pair
#include <vector>     // for std::vector

namespace trabecula
{
struct Setting;
struct DesignProblem;
struct ElasticConditions;
struct ResponseDescription;
struct ResponseRows;
struct StageSettings;
namespace filters
{
struct DesignMaterial;
struct TopologyArrays;
}
}

class TRABECULAFILTERS_EXPORT vtkStructuralOptimizationAlgorithm : public vtkOptimizationAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkStructuralOptimizationAlgorithm, vtkOptimizationAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// Indices of the first responses in the library's list; further responses have the following
  /// indices.
  enum ObjectiveType
  {
    COMPLIANCE = 0,
    OUTPUT_DISPLACEMENT = 1,
    VOLUME = 2,
    LARGEST_STRESS = 3,
    THERMAL_COMPLIANCE = 4 ///< for vtkTopologyOptimize only, which then reads thermal conditions
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
   * Weights of the load cases in the compliance, in the order of ForceArrays, at least 0. The list
   * is empty by default, which means 1 for each.
   */
  void AddLoadCaseWeight(double weight);
  void ClearLoadCaseWeights();
  int GetNumberOfLoadCaseWeights();
  double GetLoadCaseWeight(int index);
  ///@}

  ///@{
  /**
   * The response that is minimized: one of ObjectiveType, or the index of another response in the
   * library's list, from 0. Default is COMPLIANCE.
   */
  void SetObjective(int objective);
  vtkGetMacro(Objective, int);
  ///@}

  ///@{
  /**
   * The method that updates the design, one of OptimizerType. Default is OPTIMALITY_CRITERIA.
   */
  void SetOptimizer(int optimizer);
  vtkGetMacro(Optimizer, int);
  ///@}

  ///@{
  /**
   * The response that is bounded in addition to the volume, one of ConstraintType. It requires
   * MOVING_ASYMPTOTES and excludes a filter of sensitivities. The objective VOLUME requires a
   * constraint. Default is NO_CONSTRAINT.
   */
  void SetConstraint(int constraint);
  vtkGetMacro(Constraint, int);
  ///@}

  ///@{
  /**
   * Upper bound of the response that Constraint selects: force times length for a compliance, above
   * 0; length for an output displacement, of either sign. Default is 1.
   */
  void SetConstraintBound(double bound);
  vtkGetMacro(ConstraintBound, double);
  ///@}

  ///@{
  /**
   * Constraints, each of six texts: the name or label of a response, see GetResponseKinds(); `<=`
   * or `>=`; the bound; the number of a region of input array 5, empty for the whole mesh; names of
   * load cases, separated by semicolons, empty for all; and parameters such as `Exponent=8`,
   * separated by semicolons, empty for the defaults. They need MOVING_ASYMPTOTES. They are in
   * addition to VolumeFraction, Constraint and RegionVolumeBounds; two bounds of one response on
   * the same side are refused. What cannot be read is an error of the next execution. Default is
   * none.
   */
  void AddConstraint(const char* response, const char* sense, const char* bound,
    const char* region = "", const char* loadCases = "", const char* parameters = "");
  void ClearConstraints();
  int GetNumberOfConstraints();
  ///@}

  ///@{
  /**
   * The region, the load cases and the parameters of the objective, as texts like those of
   * AddConstraint(); at most one entry. Default is none: the whole mesh, all load cases and default
   * parameters.
   */
  void AddObjectiveOptions(const char* region, const char* loadCases, const char* parameters);
  void ClearObjectiveOptions();
  int GetNumberOfObjectiveOptions();
  ///@}

  /// The number of components of GetResponseKinds().
  static constexpr int WORDS_OF_RESPONSE = 7;
  /**
   * Get the responses that the filter can minimize or bound, a tuple of WORDS_OF_RESPONSE texts
   * each: name, label, unit in words, senses of bounds that have a meaning, "cells" or "points"
   * where it takes a region of these, "load cases" where it takes single ones, and names of
   * parameters. Lists are separated by semicolons.
   */
  vtkStringArray* GetResponseKinds();

  /// The number of components of GetHistoryBounds().
  static constexpr int WORDS_OF_BOUND = 4;
  /**
   * Get the bounds on columns of GetHistory(), a tuple of WORDS_OF_BOUND texts each: the column,
   * `<=` or `>=`, the bound, and whether the last row is within it, "met" or "exceeded". Empty
   * before the first design.
   */
  vtkStringArray* GetHistoryBounds();

  /**
   * Get what an execution would refuse because objective, constraints, optimizer and filter
   * conflict with each other or the input lacks an array, a line each; empty if nothing conflicts.
   * Nothing is executed: the input is considered as far as it is up to date.
   */
  const char* GetConflicts();

  ///@{
  /**
   * Settings, by name, of the stages that design variables pass through, see the subclasses. The
   * value of an unknown name is 0; setting it is an error of the next execution.
   */
  void SetStageSetting(const char* name, double value);
  double GetStageSetting(const char* name);
  /// Sets the three settings of that name followed by X, Y and Z.
  void SetStageSetting(const char* name, double x, double y, double z);
  ///@}

  /**
   * Get what an execution would refuse because stages conflict with other settings, such as the
   * filter or the optimizer, a line each; empty if nothing conflicts. See GetConflicts().
   */
  const char* GetStageConflicts();

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
   * Volume of material relative to the volume of the mesh, above 0 and at most 1: an upper bound
   * or, with the objective VOLUME, the value of the initial design. Default is 0.3.
   */
  void SetVolumeFraction(double fraction);
  vtkGetMacro(VolumeFraction, double);
  ///@}

  ///@{
  /**
   * Young's modulus of void relative to that of solid, between 0 and 1; densities of cells or nodes
   * use it with MODIFIED_SIMP only. Default is 1e-9.
   */
  void SetMinimumModulusRatio(double ratio);
  vtkGetMacro(MinimumModulusRatio, double);
  ///@}

  ///@{
  /**
   * Largest change of a design variable in one iteration relative to its range, above 0 and at most
   * 1. Default is 0.2.
   */
  void SetMoveLimit(double limit);
  vtkGetMacro(MoveLimit, double);
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
   * Whether repeated runs on one device yield bitwise equal results. Default is false.
   */
  void SetReproducible(bool reproducible);
  vtkGetMacro(Reproducible, bool);
  vtkBooleanMacro(Reproducible, bool);
  ///@}

  ///@{
  /**
   * Results of the last execution: compliance and output displacement of the last available
   * iteration (the latter 0 if neither minimized nor bounded).
   */
  double GetCompliance();
  double GetOutputDisplacement();
  ///@}

protected:
  vtkStructuralOptimizationAlgorithm();
  ~vtkStructuralOptimizationAlgorithm() override;

  /// Indices of input arrays. Subclasses continue after the last.
  enum InputArrays
  {
    SUPPORTS = 0,
    PRESCRIBED_DISPLACEMENT = 1,
    DESIGN_REGION = 2,
    OUTPUT_WEIGHTS = 3,
    SPRINGS = 4,
    VOLUME_REGION = 5
  };

  /// Sets what the properties define, regardless of the input. @throws trabecula::Error
  virtual void SetSettings(
    trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design);
  /// Sets the elastic properties of the material that is chosen, if there is one, and its mass
  /// density for responses that have one as a parameter. @throws trabecula::Error
  void SetChosenMaterial(
    trabecula::ElasticConditions& conditions, trabecula::DesignProblem& design);
  /// Returns the mass density, 0 if it is unknown. By default it is that of the chosen material.
  virtual double GetMassDensityInUse();
  /// Describes what designs are made of. @param volume of the whole body, as that of volume
  /// fractions
  trabecula::filters::DesignMaterial GetDesignMaterial(double volume);
  /// Returns the settings defined by the properties, for PrintSelf(). @throws trabecula::Error
  virtual std::vector<trabecula::Setting> GetSettings();
  /// Returns the names of the arrays that a problem with these settings requires.
  virtual trabecula::filters::TopologyArrays GetArrays(const trabecula::DesignProblem& problem);

  /// Whether the filter can minimize and bound a response; by default, those of structures.
  virtual bool HasResponse(const trabecula::ResponseDescription& kind);
  ///@{
  /// Returns conflicts of objective and constraints, and of stages, a message each.
  /// @throws trabecula::Error for a property that cannot be read
  virtual std::vector<std::string> FindConflicts() = 0;
  virtual std::vector<std::string> FindStageConflicts() = 0;
  ///@}
  /// Sets the settings of stages. @throws trabecula::Error for a name that there is not
  void SetStages(trabecula::StageSettings& stages);
  /// Returns messages as lines of one text, or the error with which they are made.
  static std::string LinesOf(const std::function<std::vector<std::string>()>& messages);
  /// Appends messages on arrays of responses that the input lacks, whose regions are of cells, or
  /// of points.
  void AddMissingArrays(const trabecula::DesignProblem& design, std::vector<std::string>& conflicts,
    bool hasRegionsOfPoints = false);

  double GetVolumeToDesign() override { return this->VolumeFraction; }
  /// Writes the convergence table.
  void WriteResults(
    int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown) override;
  bool Judge(
    const trabecula::filters::ShownIterate& shown, trabecula::DesignVerdict& verdict) override;
  /// Judges the pieces of material and the loads on them.
  virtual trabecula::DesignVerdict JudgeMaterial(const trabecula::filters::ShownIterate& shown) = 0;

private:
  vtkStructuralOptimizationAlgorithm(const vtkStructuralOptimizationAlgorithm&) = delete;
  void operator=(const vtkStructuralOptimizationAlgorithm&) = delete;

  double YoungsModulus = 1.0;
  double PoissonsRatio = 0.3;
  std::vector<std::string> ForceArrays;
  std::vector<double> LoadCaseWeights;
  int Objective = COMPLIANCE;
  int Constraint = NO_CONSTRAINT;
  double ConstraintBound = 1.0;
  std::vector<std::pair<double, double>> RegionVolumeBounds; ///< region and volume fraction
  std::unique_ptr<trabecula::ResponseRows> Rows;
  vtkSmartPointer<vtkStringArray> ResponseKinds; ///< last result of GetResponseKinds()
  vtkSmartPointer<vtkStringArray> HistoryBounds; ///< last result of GetHistoryBounds()
  std::string Conflicts;                         ///< last result of GetConflicts()
  std::map<std::string, double> StageSettings;   ///< settings that were set
  std::string StageConflicts;                    ///< last result of GetStageConflicts()
  int Optimizer = OPTIMALITY_CRITERIA;
  double VolumeFraction = 0.3;
  double MinimumModulusRatio = 1e-9;
  double MoveLimit = 0.2;
  double SolverTolerance = 1e-5;
  int SolverMaximumIterations = 10000;
  bool Reproducible = false;
};

#endif
