#include "pqLiveBehavior.h"

#include "pqApplicationCore.h"
#include "pqLiveSourceBehavior.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqTypingPause.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <QGuiApplication>

#include <algorithm>
#include <utility>

namespace
{
/// A run on a server that rests goes on only by what the user does.
constexpr int MillisecondsOfRemoteRest = 1000;
/// Between two slices of a run, in which the window and the user may ask the server.
constexpr int MillisecondsBetweenSlices = 100;
constexpr int MillisecondsOfSecond = 1000;
}

//-----------------------------------------------------------------------------
pqLiveBehavior::pqLiveBehavior(QObject* parent)
  : Superclass([](pqPipelineSource* source)
      { return pqOptimizationSource::cast(source) != nullptr; },
      "AllowLive", "Stop", parent)
{
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::preSourceAdded, this, &pqLiveBehavior::onSourceToBeAdded);
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::modifiedStateChanged, this, &pqLiveBehavior::onModifiedStateChanged);
  QObject::connect(&this->Slices, &QTimer::timeout, this, &pqLiveBehavior::onSlices);
  this->Slices.setSingleShot(true);
  this->Slices.setInterval(MillisecondsBetweenSlices);
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onSourceToBeAdded(pqPipelineSource* source)
{
  vtkPVXMLElement* hints = source->getProxy()->GetHints();
  vtkPVXMLElement* hint = hints && pqOptimizationSource::cast(source) && isRemote(source)
    ? hints->FindNestedElementByName("LiveSource")
    : nullptr;
  if (hint)
  {
    hints->RemoveNestedElement(hint); // before ParaView reads it
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onModifiedStateChanged(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  if (source && this->isHosting(source))
  {
    // Undo of Apply restores earlier properties, with which the run must not continue.
    const bool isApplied = source->modifiedState() != pqProxy::UNINITIALIZED;
    source->getProxy()->InvokeCommand(isApplied ? "Release" : "Withhold");
  }
}

//-----------------------------------------------------------------------------
bool pqLiveBehavior::showLatest(pqPipelineSource* source)
{
  if (pqLiveSourceBehavior::isPaused() || QGuiApplication::mouseButtons() != Qt::NoButton)
  {
    return false;
  }
  source->getProxy()->MarkDirty(source->getProxy());
  source->renderAllViews();
  return true;
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::forget(pqPipelineSource* source)
{
  this->Last.remove(source);
  this->Waiting.remove(source);
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onSlices()
{
  // A view of the server that the user turns would wait for each slice.
  if (pqTypingPause::isTyping() || QGuiApplication::mouseButtons() != Qt::NoButton)
  {
    this->Slices.start();
    return;
  }
  const QSet<pqPipelineSource*> waiting = std::exchange(this->Waiting, {});
  for (pqPipelineSource* source : waiting)
  {
    source->getProxy()->InvokeCommand("Advance");
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::look(pqPipelineSource* source)
{
  Seen& seen = this->Last[source];
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  const bool isOnServer = isRemote(source);
  if (isOnServer && !seen.busy && seen.asked.isValid() &&
    seen.asked.elapsed() < MillisecondsOfRemoteRest)
  {
    return;
  }
  if (vtkSMPropertyHelper(proxy, "Live", true).GetAsInt() == 0 ||
    !pqOptimizationSource::isLive(proxy))
  {
    seen = Seen();
    return;
  }
  proxy->InvokeCommand("Poll");
  const bool busy = pqOptimizationSource::isBusy(proxy);
  const int iterations = pqOptimizationSource::information(proxy, "IterationsDone").toInt();
  const Seen before = seen;
  seen.busy = busy;
  seen.iterations = iterations;
  seen.asked.start();
  // A short run may have started and ended since the last poll.
  const bool advanced = iterations != before.iterations;
  const bool started = !before.busy && (busy || advanced);
  const bool rests = !busy && iterations >= 0 && (before.busy || advanced);
  if (started || rests)
  {
    proxy->UpdatePipelineInformation(); // there are time steps only while the run is idle
  }
  seen.isOwed = isOnServer && (before.isOwed || advanced || busy != before.busy);
  if (seen.isOwed && showLatest(source) && this->isHosting(source))
  {
    this->Last[source].isOwed = false;
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
    pqPollingBehavior::renderConsumers(
      source); // must come last, because filters downstream may take long
  }
  const double slice = this->isHosting(source) && isOnRanks(source)
    ? pqOptimizationSource::information(proxy, "SliceSeconds").toDouble()
    : 0.0;
  if (slice > 0.0)
  {
    Q_EMIT this->rested(source);
  }
  if (slice > 0.0 && busy)
  {
    this->Waiting.insert(source);
    this->Slices.start();
    this->rest(MillisecondsBetweenSlices + static_cast<int>(MillisecondsOfSecond * slice));
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
