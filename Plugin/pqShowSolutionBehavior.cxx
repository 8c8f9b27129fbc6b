#include "pqShowSolutionBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqFitCamera.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqPropertiesPanel.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewLayoutProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

namespace
{
constexpr const char* TableType = "SpreadSheetView";
constexpr double StructureShareOfWidth = 0.6;

//-----------------------------------------------------------------------------
// A table on the right of the structure, unless it has no place in a layout.
void showSummary(vtkSMSourceProxy* producer, int port, vtkSMViewProxy* neighbor)
{
  vtkSMViewLayoutProxy* layout = vtkSMViewLayoutProxy::FindLayout(neighbor);
  const int location = layout ? layout->GetViewLocation(neighbor) : -1;
  if (port < 0 || location < 0)
  {
    return;
  }
  vtkSmartPointer<vtkSMProxy> proxy =
    vtk::TakeSmartPointer(layout->GetSessionProxyManager()->NewProxy("views", TableType));
  auto* table = vtkSMViewProxy::SafeDownCast(proxy);
  if (!table)
  {
    return;
  }
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  controller->InitializeProxy(table);
  controller->RegisterViewProxy(table);
  const int left = layout->SplitHorizontal(location, StructureShareOfWidth);
  layout->AssignView(left + 1, table);
  controller->Show(producer, port, table);
  table->StillRender();
}
}

//-----------------------------------------------------------------------------
pqShowSolutionBehavior::pqShowSolutionBehavior(QObject* parent) : Superclass(parent)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(
    model, &pqServerManagerModel::sourceAdded, this, &pqShowSolutionBehavior::onSourceAdded);
  QObject::connect(model, &pqServerManagerModel::modifiedStateChanged, this,
    &pqShowSolutionBehavior::onModifiedStateChanged);
  // The plugin may be loaded into a running session.
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    this->onSourceAdded(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowSolutionBehavior::onSourceAdded(pqPipelineSource* source)
{
  if (pqOptimizationSource::summaryPort(source->getSourceProxy()) < 0)
  {
    return;
  }
  QObject::connect(
    source, &QObject::destroyed, this, [this, source]() { this->NewSources.remove(source); });
  // Connected after ParaView's own slots, this finds what those have shown and updated.
  for (pqPropertiesPanel* panel : pqOptimizationSource::propertiesPanels())
  {
    QObject::connect(panel, QOverload<pqProxy*>::of(&pqPropertiesPanel::applied), this,
      &pqShowSolutionBehavior::onProxyApplied, Qt::UniqueConnection);
  }
}

//-----------------------------------------------------------------------------
void pqShowSolutionBehavior::onModifiedStateChanged(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  if (source && source->modifiedState() == pqProxy::UNINITIALIZED &&
    pqOptimizationSource::summaryPort(source->getSourceProxy()) >= 0)
  {
    this->NewSources.insert(source);
  }
}

//-----------------------------------------------------------------------------
void pqShowSolutionBehavior::onProxyApplied(pqProxy* proxy)
{
  auto* source = qobject_cast<pqPipelineSource*>(proxy);
  if (!source || !this->NewSources.contains(source))
  {
    return;
  }
  vtkSMSourceProxy* producer = source->getSourceProxy();
  const QList<pqView*> views = source->getOutputPort(0)->getViews();
  // Without cells there was an error or a stop. The next Apply may bring a result.
  if (views.empty() || producer->GetDataInformation(0)->GetNumberOfCells() == 0)
  {
    return;
  }
  this->NewSources.remove(source);
  for (pqView* view : views)
  {
    pqFitCamera(view);
  }
  showSummary(producer, pqOptimizationSource::summaryPort(producer), views.front()->getViewProxy());
  pqActiveObjects::instance().setActiveView(views.front());
}
