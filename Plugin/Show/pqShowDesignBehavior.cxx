#include "pqShowDesignBehavior.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDesignView.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqPropertiesPanel.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "vtkCommand.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <algorithm>
#include <utility>

namespace
{
//-----------------------------------------------------------------------------
double lastTimeStep(vtkSMSourceProxy* proxy)
{
  const vtkSMPropertyHelper timeSteps(proxy, "TimestepValues");
  const unsigned int count = timeSteps.GetNumberOfElements();
  return count ? timeSteps.GetAsDouble(count - 1) : 0.0;
}
}

//-----------------------------------------------------------------------------
pqShowDesignBehavior::pqShowDesignBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqShowDesignBehavior::onSourceAdded);
  QObject::connect(model, &pqServerManagerModel::modifiedStateChanged, this,
    &pqShowDesignBehavior::onModifiedStateChanged);
  this->Later.setSingleShot(true);
  this->Later.setInterval(0);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqShowDesignBehavior::onUndoneOrRedone);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (!pqOptimizationSource::cast(source))
  {
    return;
  }
  QObject::connect(source, &QObject::destroyed, this,
    [this, source]()
    {
      this->NewSources.remove(source);
      this->RedoneSources.remove(source);
      this->Inputs.forget(source);
      this->Before.forget(source);
      this->ChangedSources.remove(source);
      this->StoppedSources.remove(source);
    });
  if (pqUndoStack* stack = pqApplicationCore::instance()->getUndoStack())
  {
    // The design is shown later, when views are up to date.
    QObject::connect(stack, &pqUndoStack::undone, &this->Later, QOverload<>::of(&QTimer::start),
      Qt::UniqueConnection);
    QObject::connect(stack, &pqUndoStack::redone, &this->Later, QOverload<>::of(&QTimer::start),
      Qt::UniqueConnection);
    if (stack->getInUndo())
    {
      this->RestoredSources << source;
    }
  }
  pqCoreUtilities::connect(source->getProxy(), vtkCommand::PropertyModifiedEvent, this,
    SLOT(onPropertyModified(vtkObject*, unsigned long, void*)));

  // Connected after ParaView's own slots, so that their changes and updates are complete.
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    QObject::connect(panel, QOverload<pqProxy*>::of(&pqPropertiesPanel::applied), this,
      &pqShowDesignBehavior::onProxyApplied, Qt::UniqueConnection);
    QObject::connect(panel, QOverload<>::of(&pqPropertiesPanel::applied), this,
      &pqShowDesignBehavior::onApplied, Qt::UniqueConnection);
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::onPropertyModified(vtkObject* caller, unsigned long, void* callData)
{
  auto* proxy = vtkSMSourceProxy::SafeDownCast(caller);
  if (pqOptimizationSource::changesDesign(proxy, static_cast<const char*>(callData)))
  {
    pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
    this->ChangedSources.insert(model->findItem<pqPipelineSource*>(proxy));
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::onModifiedStateChanged(pqServerManagerModelItem* item)
{
  pqPipelineSource* source = pqOptimizationSource::cast(item);
  if (source)
  {
    const bool wasNew = this->NewSources.contains(source);
    pqOptimizationSource::trackNew(source, this->NewSources);
    if (wasNew && !this->NewSources.contains(source))
    {
      this->RedoneSources.insert(source);
    }
    if (source->modifiedState() == pqProxy::UNINITIALIZED)
    {
      this->showBefore(source);
      this->Inputs.remember(source);
    }
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::onProxyApplied(pqProxy* proxy)
{
  pqPipelineSource* source = pqOptimizationSource::cast(proxy);
  if (!source)
  {
    return;
  }
  const bool changed = this->ChangedSources.remove(source);
  this->RedoneSources.remove(source);
  if (pqOptimizationSource::isLive(source->getSourceProxy()))
  {
    // The design is shown by showLiveDesign().
    if (this->NewSources.contains(source) &&
      !pqOptimizationSource::hasVisibleCells(source->getSourceProxy()))
    {
      this->showInputs(source);
    }
    return;
  }
  if (this->NewSources.remove(source))
  {
    this->showNewDesign(source);
  }
  else if (changed)
  {
    this->showLastTimeStep(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showInputs(pqPipelineSource* source)
{
  // Undo of Apply shows the inputs in any case; redo hides them, because the design then exists.
  SCOPED_UNDO_EXCLUDE();
  this->Inputs.show(source);
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::hideInputs(pqPipelineSource* source)
{
  SCOPED_UNDO_EXCLUDE();
  this->Inputs.hide(source);
  this->Inputs.forget(source);
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showBefore(pqPipelineSource* source)
{
  SCOPED_UNDO_EXCLUDE();
  this->RedoneSources.remove(source);
  this->Before.show(source);
  this->Before.forget(source);
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::onUndoneOrRedone()
{
  for (const QPointer<pqPipelineSource>& source : std::exchange(this->RestoredSources, {}))
  {
    vtkSMSourceProxy* proxy = source ? source->getSourceProxy() : nullptr;
    const double done =
      proxy ? pqOptimizationSource::information(proxy, "IterationsDone").toDouble() : 0.0;
    if (done > 0.0 && !pqOptimizationSource::isLive(proxy))
    {
      // Its representations have the data of the first time, and would keep them if the scene is
      // already at the time to show. Any later time would continue a stopped run.
      pqOptimizationSource::goToTime(source, 0.0);
      pqOptimizationSource::goToTime(source, done);
    }
  }
  for (pqPipelineSource* source : QSet<pqPipelineSource*>(this->RedoneSources))
  {
    // The design of a live run is shown later.
    if (!pqOptimizationSource::isLive(source->getSourceProxy()))
    {
      this->RedoneSources.remove(source);
      this->goToLastDesign(source);
    }
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showLastTimeStep(pqPipelineSource* source)
{
  if (pqOptimizationSource::cast(source))
  {
    this->StoppedSources.remove(source);
    this->AppliedSources.append(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::markStopped(pqPipelineSource* source)
{
  this->StoppedSources.insert(source);
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showLiveDesign(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  const bool isNew = this->NewSources.contains(source);
  // Colors can be set once a cell is above the threshold.
  if (!isNew && !this->RedoneSources.contains(source))
  {
    return;
  }
  const bool rests = !pqOptimizationSource::isBusy(proxy) &&
    pqOptimizationSource::information(proxy, "IterationsDone").toInt() >= 0;
  if (rests)
  {
    // A run may have ended before it is first polled, before any view has its design.
    proxy->UpdatePipeline(this->timeToShow(source));
  }
  if (!pqOptimizationSource::hasVisibleCells(proxy))
  {
    if (rests)
    {
      pqDesignView::tellOfNoCells();
    }
    return;
  }
  this->NewSources.remove(source);
  this->RedoneSources.remove(source);
  // These changes follow Apply and are not on the undo stack: they are reverted and repeated with
  // undo and redo of Apply.
  this->hideInputs(source);
  this->Before.remember(source);
  pqDesignView::hideOthers(source);
  pqDesignView::showColors(source);
  if (!isNew)
  {
    return; // cameras have their own undo
  }
  pqDesignView::fitCamerasToInput(source);
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showNewDesign(pqPipelineSource* source)
{
  // The color map knows the array only once there are cells that have it.
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  proxy->UpdatePipeline(this->timeToShow(source));
  proxy->UpdatePropertyInformation();
  if (vtkSMPropertyHelper(proxy, "IterationsDone").GetAsInt() < 0)
  {
    // There is no design after an error or a stop; the next Apply may compute one.
    this->NewSources.insert(source);
    this->showInputs(source);
    return;
  }
  this->hideInputs(source);
  pqDesignView::hideOthers(source);
  pqDesignView::showColors(source);
  this->goToLastDesign(source);
  // If the run was stopped early, no cell may be above the threshold, and a camera cannot be
  // fitted.
  if (pqOptimizationSource::hasVisibleCells(proxy))
  {
    pqDesignView::fitCameras(source);
  }
  else
  {
    pqDesignView::tellOfNoCells();
  }
  Q_EMIT this->designShown(source);
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::onApplied()
{
  for (const QPointer<pqPipelineSource>& source : this->AppliedSources)
  {
    // A live run has no time steps while it proceeds.
    if (source && !pqOptimizationSource::isLive(source->getSourceProxy()))
    {
      this->goToLastDesign(source);
    }
  }
  this->AppliedSources.clear();
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::goToLastDesign(pqPipelineSource* source) const
{
  const double last = this->timeToShow(source);
  pqOptimizationSource::goToTime(source, last);
  if (!this->StoppedSources.empty())
  {
    return;
  }
  // Later times of a converged run repeat the last iteration.
  double computed = 0.0;
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* item : model->findItems<pqPipelineSource*>(source->getServer()))
  {
    pqPipelineSource* other = pqOptimizationSource::cast(item);
    if (other && !pqOptimizationSource::isLive(other->getSourceProxy()))
    {
      computed = std::max(computed,
        pqOptimizationSource::information(other->getSourceProxy(), "IterationsDone").toDouble());
    }
  }
  if (computed > 0.0 && computed < last)
  {
    pqOptimizationSource::goToTime(source, computed);
  }
}

//-----------------------------------------------------------------------------
double pqShowDesignBehavior::timeToShow(pqPipelineSource* source) const
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  proxy->UpdatePipelineInformation();
  if (this->StoppedSources.contains(source))
  {
    // Any later time would continue the run.
    return std::max(0, vtkSMPropertyHelper(proxy, "IterationsDone").GetAsInt());
  }
  // At the largest time, each optimization shows its last design, but optimizations that were
  // stopped would be continued.
  double last = lastTimeStep(proxy);
  if (this->StoppedSources.empty())
  {
    pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
    for (pqPipelineSource* item : model->findItems<pqPipelineSource*>(source->getServer()))
    {
      pqPipelineSource* other = item == source ? nullptr : pqOptimizationSource::cast(item);
      if (other && !pqOptimizationSource::isLive(other->getSourceProxy()) &&
        pqOptimizationSource::information(other->getSourceProxy(), "IterationsDone").toInt() >= 0)
      {
        last = std::max(last, lastTimeStep(other->getSourceProxy()));
      }
    }
  }
  return last;
}
