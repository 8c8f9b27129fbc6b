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
  /// Inputs, and a time of the filter.
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
  /// The same for filters downstream.
  std::string Failure;
  /// Failure of a filter upstream, between its discovery and its report.
  std::string FailedInput;
  /// Of the last complete execution; null where there is none.
  std::vector<vtkSmartPointer<vtkDataObject>> Results;
  /// They are of an earlier execution than the last one, which an error or a stop ended.
  bool IsOutOfDate = false;
  /// An input is a design of a live run that goes on.
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
