/**
 * @class   vtkTopologyOptimize
 * @brief   The stiffest structure, or the best mechanism, of a given volume of material
 *
 * Distributes material in a mesh of hexahedra so that the compliance (the work of the loads) is
 * smallest, by the SIMP method with optimality criteria, as in Ratnakar, Sanfui and Sharma,
 * "GPU-based Element-by-Element Strategies for Accelerating Topology Optimization of 3D Continuum
 * Structures Using Unstructured All-Hexahedral Mesh"; or so that a weighted sum of displacements is
 * smallest, which makes compliant mechanisms (Bendsoe and Sigmund 2003, section 2.6). The method of
 * moving asymptotes (Svanberg 1987) is there as well.
 *
 * Units are the user's own consistent ones: with mm and N, moduli are in MPa.
 *
 * The input is an unstructured grid of VTK_HEXAHEDRON and VTK_VOXEL cells, or image data, whose
 * voxels become hexahedra. Its arrays are
 *
 * - input array 0, `Supports` unless set otherwise: points, three components, 1 where that
 *   displacement component is fixed and 0 where it is free;
 * - input array 1, `PrescribedDisplacement` if there is one: points, three components, the
 *   displacements of fixed components where they are not zero, length;
 * - input array 2, `DesignRegion` if there is one: cells, 0 where the density is designed, 1 where
 *   it stays solid, 2 where it stays void;
 * - input array 3, `OutputWeights` unless set otherwise, read with the objective
 *   OUTPUT_DISPLACEMENT: points, three components, how much each displacement component counts in
 *   the sum that is minimized, without unit; pointing against the motion that is wanted;
 * - input array 4, `Springs` if there is one: points, three components, stiffnesses of springs
 *   between that displacement component and the ground, force per length, at least 0. A mechanism
 *   needs them where forces act and where it has an output;
 * - ForceArrays: points, three components, nodal forces, one array for each load case.
 *
 * An input that has time steps is read at its first.
 *
 * Outputs:
 *
 * - port 0, Iterations: iteration k is time k, from 0, the uniform design, to MaximumIterations. A
 *   time is computed when it is asked for, onward from what is there; without a time it is 0. After
 *   convergence, later times show the last iteration.
 * - port 1, Final design: the last iteration, without time, all of it.
 * - port 2, Convergence: a table with the columns Iteration, Compliance, VolumeFraction,
 *   DensityChange, SolverIterations, Residual and Seconds, and OutputDisplacement where that is the
 *   objective.
 *
 * Ports 0 and 1 are unstructured grids, or with ResultGeometry AS_INPUT image data where the input
 * is; GetOutputDataObject() has both. They have the input's arrays and the cell arrays `Density`
 * (active scalars) and `StrainEnergyDensity` (of all load cases, weighted) and the point array
 * `Displacement` (of the first load case; if there are several, each has `Displacement_<load case>`
 * too). Field data say `Iteration`, `Compliance`, `VolumeFraction`, `FilterRadius` and `Device`,
 * and `OutputDisplacement` where that is the objective.
 *
 * Setting AbortExecute while the filter runs stops it at the last complete iteration, which is what
 * the outputs then show; any later change, another time on port 0, or Continue() goes on from
 * there. After an error the outputs show the last good result.
 *
 * With Live, where a live host has allowed it, an update does not wait: the run goes on in a thread
 * of its own, and the outputs show the latest iteration. Whoever hosts it polls GetNeedsUpdate().
 * Port 0 has no times while it runs; once it is paused, finished or stopped, they are the
 * iterations that are there. Everywhere else, Live is without effect.
 */

#ifndef vtkTopologyOptimize_h
#define vtkTopologyOptimize_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkUnstructuredGridAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class vtkDataSet;
class vtkDoubleArray;
class vtkMultiProcessController;
namespace trabecula
{
struct TopologyProblem;
namespace filters
{
class ResultGeometry;
}
}

class TRABECULAFILTERS_EXPORT vtkTopologyOptimize : public vtkUnstructuredGridAlgorithm
{
public:
  static vtkTopologyOptimize* New();
  vtkTypeMacro(vtkTopologyOptimize, vtkUnstructuredGridAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    ITERATIONS = 0,
    FINAL_DESIGN = 1,
    CONVERGENCE = 2
  };

  enum ObjectiveType
  {
    COMPLIANCE = 0,
    OUTPUT_DISPLACEMENT = 1
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

  enum DeviceType
  {
    AUTOMATIC = 0,
    HOST = 1,
    CUDA = 2
  };

  enum ChangeType
  {
    GO_ON = 0,
    RESTART = 1
  };

  enum ResultGeometryType
  {
    HEXAHEDRA = 0,
    AS_INPUT = 1
  };

  /// Numbers of trabecula::BackgroundState.
  enum RunStateType
  {
    IDLE = 0,
    SETTING_UP = 1,
    RUNNING = 2,
    PAUSED = 3,
    FINISHED = 4,
    STOPPED = 5,
    FAILED = 6
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
   * How densities follow from sensitivities, one of OptimizerType. Default is OPTIMALITY_CRITERIA.
   */
  void SetOptimizer(int optimizer);
  vtkGetMacro(Optimizer, int);
  ///@}

  ///@{
  /**
   * Volume of material over the volume of the mesh, above 0 and at most 1. Default is 0.3.
   */
  void SetVolumeFraction(double fraction);
  vtkGetMacro(VolumeFraction, double);
  ///@}

  ///@{
  /**
   * How a density becomes a Young's modulus, one of InterpolationType. Default is SIMP.
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
   * What is smoothed against checkerboards, one of FilterKinds. Default is SENSITIVITY_FILTER.
   */
  void SetFilterType(int type);
  vtkGetMacro(FilterType, int);
  ///@}

  ///@{
  /**
   * Radius of the filter, length. Default is 0, which means three times the edge of a cube of the
   * mean element volume; GetFilterRadiusUsed() says what came of it.
   */
  void SetFilterRadius(double radius);
  vtkGetMacro(FilterRadius, double);
  ///@}

  ///@{
  /**
   * Whether the filter weighs neighbours by their volume. Without effect where all elements have
   * one volume. Default is true.
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
   * Number of the last iteration. A larger number goes on from where the run is. Default is 50.
   */
  vtkSetClampMacro(MaximumIterations, int, 0, VTK_INT_MAX);
  vtkGetMacro(MaximumIterations, int);
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
   * Iterations after which the linear solver gives up. Default is 10000.
   */
  void SetSolverMaximumIterations(int iterations);
  vtkGetMacro(SolverMaximumIterations, int);
  ///@}

  ///@{
  /**
   * How products with the stiffness matrix are made: a number of trabecula::Strategy. Default is 0,
   * which chooses by mesh and device.
   */
  void SetStrategy(int strategy);
  vtkGetMacro(Strategy, int);
  ///@}

  ///@{
  /**
   * What the linear solver is preconditioned with, one of PreconditionerType. MULTIGRID needs
   * congruent bricks along the axes that share points as voxels do, such as image data. Default is
   * AUTOMATIC_PRECONDITIONER: MULTIGRID where it suits the mesh and pays, else RIGID_BODY_MODES.
   */
  void SetPreconditioner(int preconditioner);
  vtkGetMacro(Preconditioner, int);
  ///@}

  ///@{
  /**
   * Whether results have the same bits, run after run on one device. Default is false.
   */
  void SetReproducible(bool reproducible);
  vtkGetMacro(Reproducible, bool);
  vtkBooleanMacro(Reproducible, bool);
  ///@}

  ///@{
  /**
   * What computes, one of DeviceType. AUTOMATIC is a GPU if there is one that can be used, else
   * the processor. Default is AUTOMATIC.
   */
  void SetDevice(int device);
  vtkGetMacro(Device, int);
  ///@}

  ///@{
  /**
   * Threads on the processor; 0 means all. Default is 0.
   */
  vtkSetClampMacro(Threads, int, 0, VTK_INT_MAX);
  vtkGetMacro(Threads, int);
  ///@}

  ///@{
  /**
   * Memory that may be taken on the device, in MiB; 0 means what is free. Default is 0.
   */
  void SetMemoryLimit(int mebibytes);
  vtkGetMacro(MemoryLimit, int);
  ///@}

  ///@{
  /**
   * Memory for iterations that have been computed, in MiB. Those that do not fit are computed again
   * when asked for. Default is 2048.
   */
  vtkSetClampMacro(CacheSize, int, 0, VTK_INT_MAX);
  vtkGetMacro(CacheSize, int);
  ///@}

  ///@{
  /**
   * File that the run is written to every CheckpointInterval iterations, when it is stopped and
   * when it ends, so that a process that is killed loses no more than an interval. A file of the
   * same problem that is further on is left alone until the run has overtaken it, and a file that
   * is no checkpoint is never replaced. Default is none.
   */
  void SetCheckpointFile(const char* path);
  const char* GetCheckpointFile();
  ///@}

  ///@{
  /**
   * Iterations from one checkpoint to the next, at least 1. Default is 10.
   */
  void SetCheckpointInterval(int iterations);
  vtkGetMacro(CheckpointInterval, int);
  ///@}

  ///@{
  /**
   * Checkpoint that a run starts from instead of the first iteration: all that follows is what
   * followed there, bit for bit on the same device if that is the processor or Reproducible is on.
   * On another device it is so up to rounding, which GetStatus() says. A file of another problem
   * and one that is damaged are refused. Iterations before it are computed when they are asked for;
   * the table has all of them. Default is none.
   */
  void SetResumeFrom(const char* path);
  const char* GetResumeFrom();
  ///@}

  ///@{
  /**
   * Cells of a lower density are left out of port 0, or hidden (vtkGhostType) where it is image
   * data. Only shows less: nothing is computed when it changes. Default is 0, which leaves out
   * nothing.
   */
  void SetDensityThreshold(double density);
  vtkGetMacro(DensityThreshold, double);
  ///@}

  ///@{
  /**
   * What ports 0 and 1 are for image data: hexahedra, or with AS_INPUT the image itself with more
   * arrays, which takes less memory. Points and cells have the same numbers. Nothing is computed
   * when it changes. On several ranks they are hexahedra. Values outside of ResultGeometryType mean
   * the nearest. Default is HEXAHEDRA.
   */
  void SetResultGeometry(int geometry);
  vtkGetMacro(ResultGeometry, int);
  ///@}

  ///@{
  /**
   * Compute in the background while others look on, where AllowLive() has been called. Default is
   * false.
   */
  void SetLive(bool live);
  vtkGetMacro(Live, bool);
  vtkBooleanMacro(Live, bool);
  ///@}

  ///@{
  /**
   * What a live run does when the problem changes, one of ChangeType: go on from the present design
   * or restart. Where the new mesh has other cells it restarts anyway. Default is GO_ON.
   */
  vtkSetClampMacro(WhenSomethingChanges, int, GO_ON, RESTART);
  vtkGetMacro(WhenSomethingChanges, int);
  ///@}

  /**
   * To be called by a host that polls GetNeedsUpdate() from the thread of the pipeline.
   */
  void AllowLive();

  /**
   * Live and allowed: updates do not wait.
   */
  bool IsLive();

  ///@{
  /**
   * Takes what is new of a live run, and marks the filter as modified if that changes its outputs.
   * GetNeedsUpdate() then returns true, once.
   */
  void Poll();
  bool GetNeedsUpdate();
  ///@}

  ///@{
  /**
   * What to do with a live run: pause it, in the midst of an iteration too; go on with it, after a
   * stop as well; end its thread and free its memory; complete one iteration and pause.
   */
  void Pause();
  void Resume();
  void Stop();
  void OneStep();
  ///@}

  ///@{
  /**
   * How a run is getting on: one of RunStateType; what it does right now, in a line; iterations
   * until its last; what its model holds on the device, in MiB.
   */
  int GetRunState();
  const char* GetActivity();
  int GetIterationsLeft();
  double GetDeviceMemory();
  ///@}

  /**
   * The convergence history as tuples of iteration, compliance, objective, volume fraction, density
   * change, solver iterations, residual and seconds. Made anew for each call.
   */
  vtkDoubleArray* GetHistory();

  /**
   * Lets the next update go on with a run that was stopped, or try again after an error.
   */
  void Continue();

  ///@{
  /**
   * What came of the last execution: the device's name, the number of the last iteration that is
   * there (-1 if none), its compliance, its output displacement (0 if that is not the objective),
   * the filter's radius in effect, and a sentence on how the run ended.
   */
  const char* GetDeviceUsed();
  int GetIterationsDone();
  double GetCompliance();
  double GetOutputDisplacement();
  double GetFilterRadiusUsed();
  const char* GetStatus();
  ///@}

  /**
   * Designs that have been analysed since this object was made, whatever became of them.
   */
  int GetNumberOfAnalyses();

  ///@{
  /**
   * Ranks the input may be spread over. Default is the global controller.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

  vtkTypeBool ProcessRequest(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

protected:
  vtkTopologyOptimize();
  ~vtkTopologyOptimize() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

private:
  vtkTopologyOptimize(const vtkTopologyOptimize&) = delete;
  void operator=(const vtkTopologyOptimize&) = delete;

  class vtkInternals;

  template <typename T>
  void SetParameter(T& parameter, T value);
  template <typename T>
  void SetDisplay(T& parameter, T value);
  void SetDefaultInputArrays();
  std::string GetInputArrayName(int index);
  vtkMTimeType GetParameterMTime();
  trabecula::TopologyProblem MakeProblem(vtkDataSet* input);
  bool IsBlock();
  bool IsExtraPiece(int port, vtkInformationVector* outputVector);
  bool IsRunHere(vtkDataSet* input);
  void UpdatePlainly(int port, int step, vtkDataSet* input, vtkInformationVector* outputVector);
  bool PrepareRun(vtkDataSet* input);
  void PrepareGeometry(const trabecula::filters::ResultGeometry& geometry);
  bool MayCompute(int port, int step);
  void Compute(int step);
  void ReportError(const std::string& message);
  void WriteOutput(int port, int step, vtkInformationVector* outputVector);
  void KeepOutput(int port, vtkDataObject* output);
  bool ListLiveTimes(vtkInformation* iterations);
  void UpdateLive(int port, double time, vtkDataSet* input, vtkInformationVector* outputVector);
  void StartLive(vtkDataSet* input);
  bool SubmitLive(vtkDataSet* input);
  void WriteLiveOutput(int port, double time, vtkInformationVector* outputVector);
  std::string DescribeLive();

  double YoungsModulus = 1.0;
  double PoissonsRatio = 0.3;
  std::vector<std::string> ForceArrays;
  std::vector<double> LoadCaseWeights;
  int Objective = COMPLIANCE;
  int Optimizer = OPTIMALITY_CRITERIA;
  double VolumeFraction = 0.3;
  int Interpolation = SIMP;
  double Penalization = 3.0;
  double MinimumDensity = 1e-3;
  double MinimumModulusRatio = 1e-9;
  int FilterType = SENSITIVITY_FILTER;
  double FilterRadius = 0.0;
  bool VolumeWeightedFilter = true;
  double MoveLimit = 0.2;
  double Damping = 0.5;
  int MaximumIterations = 50;
  double DensityChangeTolerance = 0.01;
  double SolverTolerance = 1e-5;
  int SolverMaximumIterations = 10000;
  int Strategy = 0;
  int Preconditioner = AUTOMATIC_PRECONDITIONER;
  bool Reproducible = false;
  int Device = AUTOMATIC;
  int Threads = 0;
  int MemoryLimit = 0;
  int CacheSize = 2048;
  std::string CheckpointFile;
  int CheckpointInterval = 10;
  std::string ResumeFrom;
  double DensityThreshold = 0.0;
  int ResultGeometry = HEXAHEDRA;
  bool Live = false;
  int WhenSomethingChanges = GO_ON;

  vtkMultiProcessController* Controller = nullptr;
  /// Of what decides the iterates, as opposed to which of them are shown and how.
  vtkTimeStamp ParameterTime;
  std::unique_ptr<vtkInternals> Internals;
};

#endif
