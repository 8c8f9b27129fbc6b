/**
 * @class   vtkTrabeculaAlgorithm
 * @brief   Base class of Trabecula's filters
 *
 * A mechanical problem cannot be solved piece by piece. Therefore a filter requests whole inputs
 * and decides in this class whether it executes:
 *
 * - with several ranks, it executes on rank 0, where the pieces of all inputs are gathered, or, if
 *   ComputesOnAllRanks(), on all ranks, of which each is given them; results are those of rank 0.
 *   Outputs that have the cells of the first input are divided as the input is; images are divided
 *   into blocks, and other outputs are empty on all ranks but the first. All ranks take part in
 * each execution and have the same Status and ErrorMessage; the error event is invoked on rank 0;
 * - with several pieces requested on one rank, it executes for the first piece, which contains
 *   everything;
 * - composite input is refused if the executive would call the filter once for each block;
 * - datasets whose cells or arrays cannot be read, for example from damaged files, are refused by
 *   RequireValidInputs() before anything else reads them.
 *
 * A refusal, like any other error, is reported once, as an error event and in Status. No exception
 * leaves a request. AbortExecute is cleared when an execution starts and when it ends.
 *
 * By default a filter computes only if its inputs or parameters have changed since the last
 * execution, complete or not. Its outputs show the last complete results; they have the field array
 * `OutOfDate` if a later execution ended with an error or was stopped. If an input is empty and has
 * the field array `Awaited`, as the outputs of a live run before its first iterate have, nothing is
 * computed and the outputs have this array, too. Empty outputs after an error have the field array
 * `Failed`; filters downstream then have the same ErrorMessage and invoke no error event of their
 * own. A subclass overrides Prepare(), or Compute() if the whole computation needs the pipeline,
 * and passes results to SetResult(); or it overrides Execute() and controls computation and outputs
 * itself.
 *
 * The work that Prepare() returns continues in a background thread after one second if Background
 * is on, the host of the filter has called AllowBackground(), there is one rank, and the inputs
 * have no time steps, whose results are requested in order. The outputs then show the last complete
 * results with `OutOfDate`, or are empty with `Awaited`. The host calls PollBackground()
 * repeatedly; when the computation ends, the filter is modified and the next update shows the
 * results.
 *
 * A live run in progress, whose designs have the field array `InProgress`, can produce designs
 * faster than a window can show them. Results of such a design are computed in the background
 * immediately, regardless of Background, if the host allows it. When they are complete, the current
 * design is taken next, after a pause that leaves most of the time to the run. Without a
 * background, only short computations are done before the run pauses.
 *
 * Units say what numbers mean and convert none. They are passed on: outputs have the field array
 * `Units`, a string, and the column Unit of tables has units instead of dimensions.
 */

#ifndef vtkTrabeculaAlgorithm_h
#define vtkTrabeculaAlgorithm_h

#include "TrabeculaFiltersModule.h" // for the export macro
#include "vtkDataObjectAlgorithm.h"
#include "vtkTimeStamp.h" // for vtkTimeStamp

#include <functional> // for std::function
#include <memory>     // for std::unique_ptr
#include <string>     // for std::string
#include <utility>    // for std::move
#include <vector>     // for std::vector

class vtkMultiProcessController;

namespace trabecula
{
class RunObserver;
namespace filters
{
enum class UnitSystem;
}
}

class TRABECULAFILTERS_EXPORT vtkTrabeculaAlgorithm : public vtkDataObjectAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkTrabeculaAlgorithm, vtkDataObjectAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Makes the next update compute again after a stop or an error.
   */
  virtual void Continue();

  ///@{
  /**
   * Whether a computation that takes more than a second continues in the background, if the host of
   * the filter allows it. Default is off.
   */
  void SetBackground(bool background);
  vtkGetMacro(Background, bool);
  vtkBooleanMacro(Background, bool);
  ///@}

  ///@{
  /**
   * Units of all numbers, a value of trabecula::filters::UnitSystem: 0 for those of the inputs, or
   * any consistent units if these state none; 1 for mm, N, MPa, t; 2 for m, N, Pa, kg; 3 for in,
   * lbf, psi. Inputs in other units are refused, also those whose field array `LengthUnit` is
   * another unit of length. Default is 0.
   */
  void SetUnits(int units);
  vtkGetMacro(Units, int);
  ///@}

  /// Allows background computation. To be called by a host that polls.
  void AllowBackground();
  /// Updates Status with the progress of a background computation. When the computation ends, the
  /// filter is modified.
  void PollBackground();
  enum BackgroundPhase
  {
    NOTHING = 0,
    RUNNING = 1,
    FINISHED = 2, ///< results are available to the next update
    FOLLOWING = 3 ///< RUNNING, for a design of a live run in progress
  };
  /// Returns the phase of the background computation at the last PollBackground(), one of
  /// BackgroundPhase.
  int GetBackgroundPhase();
  /// Requests that the background computation stop.
  void StopBackground();

  /**
   * A sentence on how the last execution ended, or its error.
   */
  const char* GetStatus();

  /**
   * The text of the error event of the last execution; empty if it succeeded.
   */
  const char* GetErrorMessage();

  ///@{
  /**
   * Controller of the ranks over which the input is distributed. Default is the global controller.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

  /// Reports exceptions of Answer(). Must not be overridden, so that no exception leaves a request.
  vtkTypeBool ProcessRequest(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) final;

protected:
  vtkTrabeculaAlgorithm();
  ~vtkTrabeculaAlgorithm() override;

  /// Handles any request except that for times; calls vtkDataObjectAlgorithm by default.
  virtual vtkTypeBool Answer(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);

  /**
   * Called on rank 0 and for the piece that executes. The default calls Compute() if anything has
   * changed, and sets the outputs.
   *
   * @throws any exception; it is reported, and AbortExecute is cleared
   */
  virtual void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);

  /// Sets results and Status. Called on the thread of the pipeline.
  using Publication = std::function<void()>;
  /// Computes on any thread, without access to the pipeline and the filter. @return null if stopped
  using Work = std::function<Publication(trabecula::RunObserver& observer)>;

  /**
   * Reads inputs and properties. The work that is returned must not access them later.
   *
   * @throws any exception, as Work and Publication may; it is reported, and the outputs keep the
   * last results
   */
  virtual Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer);

  /**
   * Computes results from the inputs and sets results and Status, or leaves them unchanged. The
   * default uses Prepare().
   *
   * @throws any exception; it is reported, and the outputs keep the last results
   */
  virtual void Compute(vtkInformationVector** inputVector);

  /// Sets the data of an output until the next call. Keeps a reference; the data are not copied.
  void SetResult(int port, vtkDataObject* data);

  ///@{
  /// Return messages for refused inputs and for lack of memory: complete sentences with cause and
  /// remedy.
  virtual std::string DescribeComposite(const std::string& type);
  virtual std::string DescribeLackOfMemory();
  ///@}

  /// Returns whether all ranks compute together: each executes with the whole inputs, and the
  /// results are those of rank 0. By default rank 0 computes alone.
  virtual bool ComputesOnAllRanks() { return false; }

  /// Returns true if there are several ranks, and ComputesOnAllRanks().
  bool IsOneOfSeveralRanks();
  /// Returns what rank 0 decides, on all ranks if IsOneOfSeveralRanks(); they call it at the same
  /// time.
  bool DecideOnFirstRank(bool decision);
  /// Runs work of each rank that does not wait for others. If it fails on one, it throws on all.
  /// @throws trabecula::Error
  void RunOnAllRanks(const std::function<void()>& work);
  /// Sets why rank 0 of several computes alone, a sentence for Status; empty if ranks compute
  /// together, or if a filter does so little that its Status need not say it.
  void SetReasonForOneRank(const std::string& reason);

  /// Adds to Status on which ranks it was computed.
  void NoteRanks();

  /// Returns the name of a connection of a port for messages on its data; empty if there is only
  /// one.
  virtual std::string GetNameOfInput(int port, int connection);

  /// Sets Status, and invokes the error event unless a filter upstream has done so.
  virtual void ReportError(const std::string& message);
  /// Invokes the warning event and appends the message to Status. While an input is a design of a
  /// live run in progress, only Status is changed.
  void ReportWarning(const std::string& message);
  void SetStatus(const std::string& status);

  /**
   * Refuses inputs whose cells or arrays cannot be read. Must be called before the inputs are read
   * otherwise: by Execute() before Compute(), and by subclasses that override Execute().
   *
   * @throws trabecula::Error with the name of the cell, the array, or the filter upstream that has
   * failed
   */
  void RequireValidInputs(vtkInformationVector** inputVector);

  /// Runs a part of a request and reports exceptions. @return false after an exception
  bool Try(const std::function<void()>& work);

  /// Returns the name of an input array to process; empty if there is none.
  std::string GetInputArrayName(int index);

  /// Returns Units, or those of the last inputs.
  trabecula::filters::UnitSystem GetUnitsInUse();
  /// Returns whether results depend on the units, which is not so if these only name them.
  virtual bool DependsOnUnits() { return false; }
  /// Called after a change that affects only how results are displayed.
  virtual void ModifiedView() { this->Modified(); }

  /// Returns true with one rank, or if other ranks need not be considered.
  bool IsAlone();
  /// Returns true on the rank that has the results and reports errors.
  bool IsFirstRank();
  /// Requests the part of this rank without ghosts, which is the whole on one rank.
  void RequestOwnPiece(vtkInformation* info);
  /**
   * With several ranks: gathers the inputs on rank 0, unless they are unchanged. Called by all
   * ranks. Errors in the inputs are thrown by RequireValidInputs().
   *
   * @return on rank 0, and on ranks that compute with it, the inputs with all pieces; null on
   * others
   */
  vtkInformationVector** GatherInputs(vtkInformationVector** inputVector);
  /// Returns true for pieces after the first on one rank.
  bool IsExtraPiece(vtkInformation* request, vtkInformationVector* outputVector);
  /// Returns the output port that a request comes from; -1 if there is none.
  static int GetRequestingPort(vtkInformation* request);

  ///@{
  /// Whether inputs and parameters are unchanged since the last MarkUpToDate(); Invalidate() resets
  /// this.
  bool IsUpToDate(vtkInformationVector** inputVector);
  void MarkUpToDate(vtkInformationVector** inputVector);
  void Invalidate();
  ///@}

  /// Returns the time of the last change that affects the results. By default every change of the
  /// filter does.
  virtual vtkMTimeType GetParameterMTime();

  /// Returns the time of the last change by SetParameter() or SetInputArrayToProcess(). It is
  /// GetParameterMTime() of filters with properties that affect only the display.
  vtkMTimeType GetMTimeOfParametersAndArrays();

  /// Sets a property that affects the results, not only their display.
  template <typename T>
  void SetParameter(T& parameter, T value)
  {
    if (parameter != value)
    {
      parameter = value;
      this->ParameterTime.Modified();
      this->Modified();
    }
  }

  ///@{
  /// Appends an entry to a list that affects the results; null or empty names are ignored. Lists
  /// are cleared by SetParameter().
  template <typename T>
  void AddToParameter(std::vector<T>& parameter, T value)
  {
    parameter.push_back(std::move(value));
    this->ParameterTime.Modified();
    this->Modified();
  }
  void AddNameToParameter(std::vector<std::string>& parameter, const char* name)
  {
    if (name && *name)
    {
      this->AddToParameter(parameter, std::string(name));
    }
  }
  ///@}

  /// Port 0 accepts an unstructured grid or image data.
  int FillInputPortInformation(int port, vtkInformation* info) override;
  /// Called in the last pass in which composite input is not yet split into blocks.
  virtual int RequestUpdateTime(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

  vtkTimeStamp ParameterTime; ///< time of the last SetParameter()
  vtkMultiProcessController* Controller = nullptr;

private:
  /// Marks empty outputs with the reason of the failure, for filters downstream.
  void MarkFailure(vtkInformationVector* outputVector);

  vtkTrabeculaAlgorithm(const vtkTrabeculaAlgorithm&) = delete;
  void operator=(const vtkTrabeculaAlgorithm&) = delete;

  class vtkInternals;
  class vtkBackgroundWork;

  ///@{
  /// Finds the units of the inputs, and states them in the outputs.
  void TakeUnits(vtkInformationVector** inputVector);
  void MarkUnits(vtkInformationVector* outputVector);
  ///@}

  /// Adds to Status which time step the results belong to, if the input has several.
  void NoteTime(vtkInformationVector** inputVector);
  bool IsExecutedHere(vtkInformation* request, vtkInformationVector* outputVector);
  /// Marks outputs of an input that has no data yet.
  void AwaitInput(const std::string& awaited, vtkInformationVector* outputVector);
  ///@{
  /// With several ranks: executes on rank 0 or on all, distributes outputs and what is told of the
  /// execution.
  void RequestDataOfRanks(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);
  void ShareStatus();
  ///@}
  /// Whether the values of a point array must be the same on all ranks that have the point.
  bool MustAgree(const std::string& array);
  std::string FindComposite(vtkInformationVector** inputVector);

  bool MayContinueInBackground(vtkInformationVector** inputVector);
  /// Whether nothing has changed except the design of a live run in progress.
  bool FollowsLiveRun();
  /// Whether the present design of such a run is skipped.
  bool IsLeftOut(vtkInformationVector** inputVector);
  void TakeFromBackground(vtkInformationVector** inputVector);
  void Publish(const Publication& publication, const std::vector<std::string>& messages);
  /// Returns GetParameterMTime(), excluding changes by PollBackground().
  vtkMTimeType GetTimeOfLastChange();

  std::unique_ptr<vtkInternals> Internals;
  std::shared_ptr<vtkBackgroundWork> InBackground;
  bool Background = false;
  bool BackgroundAllowed = false;
  int Units = 0;
};

#endif
