#include "pqBackgroundBehavior.h"

#include "pqApplicationCore.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqProgressManager.h"
#include "vtkSMSourceProxy.h"

namespace
{
// As in vtkTrabeculaAlgorithm.
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
    pqOptimizationSource::information(source->getSourceProxy(), "Status"); // the panel's, too
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
  return source->getProxy()->GetProperty("PollBackground") != nullptr;
}

//-----------------------------------------------------------------------------
void pqBackgroundBehavior::forget(pqPipelineSource* source)
{
  this->Aborted.remove(source);
  this->Ended.remove(source);
  this->Followers.remove(source);
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
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  proxy->InvokeCommand("PollBackground");
  const int state = pqOptimizationSource::information(proxy, "BackgroundPhase").toInt();
  if (state == BackgroundPhase::Running)
  {
    this->Running.insert(source);
    this->enableAbort(); // again, as other updates end with it disabled
    showStatus(source);
    return;
  }
  // What follows a live run begins again and again, and tells of itself in its panel alone.
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
    return;
  }
  if (source->modifiedState() == pqProxy::UNINITIALIZED)
  {
    return; // its Apply was undone: there is nothing to show before it is redone
  }
  proxy->MarkDirty(proxy);
  proxy->UpdatePipeline(); // once, also where no view shows it
  source->renderAllViews();
  pqPollingBehavior::renderConsumers(source);
  const bool isTaken = this->isHosting(source) &&
    pqOptimizationSource::information(proxy, "BackgroundPhase").toInt() == Nothing;
  if (!isTaken) // the inputs are others now
  {
    return;
  }
  if (!isFollowing)
  {
    showStatus(source);
  }
  // Later, as nothing that happens now can be undone.
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
