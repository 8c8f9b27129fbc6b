#include "pqVariantViews.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqDesignView.h"
#include "pqFitCamera.h"
#include "pqLinksModel.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqProxySelection.h"
#include "pqRenderView.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkNew.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewLayoutProxy.h"
#include "vtkSMViewProxy.h"
#include "vtkSmartPointer.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace
{
constexpr const char* VariantsMark = "Trabecula.Variants"; // annotation of layouts

//-----------------------------------------------------------------------------
// Splits a cell into cells of equal width, or of equal height.
QList<int> split(
  vtkSMViewLayoutProxy* layout, int cell, int parts, vtkSMViewLayoutProxy::Direction direction)
{
  QList<int> cells;
  for (; parts > 1; --parts)
  {
    // The second half of a split cell has the index after that of the first.
    const int first = layout->Split(cell, direction, 1.0 / parts);
    cells << first;
    cell = first + 1;
  }
  return cells << cell;
}

//-----------------------------------------------------------------------------
// Makes a grid of at least the given number of cells, row by row.
QList<int> makeGrid(vtkSMViewLayoutProxy* layout, int count)
{
  const int columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
  const int rows = (count + columns - 1) / columns;
  QList<int> cells;
  for (const int row : split(layout, 0, rows, vtkSMViewLayoutProxy::VERTICAL))
  {
    const int left = count - cells.size();
    cells += split(layout, row, std::min(columns, left), vtkSMViewLayoutProxy::HORIZONTAL);
  }
  return cells;
}

//-----------------------------------------------------------------------------
vtkSMViewLayoutProxy* makeLayout(pqServer* server, const char* name)
{
  vtkSMSessionProxyManager* manager = server->proxyManager();
  vtkSmartPointer<vtkSMProxy> proxy =
    vtk::TakeSmartPointer(manager->NewProxy("misc", "ViewLayout"));
  auto* layout = vtkSMViewLayoutProxy::SafeDownCast(proxy);
  if (layout)
  {
    vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
    controller->InitializeProxy(layout);
    controller->RegisterLayoutProxy(layout, name);
  }
  return layout;
}

//-----------------------------------------------------------------------------
bool isOfVariants(pqView* view)
{
  vtkSMViewLayoutProxy* layout =
    view ? vtkSMViewLayoutProxy::FindLayout(view->getViewProxy()) : nullptr;
  return layout && layout->HasAnnotation(VariantsMark);
}
}

//-----------------------------------------------------------------------------
QList<pqPipelineSource*> pqVariantViews::variants()
{
  pqServer* server = pqActiveObjects::instance().activeServer();
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  const pqProxySelection& selection = pqActiveObjects::instance().selection();
  QList<pqPipelineSource*> all;
  QList<pqPipelineSource*> selected;
  for (pqPipelineSource* item :
    server ? model->findItems<pqPipelineSource*>(server) : QList<pqPipelineSource*>())
  {
    pqPipelineSource* source = pqOptimizationSource::cast(item);
    if (!source || source->modifiedState() == pqProxy::UNINITIALIZED)
    {
      continue;
    }
    all << source;
    const bool isSelected = selection.contains(source) ||
      std::any_of(selection.begin(), selection.end(),
        [source](pqServerManagerModelItem* chosen)
        {
          auto* port = qobject_cast<pqOutputPort*>(chosen);
          return port && port->getSource() == source;
        });
    if (isSelected)
    {
      selected << source;
    }
  }
  return selected.size() > 1 ? selected : all;
}

//-----------------------------------------------------------------------------
void pqVariantViews::showSideBySide(const QList<pqPipelineSource*>& variants)
{
  pqServer* server = pqActiveObjects::instance().activeServer();
  if (!server || variants.empty())
  {
    return;
  }
  SCOPED_UNDO_SET(QObject::tr("Show Variants Side by Side"));
  vtkSMViewLayoutProxy* layout = makeLayout(server, "Variants");
  if (!layout)
  {
    return;
  }
  layout->SetAnnotation(VariantsMark, "1");
  pqObjectBuilder* builder = pqApplicationCore::instance()->getObjectBuilder();
  pqLinksModel* links = pqApplicationCore::instance()->getLinksModel();
  const QList<int> cells = makeGrid(layout, variants.size());
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  QList<pqView*> views;
  for (int i = 0; i < variants.size(); ++i)
  {
    pqView* view = builder->createView("RenderView", server);
    if (!view)
    {
      return;
    }
    layout->AssignView(cells[i], view->getViewProxy());
    view->rename(variants[i]->getSMName());
    vtkSMSourceProxy* producer = variants[i]->getSourceProxy();
    controller->Show(producer, 0, view->getViewProxy());
    if (const int boundary = pqOptimizationSource::boundaryPort(producer); boundary >= 0)
    {
      controller->Show(producer, boundary, view->getViewProxy());
    }
    pqDesignView::showColors(variants[i]);
    if (!views.empty())
    {
      links->addCameraLink(
        QObject::tr("Camera of %1 and %2").arg(views.back()->getSMName(), view->getSMName()),
        views.back()->getProxy(), view->getProxy());
    }
    views << view;
  }
  pqFitCamera(views.front());
  pqRefitCamera(views.front()); // after it has its final place
  for (pqView* view : views)
  {
    view->render();
  }
  pqActiveObjects::instance().setActiveView(views.front());
}

//-----------------------------------------------------------------------------
void pqVariantViews::leave()
{
  pqServer* server = pqActiveObjects::instance().activeServer();
  if (!server || !isOfVariants(pqActiveObjects::instance().activeView()))
  {
    return;
  }
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqRenderView* view : model->findItems<pqRenderView*>(server))
  {
    if (!isOfVariants(view) && vtkSMViewLayoutProxy::FindLayout(view->getViewProxy()))
    {
      pqActiveObjects::instance().setActiveView(view);
      return;
    }
  }
  SCOPED_UNDO_SET(QObject::tr("View of a Comparison"));
  pqObjectBuilder* builder = pqApplicationCore::instance()->getObjectBuilder();
  vtkSMViewLayoutProxy* layout = makeLayout(server, "Comparison");
  pqView* view = layout ? builder->createView("RenderView", server) : nullptr;
  if (view)
  {
    layout->AssignView(0, view->getViewProxy());
    pqActiveObjects::instance().setActiveView(view);
  }
}
