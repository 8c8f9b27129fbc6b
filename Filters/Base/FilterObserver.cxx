#include "FilterObserver.h"

#include "vtkAlgorithm.h"
#include "vtkLogger.h"
#include "vtkMultiProcessController.h"

#include <algorithm>

namespace trabecula::filters
{
void FilterObserver::setRange(double begin, double end)
{
  if (begin == this->Begin && end == this->End)
  {
    return;
  }
  this->Begin = begin;
  this->End = end;
  this->progress(0.0, "");
}

void FilterObserver::setText(const std::string& text)
{
  if (text == this->Text)
  {
    return;
  }
  this->Text = text;
  this->Algorithm->SetProgressText(text.c_str());
  this->report(true);
}

void FilterObserver::progress(double fraction, const std::string& text)
{
  if (this->Text.empty() && !text.empty())
  {
    this->Algorithm->SetProgressText(text.c_str());
  }
  const double done = this->Begin + std::clamp(fraction, 0.0, 1.0) * (this->End - this->Begin);
  this->Reported = std::max(this->Reported, std::min(done, 1.0));
  this->report(false);
}

void FilterObserver::log(const std::string& text)
{
  // Of several ranks, all have the same notes.
  auto* const ranks = vtkMultiProcessController::GetGlobalController();
  if (!ranks || ranks->GetLocalProcessId() == 0)
  {
    vtkLogF(INFO, "%s", text.c_str());
  }
}

bool FilterObserver::stopRequested()
{
  this->report(false);
  return this->Algorithm->GetAbortExecute() != 0;
}

void FilterObserver::report(bool now)
{
  // The solver reports thousands of times per second, and a window may redraw at each report.
  constexpr std::chrono::milliseconds interval(50);
  const auto time = std::chrono::steady_clock::now();
  if (now || time - this->LastReport >= interval)
  {
    this->Algorithm->UpdateProgress(this->Reported);
    this->LastReport = std::chrono::steady_clock::now();
  }
}
}
