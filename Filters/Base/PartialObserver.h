#ifndef TRABECULA_FILTERS_PARTIALOBSERVER_H
#define TRABECULA_FILTERS_PARTIALOBSERVER_H

#include "Core/Observer.h"

#include <string>

namespace trabecula::filters
{
/// Maps the progress of one of several calls to its range of the whole; forwards everything else
/// unchanged.
class PartialObserver : public Observer
{
public:
  PartialObserver(Observer& whole, double begin, double end) : Whole(whole), Begin(begin), End(end)
  {
  }

  void progress(double fraction, const std::string& text) override
  {
    this->Whole.progress(this->Begin + fraction * (this->End - this->Begin), text);
  }
  void message(const std::string& text) override { this->Whole.message(text); }
  void note(const std::string& text) override { this->Whole.note(text); }
  bool stopRequested() override { return this->Whole.stopRequested(); }

private:
  Observer& Whole;
  double Begin;
  double End;
};
}

#endif
