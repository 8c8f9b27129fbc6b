#include "pqLiveBehavior.h"

#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "vtkSMSourceProxy.h"

#include <algorithm>

//-----------------------------------------------------------------------------
pqLiveBehavior::pqLiveBehavior(QObject* parent)
  : Superclass([](pqPipelineSource* source)
      { return pqOptimizationSource::cast(source) != nullptr; },
      "AllowLive", "Stop", parent)
{
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::forget(pqPipelineSource* source)
{
  this->Last.remove(source);
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::look(pqPipelineSource* source)
{
  Seen& seen = this->Last[source];
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  if (!pqOptimizationSource::isLive(proxy))
  {
    seen = Seen();
    return;
  }
  if (source->modifiedState() == pqProxy::UNINITIALIZED && pqOptimizationSource::isBusy(proxy))
  {
    // Undo of Apply gave it the properties of before, with which it must not go on.
    proxy->InvokeCommand("Stop");
  }
  proxy->InvokeCommand("Poll");
  const bool busy = pqOptimizationSource::isBusy(proxy);
  const int iterations = pqOptimizationSource::information(proxy, "IterationsDone").toInt();
  const Seen before = seen;
  seen = { busy, iterations };
  // A short run may have come and gone since the last look.
  const bool advanced = iterations != before.iterations;
  const bool started = !before.busy && (busy || advanced);
  const bool rests = !busy && iterations >= 0 && (before.busy || advanced);
  if (started || rests)
  {
    proxy->UpdatePipelineInformation(); // there are time steps only while it rests
  }
  if (started)
  {
    Q_EMIT this->started(source);
  }
  if (advanced)
  {
    Q_EMIT this->advanced(source);
  }
  if (rests)
  {
    pqOptimizationSource::goToTime(source, this->lastIteration());
    pqPollingBehavior::renderConsumers(source); // now only, as filters downstream may take long
  }
}

//-----------------------------------------------------------------------------
int pqLiveBehavior::lastIteration() const
{
  int last = 0;
  for (const Seen& seen : this->Last)
  {
    last = seen.busy ? last : std::max(last, seen.iterations);
  }
  return last;
}
