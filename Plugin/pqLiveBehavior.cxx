#include "pqLiveBehavior.h"

#include "pqApplicationCore.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "vtkSMSession.h"
#include "vtkSMSourceProxy.h"

#include <QCoreApplication>

namespace
{
constexpr int MillisecondsBetweenLooks = 200;
}

//-----------------------------------------------------------------------------
pqLiveBehavior::pqLiveBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(model, &pqServerManagerModel::sourceAdded, this, &pqLiveBehavior::onSourceAdded);
  QObject::connect(
    model, &pqServerManagerModel::preSourceRemoved, this, &pqLiveBehavior::onSourceRemoved);
  QObject::connect(
    QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, &pqLiveBehavior::onQuit);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqLiveBehavior::onTimeout);
  this->Timer.setSingleShot(true);
  this->Timer.setInterval(MillisecondsBetweenLooks);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (pqOptimizationSource::cast(source) && !source->getServer()->isRemote())
  {
    source->getProxy()->InvokeCommand("AllowLive");
    this->Hosted.insert(source, Seen());
    this->Timer.start();
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onSourceRemoved(pqPipelineSource* source)
{
  if (this->Hosted.remove(source))
  {
    // Others may still hold the filter for a while.
    source->getProxy()->InvokeCommand("Stop");
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onQuit()
{
  for (auto hosted = this->Hosted.begin(); hosted != this->Hosted.end(); ++hosted)
  {
    hosted.key()->getProxy()->InvokeCommand("Stop");
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::onTimeout()
{
  for (auto hosted = this->Hosted.begin(); hosted != this->Hosted.end(); ++hosted)
  {
    pqPipelineSource* source = hosted.key();
    // Events are handled in the midst of updates, too.
    if (!source->getServer()->isProcessingPending() &&
      !source->getServer()->session()->GetPendingProgress())
    {
      this->look(source, hosted.value());
    }
  }
  if (!this->Hosted.isEmpty())
  {
    this->Timer.start();
  }
}

//-----------------------------------------------------------------------------
void pqLiveBehavior::look(pqPipelineSource* source, Seen& seen)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  if (!pqOptimizationSource::isLive(proxy))
  {
    seen = Seen();
    return;
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
    pqOptimizationSource::goToTime(source, iterations);
  }
}
