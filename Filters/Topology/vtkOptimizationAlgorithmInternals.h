/**
 * State of vtkOptimizationAlgorithm between executions.
 */

#ifndef vtkOptimizationAlgorithmInternals_h
#define vtkOptimizationAlgorithmInternals_h

#include "InputStamp.h"
#include "LiveRun.h"
#include "ShownIterate.h"
#include "vtkOptimizationAlgorithm.h"

#include "Optimization/Verdict/DesignVerdict.h"
#include "Run/SynchronousRun.h"

#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkInformationVector.h"
#include "vtkSmartPointer.h"
#include "vtkStringArray.h"

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

class vtkOptimizationAlgorithm::vtkInternals
{
public:
  trabecula::SynchronousRun Session;
  /// Input data of its problem; null before the first.
  std::shared_ptr<trabecula::filters::RunInput> Input;
  trabecula::filters::ResultGeometry Geometry; ///< of the last problem's input
  std::string Note;                            ///< on what of it was left out
  int SolidLayers = 0;                         ///< in effect for the last input
  bool SolidLayersAreDefault = false;          ///< neither a property nor an input states them
  std::string TimeNote;                        ///< on the time of the last input
  std::string SolidNote;                       ///< on what stays solid in the last problem

  /// Sets TimeNote from the input's port.
  void takeTime(vtkInformationVector* input)
  {
    this->TimeNote = trabecula::filters::describeTime(input->GetInformationObject(0));
    this->TimeNote += this->TimeNote.empty()
      ? ""
      : " An optimization takes the first time; for another one, set it with the filter Force Time "
        "before this one.";
  }

  /// Shown if a new problem fails before its first iterate.
  std::map<int, vtkSmartPointer<vtkDataObject>> LastOutputs;

  /// An error has been reported, and no input or parameter has changed since.
  bool Failed = false;
  /// The synchronous run is computing.
  bool IsComputing = false;
  /// The user stopped the run at this time; it continues after a later change.
  vtkMTimeType StoppedTime = 0;
  int LastStep = -1;

  bool LiveAllowed = false;
  /// The live run while the filter is live; else null.
  std::unique_ptr<trabecula::filters::LiveRun> LiveRun;
  bool NeedsUpdate = false;
  /// The user paused the live run: a further problem waits, too.
  bool IsPaused = false;
  /// Time requested while the run was busy, and whether no other time was requested since: then the
  /// latest iterate is shown.
  double LiveTime = 0.0;
  bool FollowsLatest = true;

  /// History of the live run if there is one, else of the session.
  const std::vector<trabecula::HistoryRow>& rows() const
  {
    return this->LiveRun ? this->LiveRun->report().rows : this->Session.run().rows();
  }
  const trabecula::HistoryColumns& columns() const
  {
    return this->LiveRun ? this->LiveRun->report().columns : this->Session.run().columns();
  }

  /// Notes on the input and what is kept solid, each with a space before it.
  std::string notes() const;
  /// A status: the faults of a design, where the run is, whether it has converged, notes and
  /// remarks.
  /// @param verdict may be null
  std::string withVerdict(const std::string& place, const trabecula::DesignVerdict* verdict) const;
  /// An iterate of the live run, which may be null.
  trabecula::filters::ShownIterate shownOfLiveRun(
    std::shared_ptr<const trabecula::RunIterate> iterate) const;

  /// A design that was judged.
  struct JudgedDesign
  {
    std::shared_ptr<const trabecula::RunIterate> iterate;
    double tolerance = 0.0;
    trabecula::DesignVerdict verdict;
  };
  /// The last ones, as ports show different iterations.
  static constexpr std::size_t MostJudged = 3;
  std::list<JudgedDesign> Judged;
  std::string Verdict; ///< what GetVerdict() returned
  std::string Fault;   ///< what GetDesignFault() returned

  vtkSmartPointer<vtkDoubleArray> History;
  vtkSmartPointer<vtkStringArray> HistoryColumns;
  std::string Text; ///< what GetActivity() returned
  std::vector<std::string> Messages;
};

#endif
