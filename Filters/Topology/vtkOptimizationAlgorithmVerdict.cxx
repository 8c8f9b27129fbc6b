// Verdicts on the designs of vtkOptimizationAlgorithm.

#include "ShownIterate.h"
#include "vtkOptimizationAlgorithmInternals.h"

#include <algorithm>
#include <utility>

using trabecula::DesignVerdict;
using trabecula::filters::ShownIterate;

//------------------------------------------------------------------------------
bool vtkOptimizationAlgorithm::Judge(const ShownIterate&, DesignVerdict&)
{
  return false;
}

//------------------------------------------------------------------------------
ShownIterate vtkOptimizationAlgorithm::ShowLast()
{
  vtkInternals& internals = *this->Internals;
  if (!internals.LiveRun || !this->IsFirstRank())
  {
    return this->Show(std::min(this->GetIterationsDone(), this->GetLastIteration()));
  }
  return internals.shownOfLiveRun(internals.LiveRun->latest());
}

//------------------------------------------------------------------------------
const DesignVerdict* vtkOptimizationAlgorithm::GetVerdictOn(const ShownIterate& shown)
{
  vtkInternals& internals = *this->Internals;
  // Faults of a design of a live run in progress may be corrected by the next one.
  if (!shown.iterate || (internals.LiveRun && internals.LiveRun->isBusy()))
  {
    return nullptr;
  }
  const double tolerance = this->GetConvergenceTolerance();
  auto& judged = internals.Judged;
  const auto known = std::find_if(judged.begin(), judged.end(),
    [&](const auto& design)
    { return design.iterate == shown.iterate && design.tolerance == tolerance; });
  if (known != judged.end())
  {
    return &known->verdict;
  }
  vtkInternals::JudgedDesign design;
  design.iterate = shown.iterate;
  design.tolerance = tolerance;
  if (!this->Judge(shown, design.verdict))
  {
    return nullptr;
  }
  judged.push_front(std::move(design));
  if (judged.size() > vtkInternals::MostJudged)
  {
    judged.pop_back();
  }
  return &judged.front().verdict;
}

//------------------------------------------------------------------------------
const DesignVerdict* vtkOptimizationAlgorithm::GetLastVerdict()
{
  return this->Internals->IsComputing ? nullptr : this->GetVerdictOn(this->ShowLast());
}

//------------------------------------------------------------------------------
std::string vtkOptimizationAlgorithm::vtkInternals::notes() const
{
  std::string notes;
  for (const std::string* note : { &this->Note, &this->SolidNote, &this->TimeNote })
  {
    notes += (note->empty() ? "" : " ") + *note;
  }
  return notes;
}

//------------------------------------------------------------------------------
std::string vtkOptimizationAlgorithm::vtkInternals::withVerdict(
  const std::string& place, const DesignVerdict* verdict) const
{
  if (!verdict)
  {
    return place + this->notes();
  }
  const std::string fault = verdict->faultText();
  const std::string convergence = verdict->convergenceText();
  return (fault.empty() ? "" : "Not sound: " + fault + " ") + place +
    (convergence.empty() ? "" : " ") + convergence + this->notes() + " " + verdict->remarkText();
}

//------------------------------------------------------------------------------
ShownIterate vtkOptimizationAlgorithm::vtkInternals::shownOfLiveRun(
  std::shared_ptr<const trabecula::RunIterate> iterate) const
{
  ShownIterate shown;
  shown.iterate = std::move(iterate);
  if (shown.iterate)
  {
    shown.columns = &this->LiveRun->report().columns;
    shown.rows = &this->LiveRun->report().rows;
    shown.input = &this->LiveRun->inputOf(*shown.iterate);
    shown.firstProblem = this->LiveRun->firstProblem();
  }
  return shown;
}

//------------------------------------------------------------------------------
const char* vtkOptimizationAlgorithm::GetVerdict()
{
  const DesignVerdict* verdict = this->GetLastVerdict();
  this->Internals->Verdict = verdict ? verdict->text() : std::string();
  return this->Internals->Verdict.c_str();
}
const char* vtkOptimizationAlgorithm::GetDesignFault()
{
  const DesignVerdict* verdict = this->GetLastVerdict();
  this->Internals->Fault = verdict ? verdict->faultText() : std::string();
  return this->Internals->Fault.c_str();
}
