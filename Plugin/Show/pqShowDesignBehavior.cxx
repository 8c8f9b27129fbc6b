#include "pqShowDesignBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqHideOtherResults.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqPropertiesPanel.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqShowBoundary.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkPVGeneralSettings.h"
#include "vtkSMAnimationSceneProxy.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMParaViewPipelineController.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace
{
/// Of the diagonal of the input, that of a design whose bounds are those of later ones.
constexpr double LeastShare = 0.6;

//-----------------------------------------------------------------------------
void colorByDesign(vtkSMSourceProxy* producer, pqDataRepresentation* representation)
{
  vtkSMProxy* proxy = representation->getProxy();
  const std::string array = pqOptimizationSource::designArray(producer);
  if (!vtkSMPVRepresentationProxy::SetScalarColoring(
        proxy, array.c_str(), pqOptimizationSource::designAttribute(producer)))
  {
    return;
  }

  // Only the first filter decides about the colors, which all arrays of one name share: a color map
  // changed by the user is kept.
  vtkSMProxy* colors = vtkSMPropertyHelper(proxy, "LookupTable").GetAsProxy();
  vtkSMPropertyHelper rescaleMode(colors, "AutomaticRescaleRangeMode");
  if (rescaleMode.GetAsInt() != vtkSMTransferFunctionManager::NEVER)
  {
    const double range[2] = { 0.0, 1.0 };
    rescaleMode.Set(vtkSMTransferFunctionManager::NEVER);
    colors->UpdateVTKObjects();
    vtkSMTransferFunctionProxy::RescaleTransferFunction(colors, range);
    // Without an update, the panel would do it later, as a step to undo that ends redo.
    colors->UpdateVTKObjects();
    if (vtkSMProxy* opacity = vtkSMPropertyHelper(colors, "ScalarOpacityFunction").GetAsProxy())
    {
      vtkSMTransferFunctionProxy::RescaleTransferFunction(opacity, range);
      opacity->UpdateVTKObjects();
    }
  }

  if (vtkPVGeneralSettings::GetInstance()->GetScalarBarMode() ==
    vtkPVGeneralSettings::AUTOMATICALLY_SHOW_AND_HIDE_SCALAR_BARS)
  {
    vtkSMProxy* view = representation->getView()->getProxy();
    vtkSMPVRepresentationProxy::SetScalarBarVisibility(proxy, view, true);
    // "Magnitude", if there is no cell above the threshold to tell a scalar from a vector.
    vtkSMProxy* bar = vtkSMTransferFunctionProxy::FindScalarBarRepresentation(colors, view);
    if (bar)
    {
      vtkSMPropertyHelper(bar, "ComponentTitle").Set("");
      bar->UpdateVTKObjects();
    }
  }
}

//-----------------------------------------------------------------------------
const double* boundsOfInput(vtkSMSourceProxy* proxy)
{
  vtkSMPropertyHelper input(proxy, "Input");
  auto* producer = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  return producer ? producer->GetDataInformation(input.GetOutputPort())->GetBounds() : nullptr;
}

//-----------------------------------------------------------------------------
double diagonal(const double* bounds)
{
  return std::hypot(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]);
}

//-----------------------------------------------------------------------------
double lastTimeStep(vtkSMSourceProxy* proxy)
{
  const vtkSMPropertyHelper timeSteps(proxy, "TimestepValues");
  const unsigned int count = timeSteps.GetNumberOfElements();
  return count ? timeSteps.GetAsDouble(count - 1) : 0.0;
}

//-----------------------------------------------------------------------------
void tellOfNoCells()
{
  pqOptimizationSource::showMessage(QObject::tr(
    "No cell has reached the density threshold. Lower it, or add iterations, to see a design."));
}

//-----------------------------------------------------------------------------
void hideOthers(pqPipelineSource* source)
{
  for (pqView* view : source->getOutputPort(0)->getViews())
  {
    pqHideOtherResults(source, view);
  }
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
    // Later, when views are up to date.
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

  // Connected after ParaView's own slots, these find what those have shown and updated.
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
    // showLiveDesign() shows the design.
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
  // Undo of Apply shows them anyway, and redo hides them, as then the design is there.
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
      // Its representations are those of the first time, and would stay so at the time that there
      // is already. Any later time would continue a stopped run.
      pqOptimizationSource::goToTime(source, 0.0);
      pqOptimizationSource::goToTime(source, done);
    }
  }
  for (pqPipelineSource* source : QSet<pqPipelineSource*>(this->RedoneSources))
  {
    // Of a live run, later.
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
  // Colors can be chosen once a cell is above the threshold.
  if (!isNew && !this->RedoneSources.contains(source))
  {
    return;
  }
  const bool rests = !pqOptimizationSource::isBusy(proxy) &&
    pqOptimizationSource::information(proxy, "IterationsDone").toInt() >= 0;
  if (rests)
  {
    // A run may be at its end when it is first seen, before any view has its design.
    proxy->UpdatePipeline(this->timeToShow(source));
  }
  if (!pqOptimizationSource::hasVisibleCells(proxy))
  {
    if (rests)
    {
      tellOfNoCells();
    }
    return;
  }
  this->NewSources.remove(source);
  this->RedoneSources.remove(source);
  // What happens here is not in the undo stack, as it comes after Apply: it is taken back and done
  // again with its undo and redo.
  this->hideInputs(source);
  this->Before.remember(source);
  hideOthers(source);
  this->showColors(source);
  if (!isNew)
  {
    return; // cameras have an undo of their own
  }
  // The first few cells are not representative of the final bounds.
  for (pqView* view : source->getOutputPort(0)->getViews())
  {
    pqFitCamera(view, boundsOfInput(proxy));
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showColors(pqPipelineSource* source)
{
  if (pqShowBoundary(source))
  {
    return;
  }
  pqOutputPort* iterations = source->getOutputPort(0);
  for (pqView* view : iterations->getViews())
  {
    pqDataRepresentation* representation = iterations->getRepresentation(view);
    if (representation && representation->isVisible())
    {
      colorByDesign(source->getSourceProxy(), representation);
    }
  }
}

//-----------------------------------------------------------------------------
void pqShowDesignBehavior::showNewDesign(pqPipelineSource* source)
{
  pqOutputPort* iterations = source->getOutputPort(0);
  // The array is known to the color map only once there are cells that have it.
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
  hideOthers(source);
  this->showColors(source);
  this->goToLastDesign(source);
  // Stopped early, there may be no cell above the threshold yet, and nothing to fit a camera to.
  if (pqOptimizationSource::hasVisibleCells(proxy))
  {
    // An early design is not representative either. Views may show another time still.
    const double* ofDesign = iterations->getDataInformation()->GetBounds();
    const double* ofInput = boundsOfInput(proxy);
    const bool isEarly = ofInput && diagonal(ofDesign) < LeastShare * diagonal(ofInput);
    for (pqView* view : iterations->getViews())
    {
      pqFitCamera(view, isEarly ? ofInput : ofDesign);
    }
  }
  else
  {
    tellOfNoCells();
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
  // Of a run that has converged, later times repeat the last iteration.
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
  // At the last time of all, each optimization shows its last design. Those that were stopped would
  // be continued.
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
