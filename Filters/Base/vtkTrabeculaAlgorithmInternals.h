/**
 * State of vtkTrabeculaAlgorithm between executions.
 */

#ifndef vtkTrabeculaAlgorithmInternals_h
#define vtkTrabeculaAlgorithmInternals_h

#include "InputStamp.h"
#include "RankInputs.h"
#include "RankOutputs.h"
#include "UnitSystem.h"
#include "vtkTrabeculaAlgorithm.h"

#include "vtkDataObject.h"
#include "vtkSmartPointer.h"

#include <chrono>
#include <string>
#include <vector>

class vtkTrabeculaAlgorithm::vtkInternals
{
public:
  /// Stamps of the inputs, and a modification time of the filter.
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
  std::string ErrorMessage; ///< valid until the next status
  /// The error message that filters downstream report.
  std::string Failure;
  /// Failure of a filter upstream, between its discovery and its report.
  std::string FailedInput;
  /// Results of the last complete execution; null for ports that have none.
  std::vector<vtkSmartPointer<vtkDataObject>> Results;
  /// Whether the results belong to an execution before the last one, which ended with an error or
  /// was stopped.
  bool IsOutOfDate = false;
  /// Whether an input is a design of a live run in progress.
  bool InputIsInProgress = false;
  ///@{
  /// When the last computation began and ended, in the background or not.
  std::chrono::steady_clock::time_point Began;
  std::chrono::steady_clock::time_point Ended;
  ///@}
  /// Snapshot of the last execution, complete or not. Modification times are never 0.
  Snapshot Settled;
  /// Snapshot of the last refused input, so that it is reported once for all ports and blocks.
  Snapshot Refused;
  /// Stamps of inputs that were found valid and need not be checked again.
  std::vector<trabecula::filters::InputStamp> Valid;
  /// Units that the inputs state.
  trabecula::filters::UnitSystem InputUnits = trabecula::filters::UnitSystem::Consistent;
  /// Why units of the inputs do not agree with each other or with the filter's; empty if they do.
  std::string UnitConflict;
  /// Class of the input if it is composite, else empty.
  std::string CompositeInput;
  /// See SetReasonForOneRank().
  std::string ReasonForOneRank;
  ///@{
  /// With several ranks: what they have brought together, and how results are divided again.
  trabecula::filters::RankInputs FromRanks;
  trabecula::filters::RankOutputs ToRanks;
  ///@}
};

#endif
