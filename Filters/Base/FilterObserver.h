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
 * Passes the library's progress on to a VTK algorithm, and the algorithm's wish to stop on to the
 * library.
 *
 * A request is made of several calls of the library, each with progress from 0 to 1;
 * setRange() says which part of the request the next call is. What the algorithm reports never
 * goes backwards.
 */
class FilterObserver : public RunObserver
{
public:
  explicit FilterObserver(vtkAlgorithm* algorithm) : Algorithm(algorithm) {}

  void setRange(double begin, double end) override;
  /// Text that stays, instead of the library's own; empty means the library's own.
  void setText(const std::string& text) override;

  void progress(double fraction, const std::string& text) override;
  void message(const std::string& text) override { this->Messages.push_back(text); }
  /// Goes to VTK's log.
  void note(const std::string& text) override;
  /// Reports progress as well, as windows handle a click on Abort while they are told of progress.
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
