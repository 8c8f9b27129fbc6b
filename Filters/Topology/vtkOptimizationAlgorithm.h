/**
 * @class   vtkOptimizationAlgorithm
 * @brief   What all filters that optimize share
 *
 * An optimization makes a design in iterations, each a design of its own. Such a filter shows them
 * as time, computes them when they are asked for or in the background, keeps them in a cache, and
 * writes and reads checkpoints. A subclass has the properties of the problem and overrides
 * MakeProblem(), GetConvergenceTolerance() and WriteResults().
 *
 * The input, port 0, is an unstructured grid of VTK_HEXAHEDRON and VTK_VOXEL cells, or image data.
 * One that has time steps is read at its first.
 *
 * Outputs:
 *
 * - port 0, Iterations: iteration k is time k, from 0, the first design, to MaximumIterations. A
 *   time is computed when it is asked for, onward from what is there; without a time it is 0. After
 *   convergence, later times show the last iteration.
 * - port 1, Final design: the last iteration, without time, all of it.
 * - port 2, Convergence: a table with a row for each iteration.
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

#ifndef vtkOptimizationAlgorithm_h
#define vtkOptimizationAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDeviceAlgorithm.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class vtkDataSet;
class vtkDoubleArray;
class vtkStringArray;
class vtkUnstructuredGrid;
namespace trabecula
{
class OptimizationTask;
struct RunProblem;
namespace filters
{
class ResultGeometry;
struct RunInput;
struct RunSetup;
struct ShownIterate;
}
}

class TRABECULAFILTERS_EXPORT vtkOptimizationAlgorithm : public vtkDeviceAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkOptimizationAlgorithm, vtkDeviceAlgorithm);
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
   * Number of the last iteration. A larger number goes on from where the run is. Default is 50.
   */
  vtkSetClampMacro(MaximumIterations, int, 0, VTK_INT_MAX);
  vtkGetMacro(MaximumIterations, int);
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
   * followed there, bit for bit on the same device if that is the processor or the problem asks
   * for reproducible results. On another device it is so up to rounding, which GetStatus() says. A
   * file of another problem and one that is damaged are refused. Iterations before it are computed
   * when they are asked for; the table has all of them. Default is none.
   */
  void SetResumeFrom(const char* path);
  const char* GetResumeFrom();
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
  vtkSetMacro(Live, bool);
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

  ///@{
  /**
   * The convergence history, a tuple for each iterate, whose components have the names of the
   * columns; and a tuple for each column: its name, its role (Iteration, Objective, Change, Seconds
   * or Other) and Integer or Real. Made anew for each call.
   */
  vtkDoubleArray* GetHistory();
  vtkStringArray* GetHistoryColumns();
  ///@}

  /**
   * Lets the next update go on with a run that was stopped, or try again after an error.
   */
  void Continue() override;

  ///@{
  /**
   * What came of the last execution: the device's name, and the number of the last iteration that
   * is there (-1 if none).
   */
  const char* GetDeviceUsed();
  int GetIterationsDone();
  ///@}

  /**
   * Designs that have been analysed since this object was made, whatever became of them.
   */
  int GetNumberOfAnalyses();

  ///@{
  /**
   * The design of port 0 or 1 if it is a grid; null if it is image data, which
   * GetOutputDataObject() has.
   */
  vtkUnstructuredGrid* GetOutput();
  vtkUnstructuredGrid* GetOutput(int port);
  ///@}

  vtkTypeBool ProcessRequest(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

protected:
  vtkOptimizationAlgorithm();
  ~vtkOptimizationAlgorithm() override;

  /**
   * The problem that the properties make of an input, and what WriteResults() needs to know of it.
   * The geometry of results is not its concern.
   *
   * @throws trabecula::Error saying what is wrong
   */
  virtual trabecula::filters::RunSetup MakeProblem(vtkDataSet* input) = 0;

  /// Change of the design below which a run has converged. It can change while a run goes on.
  virtual double GetConvergenceTolerance() = 0;

  /// Puts an iterate on an output: the design on ITERATIONS and FINAL_DESIGN, the history up to it
  /// on CONVERGENCE.
  virtual void WriteResults(
    int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown) = 0;

  /// In a column of the history, of the last iterate; 0 if there is none, or no such column.
  double GetLastValue(const std::string& column);
  /// What the problem of the last iterate was made of; null before the first.
  const trabecula::filters::RunInput* GetRunInput();

  /// Modified() for a property that only shows the same in another way: a stopped run stays so.
  void ModifiedView();

  std::string DescribeSpread(int ranks) override;
  std::string DescribeLackOfMemory() override;
  void ReportError(const std::string& message) override;
  vtkMTimeType GetParameterMTime() override;

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

  trabecula::RunProblem MakeRun(std::unique_ptr<trabecula::OptimizationTask> task);

  // A run that an update waits for.
  bool PrepareRun(vtkInformationVector** inputVector);
  bool MayCompute(int port, int step);
  void ComputeTo(int step);
  void DescribeRun(bool finished, const std::vector<std::string>& messages);
  trabecula::filters::ShownIterate Show(int step);

  // A live run.
  bool ListLiveTimes(vtkInformation* iterations);
  void UpdateLive(vtkInformationVector** inputVector);
  bool SubmitLive(vtkDataSet* input);
  trabecula::filters::ShownIterate ShowLive(int port, double time);
  std::string DescribeLive();

  bool GivesImage(vtkInformationVector** inputVector);
  /// With all that results need, before a run begins. @throws trabecula::Error
  trabecula::filters::ResultGeometry MakeGeometry(vtkDataSet* input);

  void WriteOutput(int port, vtkDataObject* output, const trabecula::filters::ShownIterate& shown);

  int CacheSize = 2048;
  std::string CheckpointFile;
  int CheckpointInterval = 10;
  std::string ResumeFrom;
  int ResultGeometry = HEXAHEDRA;
  bool Live = false;
  int WhenSomethingChanges = GO_ON;

  std::unique_ptr<vtkInternals> Internals;
};

#endif
