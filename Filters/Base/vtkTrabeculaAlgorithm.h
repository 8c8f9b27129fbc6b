/**
 * @class   vtkTrabeculaAlgorithm
 * @brief   What all filters of Trabecula share
 *
 * A part of a mesh or of an image is another problem, so a filter asks for the whole of its inputs
 * and decides here whether it executes:
 *
 * - of several ranks, on the one that holds the inputs; inputs spread over ranks are refused;
 * - of several pieces that are asked for on one rank, for the first, which has everything;
 * - composite input is refused where the executive would call the filter once for each block.
 *
 * A refusal, and any other error, is reported once: as an error event and in Status. No exception
 * leaves a request. AbortExecute is cleared when an execution starts and when it ends.
 *
 * By default a filter computes only if its inputs or its parameters have changed since the last
 * execution, complete or not, and its outputs show the last complete results. A subclass overrides
 * Compute() and hands the results over by SetResult(); or it overrides Execute() and decides for
 * itself what to compute and to show.
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

class TRABECULAFILTERS_EXPORT vtkTrabeculaAlgorithm : public vtkDataObjectAlgorithm
{
public:
  vtkAbstractTypeMacro(vtkTrabeculaAlgorithm, vtkDataObjectAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Lets the next update compute again after a stop or an error.
   */
  virtual void Continue();

  /**
   * A sentence on how the last execution ended, or on what was wrong.
   */
  const char* GetStatus();

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
  vtkTrabeculaAlgorithm();
  ~vtkTrabeculaAlgorithm() override;

  /**
   * What an execution does on the rank and for the piece that it is meant for. By default it calls
   * Compute() if anything has changed, and shows the results.
   *
   * @throws anything; it is reported, and AbortExecute is cleared
   */
  virtual void Execute(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);

  /**
   * Computes results from the inputs and sets them and Status, or leaves the results as they are.
   *
   * @throws anything; it is reported, and the last results are shown
   */
  virtual void Compute(vtkInformationVector** inputVector);

  /// What an output shows until another result replaces it; the object is kept, not copied.
  void SetResult(int port, vtkDataObject* data);

  ///@{
  /// What messages say if a kind of input is refused or memory runs out: complete sentences with
  /// cause and cure.
  virtual std::string DescribeComposite(const std::string& type);
  virtual std::string DescribeSpread(int ranks);
  virtual std::string DescribeLackOfMemory();
  ///@}

  /// The error event, and the text of Status.
  virtual void ReportError(const std::string& message);
  /// The warning event; the text is appended to Status.
  void ReportWarning(const std::string& message);
  void SetStatus(const std::string& status);

  /// Runs a part of a request and reports what it throws. @return false if it has thrown
  bool Try(const std::function<void()>& work);

  /// Name of an input array to process; empty for none.
  std::string GetInputArrayName(int index);

  /// One rank, or one that need not know of others.
  bool IsAlone();
  /// A piece after the first where one rank has everything.
  bool IsExtraPiece(vtkInformation* request, vtkInformationVector* outputVector);
  /// The output port that a request comes from, -1 if it comes from none.
  static int GetRequestingPort(vtkInformation* request);

  ///@{
  /// Whether inputs and parameters are those of the last Settle(); Unsettle() forgets them.
  bool IsSettled(vtkInformationVector** inputVector);
  void Settle(vtkInformationVector** inputVector);
  void Unsettle();
  ///@}

  /// When what decides the results was last changed. By default that is any change of the filter.
  virtual vtkMTimeType GetParameterMTime();

  /// When SetParameter() or SetInputArrayToProcess() last changed something: GetParameterMTime() of
  /// filters that have properties for display only.
  vtkMTimeType GetMTimeOfParametersAndArrays();

  /// Sets a property that decides the results, as opposed to which of them are shown and how.
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

  /// Port 0 takes an unstructured grid or image data.
  int FillInputPortInformation(int port, vtkInformation* info) override;
  /// The last pass that sees composite input as a whole.
  virtual int RequestUpdateTime(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);
  int RequestUpdateExtent(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;
  int RequestData(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector) override;

  vtkTimeStamp ParameterTime; ///< of SetParameter()
  vtkMultiProcessController* Controller = nullptr;

private:
  vtkTrabeculaAlgorithm(const vtkTrabeculaAlgorithm&) = delete;
  void operator=(const vtkTrabeculaAlgorithm&) = delete;

  class vtkInternals;

  bool IsExecutedHere(vtkInformation* request, vtkInformationVector** inputVector,
    vtkInformationVector* outputVector);
  std::string FindComposite(vtkInformationVector** inputVector);

  std::unique_ptr<vtkInternals> Internals;
};

#endif
