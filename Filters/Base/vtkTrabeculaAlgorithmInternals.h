/**
 * State of vtkTrabeculaAlgorithm between executions.
 */

#ifndef vtkTrabeculaAlgorithmInternals_h
#define vtkTrabeculaAlgorithmInternals_h

#include "InputStamp.h"
#include "vtkTrabeculaAlgorithm.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"

#include <chrono>
#include <string>
#include <vector>

class vtkTrabeculaAlgorithm::vtkInternals
{
public:
  /// State of the inputs, and a modification time of the filter.
  struct Snapshot
  {
    std::vector<trabecula::filters::InputStamp> inputs;
    vtkMTimeType time = 0;

    bool operator==(const Snapshot& other) const
    {
      return this->time == other.time && this->inputs == other.inputs;
    }
  };

  std::string Status = "Nothing computed yet.";
  std::string ErrorMessage; ///< until there is another status
  /// The error message that filters downstream report.
  std::string Failure;
  /// Failure of a filter upstream, between its discovery and its report.
  std::string FailedInput;
  /// Results of the last complete execution; null for ports that have none.
  std::vector<vtkSmartPointer<vtkDataObject>> Results;
  /// They are of an earlier execution than the last one, which an error or a stop ended.
  bool IsOutOfDate = false;
  /// Whether an input is a design of a live run that has not ended.
  bool InputIsInProgress = false;
  ///@{
  /// When the last computation began and ended, in the background or not.
  std::chrono::steady_clock::time_point Began;
  std::chrono::steady_clock::time_point Ended;
  ///@}
  /// Stamp of the last execution, complete or not. Times of filters are never 0.
  Snapshot Settled;
  /// The last refused input, so that it is reported once for all ports and blocks.
  Snapshot Refused;
  /// Inputs that were found valid, not to be examined again.
  std::vector<trabecula::filters::InputStamp> Valid;
  /// Class of the input if it is composite, else empty.
  std::string CompositeInput;
};

#endif
