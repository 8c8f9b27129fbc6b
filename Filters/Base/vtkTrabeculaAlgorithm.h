/**
 * @class   vtkTrabeculaAlgorithm
 * @brief   Base class of Trabecula's filters
 *
 * A mechanical problem cannot be solved piece by piece, so a filter requests whole inputs and
 * decides here whether it executes:
 *
 * - with several ranks, on the one that has the inputs; inputs distributed over ranks are refused;
 * - with several pieces requested on one rank, for the first, which contains everything;
 * - composite input is refused where the executive would call the filter once for each block;
 * - datasets with cells or arrays that cannot be read, as damaged files have them, are refused by
 *   RequireValidInputs() before anything else reads them.
 *
 * A refusal, and any other error, is reported once: as an error event and in Status. No exception
 * leaves a request. AbortExecute is cleared when an execution starts and when it ends.
 *
 * By default a filter computes only if its inputs or its parameters have changed since the last
 * execution, complete or not, and its outputs show the last complete results, with the field array
 * `OutOfDate` if a later execution ended with an error or was stopped. Where an input is empty and
 * has the field array `Awaited`, as the outputs of a live run before its first iterate, nothing is
 * computed and the outputs have it, too. Empty outputs after an error have the field array
 * `Failed`; filters downstream then have the same ErrorMessage, without an error event of their
 * own. A subclass overrides Prepare(), or Compute() where no part of the computation can do without
 * the pipeline, and passes results to SetResult(); or it overrides Execute() and controls
 * computation and outputs itself.
 *
 * What Prepare() returns continues in a background thread after a second if Background is on, the
 * host of the filter has called AllowBackground(), there is one rank, and the inputs have no time
 * steps, whose results are requested in order. The outputs then show the last complete results
 * with `OutOfDate`, or nothing and have `Awaited`. The host calls Poll() repeatedly; when it
 * returns true, the filter is modified and the next update shows the results.
 *
 * Designs of a live run that goes on, with the field array `InProgress`, come faster than a window
 * can take them up. Of such a design, results are computed in the background at once, whatever
 * Background is, where the host allows it. The design at hand when the results are there is taken
 * up next, after a rest that leaves the larger part of the time to the run. Where there is no
 * background, only what takes a moment is computed before the run rests.
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
}

class TRABECULAFILTERS_EXPORT vtkTrabeculaAlgorithm : public vtkDataObjectAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkTrabeculaAlgorithm, vtkDataObjectAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Lets the next update compute again after a stop or an error.
   */
  virtual void Continue();

  ///@{
  /**
   * Whether a computation of more than a second continues in the background, where the host of the
   * filter allows it. Default is off.
   */
  void SetBackground(bool background);
  vtkGetMacro(Background, bool);
  vtkBooleanMacro(Background, bool);
  ///@}

  /// Allows background computation, for a host that polls.
  void AllowBackground();
  /// Fetches news of a background computation: its progress for Status. When it ends, the filter is
  /// modified.
  void PollBackground();
  enum BackgroundPhase
  {
    NOTHING = 0,
    RUNNING = 1,
    FINISHED = 2, ///< the next update takes the results
    FOLLOWING = 3 ///< as RUNNING, for a design of a live run that goes on
  };
  /// Phase of the background computation as of PollBackground(), one of BackgroundPhase.
  int GetBackgroundPhase();
  /// Asks a background computation to stop.
  void StopBackground();

  /**
   * A sentence that states how the last execution ended, or its error.
   */
  const char* GetStatus();

  /**
   * Why the last execution failed: the text of its error event. Empty if it went well.
   */
  const char* GetErrorMessage();

  ///@{
  /**
   * Controller of the ranks that the input may be distributed over. Default is the global
   * controller.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

  /// Reports exceptions of Answer(); not to be overridden, so that none leaves a request.
  vtkTypeBool ProcessRequest(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) final;

protected:
  vtkTrabeculaAlgorithm();
  ~vtkTrabeculaAlgorithm() override;

  /// Answers any request but the one for times; by default as vtkDataObjectAlgorithm does.
  virtual vtkTypeBool Answer(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);

  /**
   * Called on the rank and for the piece that executes. By default it calls Compute() if anything
   * has changed, and sets the outputs.
   *
   * @throws any exception; it is reported, and AbortExecute is cleared
   */
  virtual void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);

  /// Sets results and Status, on the thread of the pipeline.
  using Publication = std::function<void()>;
  /// Computes, on any thread, without the pipeline and the filter. @return null if stopped
  using Work = std::function<Publication(trabecula::RunObserver& observer)>;

  /**
   * Reads inputs and properties. What is returned must not depend on them afterwards.
   *
   * @throws any exception, as Work and Publication may; it is reported, and the outputs keep the
   * last results
   */
  virtual Work Prepare(vtkInformationVector** inputVector, trabecula::RunObserver& observer);

  /**
   * Computes results from the inputs and sets them and Status, or leaves them unchanged. By default
   * with Prepare().
   *
   * @throws any exception; it is reported, and the outputs keep the last results
   */
  virtual void Compute(vtkInformationVector** inputVector);

  /// Sets the data of an output until the next call. Keeps a reference, no copy.
  void SetResult(int port, vtkDataObject* data);

  ///@{
  /// Messages for refused inputs and for lack of memory: complete sentences with cause and remedy.
  virtual std::string DescribeComposite(const std::string& type);
  virtual std::string DescribeSpread(int ranks);
  virtual std::string DescribeLackOfMemory();
  ///@}

  /// Name of a connection of a port in messages on its data; empty where there is only one.
  virtual std::string GetNameOfInput(int port, int connection);

  /// Sets Status, and invokes the error event unless a filter upstream has done so.
  virtual void ReportError(const std::string& message);
  /// Invokes the warning event and appends to Status; the latter alone while an input is a design
  /// of a live run that goes on.
  void ReportWarning(const std::string& message);
  void SetStatus(const std::string& status);

  /**
   * Refuses inputs whose cells or arrays cannot be read. To be called before anything reads through
   * them: by Execute(), for Compute(), and by classes that override it.
   *
   * @throws trabecula::Error naming the cell or array, or the filter upstream that has failed
   */
  void RequireValidInputs(vtkInformationVector** inputVector);

  /// Runs a part of a request and reports exceptions. @return false after an exception
  bool Try(const std::function<void()>& work);

  /// Name of an input array to process; empty for none.
  std::string GetInputArrayName(int index);

  /// True on one rank, or where other ranks need not be considered.
  bool IsAlone();
  /// True for a piece after the first on one rank.
  bool IsExtraPiece(vtkInformation* request, vtkInformationVector* outputVector);
  /// The output port that a request comes from, -1 if there is none.
  static int GetRequestingPort(vtkInformation* request);

  ///@{
  /// Whether inputs and parameters are those of the last MarkUpToDate(); Invalidate() resets this.
  bool IsUpToDate(vtkInformationVector** inputVector);
  void MarkUpToDate(vtkInformationVector** inputVector);
  void Invalidate();
  ///@}

  /// Time of the last change that affects the results. By default that is any change of the filter.
  virtual vtkMTimeType GetParameterMTime();

  /// When SetParameter() or SetInputArrayToProcess() last changed something: GetParameterMTime() of
  /// filters that have properties for display only.
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
  /// Appends to a list that decides the results; a name that is null or empty is left out. Lists
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

  vtkTimeStamp ParameterTime; ///< of SetParameter()
  vtkMultiProcessController* Controller = nullptr;

private:
  /// Marks empty outputs with the reason, for filters downstream.
  void MarkFailure(vtkInformationVector* outputVector);

  vtkTrabeculaAlgorithm(const vtkTrabeculaAlgorithm&) = delete;
  void operator=(const vtkTrabeculaAlgorithm&) = delete;

  class vtkInternals;
  class vtkBackgroundWork;

  /// Adds to Status which time the results are of, where the input has several.
  void NoteTime(vtkInformationVector** inputVector);
  bool IsExecutedHere(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);
  std::string FindComposite(vtkInformationVector** inputVector);

  bool MayContinueInBackground(vtkInformationVector** inputVector);
  /// Whether nothing but the design of a live run that goes on has changed.
  bool FollowsLiveRun();
  /// Whether the present design of such a run is left out.
  bool IsLeftOut(vtkInformationVector** inputVector);
  void TakeFromBackground(vtkInformationVector** inputVector);
  void Publish(const Publication& publication, const std::vector<std::string>& messages);
  /// GetParameterMTime(), unchanged by PollBackground().
  vtkMTimeType GetTimeOfLastChange();

  std::unique_ptr<vtkInternals> Internals;
  std::shared_ptr<vtkBackgroundWork> InBackground;
  bool Background = false;
  bool BackgroundAllowed = false;
};

#endif
