#ifndef TRABECULA_ANALYSIS_BODY_PARTOFPROGRESS_H
#define TRABECULA_ANALYSIS_BODY_PARTOFPROGRESS_H

#include "Core/Observer.h"

#include <string>
#include <utility>

namespace trabecula
{
/// Maps progress to a part of the progress of another observer, and adds a prefix to texts.
class PartOfProgress : public Observer
{
public:
  PartOfProgress(Observer& outer, double begin, double end, std::string text)
    : Outer(outer), Begin(begin), End(end), Text(std::move(text))
  {
  }
  void progress(double fraction, const std::string& text) override
  {
    this->Outer.progress(this->Begin + fraction * (this->End - this->Begin),
      this->Text.empty() || text.empty() ? this->Text + text : this->Text + ": " + text);
  }
  bool stopRequested() override { return this->Outer.stopRequested(); }

private:
  Observer& Outer;
  double Begin;
  double End;
  std::string Text;
};
}

#endif
