#ifndef TRABECULA_FILTERS_FILTEROBSERVER_H
#define TRABECULA_FILTERS_FILTEROBSERVER_H

#include "Run/RunObserver.h"

#include <chrono>
#include <string>
#include <vector>

class vtkAlgorithm;

namespace trabecula::filters
{
/**
 * Forwards the library's progress to a VTK algorithm, and the algorithm's abort flag to the
 * library.
 *
 * A request consists of several calls of the library, each with progress from 0 to 1; setRange()
 * sets the range of the request's progress that the next call covers. Reported progress never
 * decreases.
 */
class FilterObserver : public RunObserver
{
public:
  explicit FilterObserver(vtkAlgorithm* algorithm) : Algorithm(algorithm) {}

  void setRange(double begin, double end) override;
  /// Sets a fixed text that replaces the text of the library; an empty text restores the latter.
  void setText(const std::string& text) override;

  void progress(double fraction, const std::string& text) override;
  void message(const std::string& text) override { this->Messages.push_back(text); }
  void note(const std::string& text) override { FilterObserver::log(text); }
  /// Writes a note to VTK's log, of several ranks that of rank 0.
  static void log(const std::string& text);
  /// Also reports progress, because the GUI handles its Abort button in the progress event.
  bool stopRequested() override;

  const std::vector<std::string>& messages() const { return this->Messages; }

private:
  void report(bool now);

  vtkAlgorithm* Algorithm;
  double Begin = 0.0;
  double End = 1.0;
  double Reported = 0.0;
  std::string Text;
  std::chrono::steady_clock::time_point LastReport;
  std::vector<std::string> Messages;
};
}

#endif
