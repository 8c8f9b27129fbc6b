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
  /// Input data of the problem; null before the first.
  std::shared_ptr<trabecula::filters::RunInput> Input;
  trabecula::filters::ResultGeometry Geometry; ///< of the last problem's input
  std::string Note;                            ///< on the parts of this input that were left out
  int SolidLayers = 0;                         ///< value in effect for the last input
  bool SolidLayersAreDefault = false; ///< whether neither a property nor an input sets the layers
  std::string TimeNote;               ///< on the time of the last input
  std::string SolidNote;              ///< on the cells that remain solid in the last problem

  /// Sets TimeNote from the input port.
  void takeTime(vtkInformationVector* input)
  {
    this->TimeNote = trabecula::filters::describeTime(input->GetInformationObject(0));
    this->TimeNote += this->TimeNote.empty()
      ? ""
      : " An optimization takes the first time; for another one, set it with the filter Force Time "
        "before this one.";
  }

  /// Outputs that are shown if a new problem fails before its first iterate.
  std::map<int, vtkSmartPointer<vtkDataObject>> LastOutputs;

  /// Whether an error has been reported and no input or parameter has changed since.
  bool Failed = false;
  /// Whether rank 0 computes the problem alone although ranks could compute together.
  bool IsByOneRank = false;
  /// Whether the synchronous run is computing.
  bool IsComputing = false;
  /// The modification time at which the user stopped the run; a later change continues it.
  vtkMTimeType StoppedTime = 0;
  int LastStep = -1;

  bool LiveAllowed = false;
  bool IsWithheld = false;
  /// The live run while the filter is live; else null.
  std::unique_ptr<trabecula::filters::LiveRun> LiveRun;
  bool NeedsUpdate = false;
  /// With several ranks: the time steps of the live run, which are the same on all.
  std::vector<double> LiveTimes;
  /// Whether the user has paused the live run; a new problem then waits as well.
  bool IsPaused = false;
  /// The time that was requested while the run was busy. If no other time has been requested since,
  /// the latest iterate is shown.
  double LiveTime = 0.0;
  bool FollowsLatest = true;

  /// Decides which ranks compute a valid problem. @return whether this one does
  bool takesPart(vtkOptimizationAlgorithm& filter, const trabecula::OptimizationTask& task);
  /// Lets ranks that compute together do so.
  /// @param present device of the run @param held bytes that the run will release there
  void joinRanks(vtkOptimizationAlgorithm& filter, trabecula::RunProblem& problem,
    const trabecula::Device& present, std::size_t held) const;
  void startLiveRun(vtkOptimizationAlgorithm& filter);
  void setUpLiveRun(vtkOptimizationAlgorithm& filter) const;

  /// Returns the history of the live run if there is one, else that of the session.
  const std::vector<trabecula::HistoryRow>& rows() const
  {
    return this->LiveRun ? this->LiveRun->report().rows : this->Session.run().rows();
  }
  const trabecula::HistoryColumns& columns() const
  {
    return this->LiveRun ? this->LiveRun->report().columns : this->Session.run().columns();
  }

  /// Returns the notes on the input and on solid cells, each preceded by a space.
  std::string notes() const;
  /// Returns a status: the faults of a design, the progress of the run, whether it has converged,
  /// notes and remarks.
  /// @param verdict may be null
  std::string withVerdict(const std::string& place, const trabecula::DesignVerdict* verdict) const;
  /// Returns an iterate of the live run for an output; the iterate may be null.
  trabecula::filters::ShownIterate shownOfLiveRun(
    std::shared_ptr<const trabecula::RunIterate> iterate) const;

  /// A design with its verdict.
  struct JudgedDesign
  {
    std::shared_ptr<const trabecula::RunIterate> iterate;
    double tolerance = 0.0;
    trabecula::DesignVerdict verdict;
  };
  /// Several verdicts are kept, because ports show different iterations.
  static constexpr std::size_t MostJudged = 3;
  std::list<JudgedDesign> Judged;
  std::string Verdict; ///< return value of GetVerdict()
  std::string Fault;   ///< return value of GetDesignFault()

  vtkSmartPointer<vtkDoubleArray> History;
  vtkSmartPointer<vtkStringArray> HistoryColumns;
  std::string Text; ///< return value of GetActivity()
  std::vector<std::string> Messages;
};

#endif
