#include "pqApplyBehavior.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqDataRepresentation.h"
#include "pqHideOtherResults.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqPropertiesPanel.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "pqView.h"

//-----------------------------------------------------------------------------
pqApplyBehavior::pqApplyBehavior(Kind isMine, QObject* parent) : Superclass(parent), IsMine(isMine)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqApplyBehavior::onSourceAdded);
  QObject::connect(model, &pqServerManagerModel::modifiedStateChanged, this,
    &pqApplyBehavior::onModifiedStateChanged);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqApplyBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (!this->IsMine(source))
  {
    return;
  }
  QObject::connect(source, &QObject::destroyed, this,
    [this, source]()
    {
      this->NewSources.remove(source);
      this->Inputs.forget(source);
    });
  // Connected after ParaView's own slots, so that their changes and updates are complete.
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    QObject::connect(panel, QOverload<pqProxy*>::of(&pqPropertiesPanel::applied), this,
      &pqApplyBehavior::onProxyApplied, Qt::UniqueConnection);
  }
}

//-----------------------------------------------------------------------------
void pqApplyBehavior::onModifiedStateChanged(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  if (source && this->IsMine(source))
  {
    pqOptimizationSource::trackNew(source, this->NewSources);
    if (source->modifiedState() == pqProxy::UNINITIALIZED)
    {
      this->Inputs.remember(source);
    }
  }
}

//-----------------------------------------------------------------------------
void pqApplyBehavior::onProxyApplied(pqProxy* proxy)
{
  this->showResult(qobject_cast<pqPipelineSource*>(proxy));
}

//-----------------------------------------------------------------------------
void pqApplyBehavior::showLaterResult(pqPipelineSource* source)
{
  if (this->NewSources.contains(source))
  {
    BEGIN_UNDO_SET(tr("Show Results"));
    this->showResult(source);
    END_UNDO_SET();
    return;
  }
  SCOPED_UNDO_EXCLUDE();
  this->showResult(source);
}

//-----------------------------------------------------------------------------
void pqApplyBehavior::showResult(pqPipelineSource* source)
{
  if (!source || !this->IsMine(source))
  {
    return;
  }
  if (this->onApplied(source, this->NewSources.contains(source)))
  {
    this->NewSources.remove(source);
    this->Inputs.forget(source);
  }
  else if (this->NewSources.contains(source))
  {
    this->Inputs.show(source);
  }
}

//-----------------------------------------------------------------------------
void pqApplyBehavior::hideInputs(pqPipelineSource* source, pqView* view)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  const QList<pqOutputPort*> inputs = filter ? filter->getAllInputs() : QList<pqOutputPort*>();
  for (pqOutputPort* input : inputs)
  {
    // Supports and loads remain visible with a result.
    const int markers = pqConditionSource::markersPort(input->getSource()->getSourceProxy());
    for (pqOutputPort* port : input->getSource()->getOutputPorts())
    {
      pqDataRepresentation* representation = port->getRepresentation(view);
      if (representation && representation->isVisible() && port->getPortNumber() != markers)
      {
        representation->setVisible(false);
      }
    }
  }
  pqHideUnusedLegends(view);
}
