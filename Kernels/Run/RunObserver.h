#ifndef TRABECULA_RUN_RUNOBSERVER_H
#define TRABECULA_RUN_RUNOBSERVER_H

#include "Core/Observer.h"

#include <string>

namespace trabecula
{
/// Observer of a request of several iterations, each with progress from 0 to 1.
class RunObserver : public Observer
{
public:
  /// Range of the request's progress that the following calls cover.
  virtual void setRange(double /*begin*/, double /*end*/) {}
  /// A line about the last iterate, shown until the next; empty before the first.
  virtual void setText(const std::string& /*text*/) {}
};
}

#endif
