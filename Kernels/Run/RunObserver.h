#ifndef TRABECULA_RUN_RUNOBSERVER_H
#define TRABECULA_RUN_RUNOBSERVER_H

#include "Core/Observer.h"

#include <string>

namespace trabecula
{
/// Watches a request that takes several iterations, each with progress from 0 to 1.
class RunObserver : public Observer
{
public:
  /// What follows is this part of the request.
  virtual void setRange(double /*begin*/, double /*end*/) {}
  /// A line on the last iterate, to be shown until the next; empty before the first.
  virtual void setText(const std::string& /*text*/) {}
};
}

#endif
