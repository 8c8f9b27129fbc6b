#include "pqPollingBehavior.h"

#include "pqApplicationCore.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqTypingPause.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkSMSession.h"
#include "vtkSMSourceProxy.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSet>

#include <algorithm>

namespace
{
constexpr int MillisecondsBetweenLooks = 200;
/// Times the last look at filters on servers lasted, from its end to the next one.
constexpr int RestOfLine = 4;
constexpr int LongestMillisecondsBetweenLooks = 10000;

//-----------------------------------------------------------------------------
void collectConsumers(pqPipelineSource* source, QSet<pqPipelineSource*>& consumers)
{
  for (pqPipelineSource* consumer : source->getAllConsumers())
  {
    if (!consumers.contains(consumer))
    {
      consumers.insert(consumer);
      collectConsumers(consumer, consumers);
    }
  }
}
}

//-----------------------------------------------------------------------------
pqPollingBehavior::pqPollingBehavior(
  Kind isMine, const char* allow, const char* stop, QObject* parent)
  : Superclass(parent), IsMine(isMine), Allow(allow), Stop(stop)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqPollingBehavior::onSourceAdded);
  QObject::connect(
    model, &pqServerManagerModel::preSourceRemoved, this, &pqPollingBehavior::onSourceRemoved);
  QObject::connect(
    QCoreApplication::instance(), &QCoreApplication::aboutToQuit, this, &pqPollingBehavior::onQuit);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqPollingBehavior::onTimeout);
  this->Timer.setSingleShot(true);
  this->Timer.setInterval(MillisecondsBetweenLooks);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqPollingBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (this->IsMine(source))
  {
    source->getProxy()->InvokeCommand(this->Allow);
    this->Hosted.append(source);
    this->Timer.start();
  }
}

//-----------------------------------------------------------------------------
bool pqPollingBehavior::isOnRanks(pqPipelineSource* source)
{
  return source->getServer()->getNumberOfPartitions() > 1;
}

//-----------------------------------------------------------------------------
bool pqPollingBehavior::isRemote(pqPipelineSource* source)
{
  return source->getServer()->isRemote();
}

//-----------------------------------------------------------------------------
void pqPollingBehavior::onSourceRemoved(pqPipelineSource* source)
{
  if (this->Hosted.removeAll(source) > 0)
  {
    // Other objects may still hold the filter for a while.
    source->getProxy()->InvokeCommand(this->Stop);
    this->forget(source);
  }
}

//-----------------------------------------------------------------------------
void pqPollingBehavior::onQuit()
{
  for (pqPipelineSource* source : this->Hosted)
  {
    source->getProxy()->InvokeCommand(this->Stop);
  }
}

//-----------------------------------------------------------------------------
void pqPollingBehavior::onTimeout()
{
  // Automatic changes, such as colors of the first design, are not recorded for undo: as separate
  // steps they would displace the steps of the user and discard the redo stack.
  SCOPED_UNDO_EXCLUDE();
  const QList<pqPipelineSource*> sources = this->Hosted; // polling may remove some of them
  qint64 millisecondsOfLine = 0;
  this->Rest = 0;
  for (pqPipelineSource* source : sources)
  {
    // Events are also processed during updates.
    if (!pqTypingPause::isTyping() && this->isHosting(source) &&
      !source->getServer()->isProcessingPending() &&
      !source->getServer()->session()->GetPendingProgress())
    {
      const bool isOverLine = isRemote(source);
      QElapsedTimer time;
      time.start();
      this->look(source);
      millisecondsOfLine += isOverLine ? time.elapsed() : 0;
    }
  }
  const auto ofLine = static_cast<int>(std::clamp<qint64>(
    RestOfLine * millisecondsOfLine, MillisecondsBetweenLooks, LongestMillisecondsBetweenLooks));
  this->Timer.setInterval(std::max(ofLine, this->Rest));
  if (!this->Hosted.isEmpty())
  {
    this->Timer.start();
  }
}

//-----------------------------------------------------------------------------
void pqPollingBehavior::renderConsumers(pqPipelineSource* source)
{
  QSet<pqPipelineSource*> consumers;
  collectConsumers(source, consumers);
  QSet<pqView*> views;
  for (pqPipelineSource* consumer : consumers)
  {
    if (consumer->modifiedState() != pqProxy::UNINITIALIZED)
    {
      for (pqView* view : consumer->getViews())
      {
        views.insert(view);
      }
    }
  }
  for (pqView* view : views)
  {
    view->render();
  }
}
