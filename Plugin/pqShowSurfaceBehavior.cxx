#include "pqShowSurfaceBehavior.h"

#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqPropertiesPanel.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"

namespace
{
constexpr const char* Hint = "PrintableSurface";
constexpr double PartColor[3] = { 0.77, 0.79, 0.82 };

//-----------------------------------------------------------------------------
bool isPrintable(pqPipelineSource* source)
{
  return source && pqOptimizationSource::hasHint(source->getProxy(), Hint);
}

//-----------------------------------------------------------------------------
void hideInputs(pqPipelineSource* source, pqView* view)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  const QList<pqOutputPort*> inputs = filter ? filter->getAllInputs() : QList<pqOutputPort*>();
  for (pqOutputPort* input : inputs)
  {
    // What is seen may be another port of the same source.
    for (pqOutputPort* port : input->getSource()->getOutputPorts())
    {
      if (pqDataRepresentation* shown = port->getRepresentation(view))
      {
        shown->setVisible(false);
      }
    }
  }
}
}

//-----------------------------------------------------------------------------
pqShowSurfaceBehavior::pqShowSurfaceBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqShowSurfaceBehavior::onSourceAdded);
  QObject::connect(model, &pqServerManagerModel::modifiedStateChanged, this,
    &pqShowSurfaceBehavior::onModifiedStateChanged);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowSurfaceBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (!isPrintable(source))
  {
    return;
  }
  QObject::connect(
    source, &QObject::destroyed, this, [this, source]() { this->NewSources.remove(source); });
  // Connected after ParaView's own slots, this finds what those have shown and updated.
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    QObject::connect(panel, QOverload<pqProxy*>::of(&pqPropertiesPanel::applied), this,
      &pqShowSurfaceBehavior::onProxyApplied, Qt::UniqueConnection);
  }
}

//-----------------------------------------------------------------------------
void pqShowSurfaceBehavior::onModifiedStateChanged(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  if (isPrintable(source) && source->modifiedState() == pqProxy::UNINITIALIZED)
  {
    this->NewSources.insert(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowSurfaceBehavior::onProxyApplied(pqProxy* proxy)
{
  auto* source = qobject_cast<pqPipelineSource*>(proxy);
  if (!isPrintable(source) || !this->NewSources.contains(source))
  {
    return;
  }
  pqOutputPort* surface = source->getOutputPort(0);
  const QList<pqView*> views = surface->getViews();
  if (views.empty())
  {
    return;
  }
  vtkSMSourceProxy* producer = source->getSourceProxy();
  producer->UpdatePipeline(
    vtkSMPropertyHelper(views.front()->getProxy(), "ViewTime", true).GetAsDouble());
  if (producer->GetDataInformation(0)->GetNumberOfCells() == 0)
  {
    return; // because of an error or a stop; the next Apply may bring a surface
  }
  this->NewSources.remove(source);
  for (pqView* view : views)
  {
    pqDataRepresentation* representation = surface->getRepresentation(view);
    if (!representation || !representation->isVisible())
    {
      continue;
    }
    vtkSMProxy* shown = representation->getProxy();
    vtkSMPVRepresentationProxy::SetScalarColoring(shown, nullptr, vtkDataObject::POINT);
    for (const char* color : { "AmbientColor", "DiffuseColor" })
    {
      vtkSMPropertyHelper(shown, color, true).Set(PartColor, 3);
    }
    shown->UpdateVTKObjects();
    hideInputs(source, view);
    vtkNew<vtkSMTransferFunctionManager> colors;
    colors->UpdateScalarBars(
      view->getProxy(), vtkSMTransferFunctionManager::HIDE_UNUSED_SCALAR_BARS);
    pqFitCamera(view);
    view->render();
  }
}
