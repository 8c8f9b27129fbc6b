#include "pqAbortBehavior.h"

#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqHistoryChart.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqProgressManager.h"
#include "pqPropertiesPanel.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkSMSourceProxy.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QOpenGLWidget>
#include <QThread>
#include <QTimer>

namespace
{
constexpr int MillisecondsBetweenEvents = 50;
/// Events are not processed at the beginning of an execution, so that those of short executions are
/// delayed rather than lost.
constexpr int MillisecondsBeforeEvents = 200;

//-----------------------------------------------------------------------------
bool startsWork(const QEvent* event)
{
  switch (event->type())
  {
    case QEvent::Timer:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::Shortcut:
    case QEvent::ShortcutOverride:
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::ContextMenu:
    case QEvent::InputMethod:
    case QEvent::TabletPress:
    case QEvent::TabletMove:
    case QEvent::TabletRelease:
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
    case QEvent::DragEnter:
    case QEvent::DragMove:
    case QEvent::Drop:
    case QEvent::Close:
      return true;
    default:
      return false;
  }
}

//-----------------------------------------------------------------------------
bool isLiveRunBusy()
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* item : model->findItems<pqPipelineSource*>())
  {
    pqPipelineSource* source = pqOptimizationSource::cast(item);
    vtkSMSourceProxy* proxy = source ? source->getSourceProxy() : nullptr;
    if (proxy && pqOptimizationSource::isLive(proxy) && pqOptimizationSource::isBusy(proxy))
    {
      return true;
    }
  }
  return false;
}
}

//-----------------------------------------------------------------------------
pqAbortBehavior::pqAbortBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqAbortBehavior::onSourceAdded);
  QObject::connect(pqApplicationCore::instance()->getProgressManager(), &pqProgressManager::abort,
    this, &pqAbortBehavior::abort);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (!pqOptimizationSource::castSolver(source))
  {
    return;
  }
  // What a server executes can be stopped in the background only.
  if (auto* algorithm = vtkAlgorithm::SafeDownCast(source->getProxy()->GetClientSideObject()))
  {
    pqCoreUtilities::connect(
      algorithm, vtkCommand::StartEvent, this, SLOT(onExecutionStarted(vtkObject*)));
    pqCoreUtilities::connect(
      algorithm, vtkCommand::ProgressEvent, this, SLOT(onExecutionProgress()));
    pqCoreUtilities::connect(algorithm, vtkCommand::EndEvent, this, SLOT(onExecutionEnded()));
  }
  QObject::connect(
    source, &QObject::destroyed, this, [this, source]() { this->Resumable.remove(source); });
  // Neither scenes nor panels exist when plugins are loaded at start-up.
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqAnimationScene* scene : model->findItems<pqAnimationScene*>(source->getServer()))
  {
    QObject::connect(scene, QOverload<>::of(&pqAnimationScene::beginPlay), this,
      &pqAbortBehavior::onAnimationStarted, Qt::UniqueConnection);
    QObject::connect(scene, QOverload<>::of(&pqAnimationScene::endPlay), this,
      &pqAbortBehavior::onAnimationEnded, Qt::UniqueConnection);
  }
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    QObject::connect(panel, QOverload<pqProxy*>::of(&pqPropertiesPanel::applied), this,
      &pqAbortBehavior::onProxyApplied, Qt::UniqueConnection);
  }
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::onExecutionStarted(vtkObject* algorithm)
{
  if (this->AnimationPlays || this->Running || QThread::currentThread() != this->thread() ||
    isLiveRunBusy())
  {
    return;
  }
  this->Running = vtkAlgorithm::SafeDownCast(algorithm);
  this->AbortRequested = false;
  this->AbortButton = pqCoreUtilities::mainWidget()->findChild<QAbstractButton*>("AbortButton");
  this->SinceStart.start();
  this->SinceEvents.start();
  pqApplicationCore::instance()->getProgressManager()->setEnableAbort(true);
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::onExecutionProgress()
{
  if (!this->Running || this->ProcessingEvents ||
    this->SinceStart.elapsed() < MillisecondsBeforeEvents ||
    this->SinceEvents.elapsed() < MillisecondsBetweenEvents)
  {
    return;
  }
  pqProgressManager* progress = pqApplicationCore::instance()->getProgressManager();
  this->ProcessingEvents = true;
  const bool unblocked = progress->unblockEvents(true);
  qApp->installEventFilter(this);
  QCoreApplication::processEvents(QEventLoop::ExcludeSocketNotifiers);
  qApp->removeEventFilter(this);
  progress->unblockEvents(unblocked);
  this->ProcessingEvents = false;
  this->SinceEvents.start();
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::onExecutionEnded()
{
  if (!this->Running)
  {
    return;
  }
  pqApplicationCore::instance()->getProgressManager()->setEnableAbort(false);
  vtkAlgorithm* algorithm = this->Running;
  this->Running = nullptr;
  QPointer<pqPipelineSource> source = pqAbortBehavior::findSource(algorithm);
  if (this->AbortRequested && source)
  {
    Q_EMIT this->stopped(source);
    // This is called during Apply, which marks the filter as unmodified at its end.
    QTimer::singleShot(0, this, [this, source]() { this->offerToResume(source); });
  }
}

//-----------------------------------------------------------------------------
bool pqAbortBehavior::eventFilter(QObject* object, QEvent* event)
{
  if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
  {
    this->abort();
    return true;
  }
  if (startsWork(event))
  {
    event->ignore();
    return !this->isAbortButton(object, event);
  }
  // Views would render their pipeline, which is being updated; the charts of the plugin have none.
  return event->type() == QEvent::Paint && qobject_cast<QOpenGLWidget*>(object) &&
    !object->property(pqHistoryChart::PaintsAtAnyTime).toBool();
}

//-----------------------------------------------------------------------------
bool pqAbortBehavior::isAbortButton(QObject* object, QEvent* event) const
{
  const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
  if (!mouse || !this->AbortButton)
  {
    return false;
  }
  // The window receives an event first and forwards it to the widget.
  return object == this->AbortButton ||
    (object->isWindowType() &&
      this->AbortButton->rect().contains(this->AbortButton->mapFromGlobal(mouse->globalPos())));
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::abort()
{
  if (this->Running)
  {
    this->AbortRequested = true;
    this->Running->SetAbortExecute(1);
  }
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqAbortBehavior::findSource(vtkAlgorithm* algorithm)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    if (source->getProxy()->GetClientSideObject() == algorithm)
    {
      return source;
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::offerToResume(pqPipelineSource* source)
{
  if (source)
  {
    this->Resumable.insert(source);
    source->setModifiedState(pqProxy::MODIFIED);
    const QString text = pqOptimizationSource::cast(source)
      ? tr("%1 was stopped. Apply goes on from there.")
      : tr("%1 was stopped. Apply starts again.");
    pqOptimizationSource::showMessage(text.arg(source->getSMName()));
  }
}

//-----------------------------------------------------------------------------
void pqAbortBehavior::onProxyApplied(pqProxy* proxy)
{
  auto* source = qobject_cast<pqPipelineSource*>(proxy);
  if (this->Resumable.remove(source))
  {
    source->getProxy()->InvokeCommand("Continue");
    source->getProxy()->MarkDirty(source->getProxy());
    Q_EMIT this->resumed(source);
  }
}
