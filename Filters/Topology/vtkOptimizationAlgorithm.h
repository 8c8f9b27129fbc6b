/**
 * @class   vtkOptimizationAlgorithm
 * @brief   Base class of optimization filters
 *
 * Provides the iterations of an optimization as time steps, computes them on request or in the
 * background, caches them, and writes and reads checkpoints. A subclass has the properties of the
 * problem and overrides MakeProblem(), GetConvergenceTolerance() and WriteResults().
 *
 * The input, port 0, is an unstructured grid of tetrahedra and hexahedra of 4, 10, 8 and 20 nodes,
 * also mixed where faces match, and of voxels, or image data. Points, lines and surface cells are
 * left out. An input with time steps is read at the first one. A subclass can have further input
 * ports; see TakeInputs().
 *
 * Outputs:
 *
 * - port 0, Iterations: iteration k is time k, from 0, the initial design, to MaximumIterations. A
 *   requested time is computed from the last available iterate; without a time it is 0. After
 *   convergence, later times show the last iteration.
 * - port 1, Final design: the last iteration, all cells, without time steps.
 * - port 2, Convergence: a table with a row for each iteration.
 *
 * A subclass can have further output ports, either with the times of port 0 or without times.
 *
 * Setting AbortExecute while the filter runs stops it at the last complete iteration, which the
 * outputs then show; any later change, another time on port 0, or Continue() continues from there.
 * After an error the outputs show the last valid result.
 *
 * With Live, if the host has called AllowLive(), an update does not wait: the run continues in a
 * background thread, and the outputs show the latest iteration. The host polls GetNeedsUpdate().
 * Port 0 has no time steps while the run proceeds; once it is paused, finished or stopped, they are
 * the available iterations. Without such a host, Live has no effect. With several ranks that
 * compute together, the run proceeds in Advance(); the host calls this and all commands on all
 * ranks.
 */

#ifndef vtkOptimizationAlgorithm_h
#define vtkOptimizationAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkMaterialAlgorithm.h"

#include <functional> // for std::function
#include <memory>     // for std::unique_ptr
#include <string>     // for std::string
#include <vector>     // for std::vector

class vtkDataSet;
class vtkDoubleArray;
class vtkStringArray;
class vtkUnstructuredGrid;
namespace trabecula
{
class OptimizationTask;
struct DesignVerdict;
struct RunIterate;
struct RunProblem;
namespace filters
{
class ResultGeometry;
struct RunInput;
struct RunSetup;
struct ShownIterate;
}
}

class TRABECULAFILTERS_EXPORT vtkOptimizationAlgorithm : public vtkMaterialAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkOptimizationAlgorithm, vtkMaterialAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum OutputPorts
  {
    ITERATIONS = 0,
    FINAL_DESIGN = 1,
    CONVERGENCE = 2
  };

  enum ChangeType
  {
    GO_ON = 0,
    RESTART = 1
  };

  enum SolidLayersType
  {
    AUTOMATIC_LAYERS = -1,
    NO_LAYERS = 0
  };

  /// Each iteration is a time step, and the pipeline lists all of them.
  enum IterationLimit
  {
    MOST_ITERATIONS = 100000
  };

  /// Values of trabecula::BackgroundState.
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
  /// Number of the last iteration, from 0 to MOST_ITERATIONS. Increasing it continues the run.
  /// Default is 50.
  void SetMaximumIterations(int iterations);
  vtkGetMacro(MaximumIterations, int);
  ///@}

  ///@{
  /**
   * Layers of cells around loaded and held points that remain solid, one of SolidLayersType or a
   * number of layers; void cells remain void. Loaded points have forces, springs, output weights or
   * prescribed displacements; held points have all components held, unlike symmetry planes. A load
   * case on all points is ignored. Default is AUTOMATIC_LAYERS: field data `SolidLayers`, or else a
   * distance that depends on the body only (see trabecula::Neighbourhood), at least one layer, if
   * that is at most half of the allowed volume. Values below AUTOMATIC_LAYERS mean NO_LAYERS.
   */
  void SetSolidLayers(int layers);
  vtkGetMacro(SolidLayers, int);
  ///@}

  ///@{
  /// Memory for cached iterations, in MiB. Iterations that do not fit are computed again on
  /// request. Default is 2048.
  vtkSetClampMacro(CacheSize, int, 0, VTK_INT_MAX);
  vtkGetMacro(CacheSize, int);
  ///@}

  ///@{
  /**
   * File to which the run is written every CheckpointInterval iterations, when it is stopped and
   * when it ends. A file of the same problem with a later iteration is kept until the run has
   * passed that iteration, and a file that is not a checkpoint is never replaced. Default is none.
   */
  void SetCheckpointFile(const char* path);
  const char* GetCheckpointFile();
  ///@}

  ///@{
  /// Number of iterations between checkpoints, at least 1. Default is 10.
  void SetCheckpointInterval(int iterations);
  vtkGetMacro(CheckpointInterval, int);
  ///@}

  ///@{
  /**
   * Checkpoint from which a run starts instead of the first iteration. The following iterates are
   * those of the original run: bitwise on the same processor, or on a GPU if results are
   * reproducible, and otherwise up to rounding, which GetStatus() states. A file of another problem
   * and a damaged file are refused. Earlier iterations are computed on request. Default is none.
   */
  void SetResumeFrom(const char* path);
  const char* GetResumeFrom();
  ///@}
  ///@{
  /// Whether the run computes in the background, if AllowLive() has been called. Default is false.
  vtkSetMacro(Live, bool);
  vtkGetMacro(Live, bool);
  vtkBooleanMacro(Live, bool);
  ///@}

  ///@{
  /**
   * What a live run does after a change of the problem, one of ChangeType: continue from the
   * present design or restart. It always restarts if the new mesh has other cells. Default is
   * GO_ON.
   */
  vtkSetClampMacro(WhenSomethingChanges, int, GO_ON, RESTART);
  vtkGetMacro(WhenSomethingChanges, int);
  ///@}

  /// To be called by a host that polls GetNeedsUpdate() from the thread of the pipeline.
  void AllowLive();
  /// A live run is withheld while its properties are not applied: updates show what there is.
  void Withhold();
  void Release();
  /// Whether Live is set and allowed: updates do not wait.
  bool IsLive();

  ///@{
  /**
   * Updates the state of a live run, and marks the filter as modified if its outputs change.
   * GetNeedsUpdate() polls, too, on one rank, and then returns true once.
   */
  void Poll();
  bool GetNeedsUpdate();
  ///@}

  ///@{
  /**
   * Computes a slice of a live run of several ranks, of about a second or one iteration, and polls.
   * If the run needs it, GetSliceSeconds() returns what a slice is expected to take, otherwise 0.
   */
  void Advance();
  double GetSliceSeconds();
  ///@}

  ///@{
  /**
   * Control a live run: pause it, also within an iteration unless it is in slices; continue it,
   * also after a stop; end the thread and free the memory; complete one iteration and pause.
   */
  void Pause();
  void Resume();
  void Stop();
  void OneStep();
  ///@}

  ///@{
  /**
   * Get the state of a run: one of RunStateType; a line on the current activity; the number of
   * remaining iterations; the device memory of its model, in MiB.
   */
  int GetRunState();
  const char* GetActivity();
  int GetIterationsLeft();
  double GetDeviceMemory();
  ///@}

  ///@{
  /**
   * Get the history, a tuple for each iterate with components named after the columns; and for each
   * column its name, role (Iteration, Objective, Change, Seconds or Other), and Integer or Real.
   */
  vtkDoubleArray* GetHistory();
  vtkStringArray* GetHistoryColumns();
  ///@}

  /// Lets the next update continue a stopped run, or retry after an error.
  void Continue() override;

  ///@{
  /**
   * Results of the last execution: the device's name, and the number of the last available
   * iteration (-1 if none).
   */
  const char* GetDeviceUsed();
  int GetIterationsDone();
  ///@}

  ///@{
  /**
   * Get the verdict on the last available design, see trabecula::DesignVerdict, and the faults of
   * the design, empty if it is sound. Both are empty before the first design and while a live run
   * proceeds. Outputs have both as the field data `Verdict` and `DesignFault`.
   */
  const char* GetVerdict();
  const char* GetDesignFault();
  ///@}

  /**
   * Number of designs analysed since construction, including discarded ones.
   */
  int GetNumberOfAnalyses();

  ///@{
  /**
   * Get the design on port 0 or 1 if it is a grid; null if it is image data, see
   * GetOutputDataObject().
   */
  vtkUnstructuredGrid* GetOutput();
  vtkUnstructuredGrid* GetOutput(int port);
  ///@}

protected:
  vtkOptimizationAlgorithm();
  ~vtkOptimizationAlgorithm() override;

  /// Called before MakeProblem() if inputs or properties have changed. A subclass stores what it
  /// needs from further ports, and refuses inputs that MakeProblem() does not receive.
  /// @throws trabecula::Error stating what is wrong
  virtual void TakeInputs(vtkInformationVector** inputVector);

  /// Returns the problem defined by the properties and an input, and the input data for
  /// WriteResults() with the geometry of results: that of the input, if KeepsMesh().
  /// @throws trabecula::Error stating what is wrong
  virtual trabecula::filters::RunSetup MakeProblem(
    const trabecula::filters::ResultGeometry& input) = 0;

  /// Returns the name, for messages, of the entity that has a design variable: "cell" by default.
  virtual const char* GetDesignEntity();

  /// Returns the fraction of the volume that the material may occupy; 1 by default.
  virtual double GetVolumeToDesign();

  /// Whether the problem has the mesh of the input.
  virtual bool KeepsMesh() { return true; }

  /// Whether ports 0 and 1 are image data if the input is, provided that KeepsMesh(). May change
  /// between executions.
  virtual bool KeepsImages() { return false; }

  /// Returns the geometry for results, before a run begins. @throws trabecula::Error
  virtual trabecula::filters::ResultGeometry MakeGeometry(vtkDataSet* input);

  /// Whether a port shows the iteration of a requested time; the others show the last one.
  virtual bool HasTimes(int port);

  /// Returns the change of the design below which a run has converged. May change during a run.
  virtual double GetConvergenceTolerance() = 0;

  /// Writes an iterate to an output: the design to ITERATIONS and FINAL_DESIGN, the history up to
  /// the iterate to CONVERGENCE, and data of the subclass to further ports.
  virtual void WriteResults(
    int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown) = 0;

  /// Judges a design. @return false if the subclass does not provide verdicts
  virtual bool Judge(
    const trabecula::filters::ShownIterate& shown, trabecula::DesignVerdict& verdict);

  /// Returns the value of the last iterate in a column of the history; 0 if there is no iterate or
  /// no such column.
  double GetLastValue(const std::string& column);
  /// Returns the input data of the problem of the last iterate; null before the first.
  const trabecula::filters::RunInput* GetRunInput();

  /// Calls Modified() for a property that affects only the display: a stopped run is not continued.
  void ModifiedView() override;

  std::string DescribeLackOfMemory() override;
  void ReportError(const std::string& message) override;
  vtkMTimeType GetParameterMTime() override;

  vtkTypeBool Answer(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int FillOutputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestUpdateTime(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

  int MaximumIterations = 50;

private:
  vtkOptimizationAlgorithm(const vtkOptimizationAlgorithm&) = delete;
  void operator=(const vtkOptimizationAlgorithm&) = delete;

  class vtkInternals;

  trabecula::filters::RunSetup MakeRunSetup(vtkDataSet* input);
  /// Calls Try(); errors get a note if cells of the input were left out.
  bool TryWithNote(const std::function<void()>& work);
  trabecula::RunProblem MakeRun(std::unique_ptr<trabecula::OptimizationTask> task);
  // Methods of a synchronous run, for which an update waits.
  bool PrepareRun(vtkInformationVector** inputVector);
  bool MayCompute(int port, int step);
  /// Whether a request from one port also serves another port: both must have no time steps.
  bool IsServed(int port, int requested);
  /// Returns the iteration that a port shows.
  int GetStep(int port, vtkInformationVector* outputVector);
  void ComputeTo(int step);
  void DescribeRun(bool finished, const std::vector<std::string>& messages);
  trabecula::filters::ShownIterate Show(int step);
  // Methods of a live run.
  bool ListLiveTimes(vtkInformation* iterations);
  void UpdateLive(vtkInformationVector** inputVector);
  bool SubmitLive(vtkDataSet* input);
  void ShareLive(bool isNew);
  trabecula::filters::ShownIterate ShowLive(int port, double time);
  /// Returns MaximumIterations, or its previous value if it is negative, which is refused.
  int GetLastIteration() const;

  bool GivesImage(vtkInformationVector** inputVector);
  void ReadSolidLayers(vtkDataSet* input);
  /// Marks an output as a result of the last complete run, or as awaited.
  void MarkOutput(vtkDataObject* output);
  void WriteOutput(int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown);
  /// Returns the verdict on a design, which is cached; null while a live run proceeds.
  const trabecula::DesignVerdict* GetVerdictOn(const trabecula::filters::ShownIterate& shown);
  /// Returns the verdict on the last available design; null while that is being computed.
  const trabecula::DesignVerdict* GetLastVerdict();
  /// Returns the last available design of a synchronous or a live run.
  trabecula::filters::ShownIterate ShowLast();

  int LastAllowed = 50; ///< MaximumIterations before it became negative
  int SolidLayers = AUTOMATIC_LAYERS;
  int CacheSize = 2048;
  std::string CheckpointFile;
  int CheckpointInterval = 10;
  std::string ResumeFrom;
  bool Live = false;
  int WhenSomethingChanges = GO_ON;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
