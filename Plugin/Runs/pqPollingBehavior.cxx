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
#include <QSet>

namespace
{
constexpr int MillisecondsBetweenLooks = 200;

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
  if (this->IsMine(source) && !source->getServer()->isRemote())
  {
    source->getProxy()->InvokeCommand(this->Allow);
    this->Hosted.append(source);
    this->Timer.start();
  }
}

//-----------------------------------------------------------------------------
void pqPollingBehavior::onSourceRemoved(pqPipelineSource* source)
{
  if (this->Hosted.removeAll(source) > 0)
  {
    // Others may still hold the filter for a while.
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
  // What happens by itself, such as colors of the first design, is no step of the user: recorded
  // one by one, these would take the place of those, and drop what can be redone.
  SCOPED_UNDO_EXCLUDE();
  const QList<pqPipelineSource*> sources = this->Hosted; // a look may remove some
  for (pqPipelineSource* source : sources)
  {
    // Events are handled in the midst of updates, too.
    if (!pqTypingPause::isTyping() && this->isHosting(source) &&
      !source->getServer()->isProcessingPending() &&
      !source->getServer()->session()->GetPendingProgress())
    {
      this->look(source);
    }
  }
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
