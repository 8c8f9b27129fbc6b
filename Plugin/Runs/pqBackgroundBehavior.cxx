#include "pqBackgroundBehavior.h"

#include "pqApplicationCore.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqProgressManager.h"
#include "vtkSMSourceProxy.h"

namespace
{
// Must agree with vtkTrabeculaAlgorithm.
enum BackgroundPhase
{
  Nothing,
  Running,
  Finished,
  Following
};

//-----------------------------------------------------------------------------
void showStatus(pqPipelineSource* source)
{
  const QVariant status =
    pqOptimizationSource::information(source->getSourceProxy(), "Status"); // also updates the panel
  pqOptimizationSource::showMessage(source->getSMName() + ": " + status.toString());
}
}

//-----------------------------------------------------------------------------
pqBackgroundBehavior::pqBackgroundBehavior(QObject* parent)
  : Superclass(&pqBackgroundBehavior::isHosted, "AllowBackground", "StopBackground", parent)
{
  QObject::connect(pqApplicationCore::instance()->getProgressManager(), &pqProgressManager::abort,
    this, &pqBackgroundBehavior::abort);
  this->Later.setSingleShot(true);
  this->Later.setInterval(0);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqBackgroundBehavior::announce);
}

//-----------------------------------------------------------------------------
bool pqBackgroundBehavior::isHosted(pqPipelineSource* source)
{
  return source->getProxy()->GetProperty("PollBackground") && !isOnRanks(source);
}

//-----------------------------------------------------------------------------
void pqBackgroundBehavior::forget(pqPipelineSource* source)
{
  this->Aborted.remove(source);
  this->Ended.remove(source);
  this->Followers.remove(source);
  this->Asleep.remove(source);
  if (this->Running.remove(source))
  {
    this->enableAbort();
  }
}

//-----------------------------------------------------------------------------
void pqBackgroundBehavior::enableAbort()
{
  pqApplicationCore::instance()->getProgressManager()->setEnableAbort(!this->Running.isEmpty());
}

//-----------------------------------------------------------------------------
void pqBackgroundBehavior::abort()
{
  for (pqPipelineSource* source : this->Running)
  {
    this->Aborted.insert(source);
    source->getProxy()->InvokeCommand("StopBackground");
  }
}

//-----------------------------------------------------------------------------
void pqBackgroundBehavior::look(pqPipelineSource* source)
{
  if (this->Asleep.contains(source))
  {
    return;
  }
  if (pqPollingBehavior::isRemote(source))
  {
    QObject::connect(source, QOverload<pqPipelineSource*>::of(&pqPipelineSource::dataUpdated), this,
      &pqBackgroundBehavior::wake, Qt::UniqueConnection);
  }
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  proxy->InvokeCommand("PollBackground");
  const int state = pqOptimizationSource::information(proxy, "BackgroundPhase").toInt();
  if (state == BackgroundPhase::Running)
  {
    this->Running.insert(source);
    this->enableAbort(); // other updates disable the button when they end
    showStatus(source);
    return;
  }
  // Filters that follow a live run start repeatedly, and report their progress in the panel only.
  const bool isFollowing = state == Following || this->Followers.contains(source);
  if (state == Following)
  {
    this->Followers.insert(source);
    return;
  }
  this->Followers.remove(source);
  if (this->Running.remove(source))
  {
    this->enableAbort();
  }
  if (state != BackgroundPhase::Finished)
  {
    this->Aborted.remove(source);
    if (pqPollingBehavior::isRemote(source))
    {
      this->Asleep.insert(source);
    }
    return;
  }
  if (source->modifiedState() == pqProxy::UNINITIALIZED)
  {
    return; // its Apply was undone: nothing is shown until it is redone
  }
  proxy->MarkDirty(proxy);
  proxy->UpdatePipeline(); // once, even if no view shows it
  source->renderAllViews();
  pqPollingBehavior::renderConsumers(source);
  const bool isTaken = this->isHosting(source) &&
    pqOptimizationSource::information(proxy, "BackgroundPhase").toInt() == Nothing;
  if (!isTaken) // the inputs have changed since then
  {
    return;
  }
  if (!isFollowing)
  {
    showStatus(source);
  }
  // The signal is delayed, because actions that are recorded now could not be undone.
  this->Ended.insert(source);
  this->Later.start();
}

//-----------------------------------------------------------------------------
void pqBackgroundBehavior::announce()
{
  while (!this->Ended.isEmpty())
  {
    pqPipelineSource* source = *this->Ended.begin();
    this->Ended.remove(source);
    if (this->Aborted.remove(source))
    {
      Q_EMIT this->stopped(source);
    }
    else
    {
      Q_EMIT this->finished(source);
    }
  }
}
