#include "pqConvergenceChartBehavior.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqFitCamera.h"
#include "pqOptimizationHistory.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqShowBeside.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewProxy.h"

#include <string>

namespace
{
constexpr const char* ChartType = "XYChartView";
constexpr const char* XColumn = pqOptimizationHistory::IterationColumn;
constexpr double DesignShareOfHeight = 0.7;

//-----------------------------------------------------------------------------
// Returns a chart in this layout that shows the convergence of another filter.
vtkSMViewProxy* findChart(vtkSMViewLayoutProxy* layout)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* item : model->findItems<pqPipelineSource*>())
  {
    pqPipelineSource* source = pqOptimizationSource::cast(item);
    const int port = source ? pqOptimizationSource::convergencePort(source->getSourceProxy()) : -1;
    pqOutputPort* table = port < 0 ? nullptr : source->getOutputPort(port);
    for (pqView* view : table ? table->getViews() : QList<pqView*>())
    {
      if (view->getProxy()->GetXMLName() == std::string(ChartType) &&
        vtkSMViewLayoutProxy::FindLayout(view->getViewProxy()) == layout)
      {
        return view->getViewProxy();
      }
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
// Plots the objective.
void plotObjective(
  vtkSMSourceProxy* producer, int port, vtkSMProxy* representation, vtkSMViewProxy* chart)
{
  vtkSMPropertyHelper(representation, "UseIndexForXAxis").Set(0);
  vtkSMPropertyHelper(representation, "XArrayName").Set(XColumn);
  vtkPVDataSetAttributesInformation* columns =
    producer->GetDataInformation(port)->GetAttributeInformation(vtkDataObject::ROW);
  const std::string objective = pqOptimizationHistory::objective(producer);
  vtkSMPropertyHelper visibility(representation, "SeriesVisibility");
  for (int i = 0; i < columns->GetNumberOfArrays(); ++i)
  {
    const char* name = columns->GetArrayInformation(i)->GetName();
    visibility.SetStatus(name, name == objective ? 1 : 0);
  }
  representation->UpdateVTKObjects();
  vtkSMPropertyHelper(chart, "LeftAxisTitle").Set(objective.c_str());
  chart->UpdateVTKObjects();
}
}

//-----------------------------------------------------------------------------
pqConvergenceChartBehavior::pqConvergenceChartBehavior(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqConvergenceChartBehavior::showConvergence(pqPipelineSource* source)
{
  vtkSMSourceProxy* producer = source->getSourceProxy();
  const int port = pqOptimizationSource::convergencePort(producer);
  const QList<pqView*> designViews = source->getOutputPort(0)->getViews();
  vtkSMViewLayoutProxy* layout = designViews.empty()
    ? nullptr
    : vtkSMViewLayoutProxy::FindLayout(designViews[0]->getViewProxy());
  if (port < 0 || !layout)
  {
    return;
  }

  const auto plot = [producer, port](vtkSMViewProxy* chart, vtkSMProxy* representation)
  { plotObjective(producer, port, representation, chart); };
  if (vtkSMViewProxy* chart = findChart(layout))
  {
    vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
    if (vtkSMProxy* representation = controller->Show(producer, port, chart))
    {
      plot(chart, representation);
    }
    chart->StillRender();
  }
  else
  {
    pqShowBeside(producer, port, ChartType,
      { designViews[0]->getViewProxy(), vtkSMViewLayoutProxy::VERTICAL, DesignShareOfHeight },
      [&plot](vtkSMViewProxy* newChart, vtkSMProxy* representation)
      {
        vtkSMPropertyHelper(newChart, "ShowLegend").Set(0);
        vtkSMPropertyHelper(newChart, "BottomAxisTitle").Set(XColumn);
        plot(newChart, representation);
      });
    pqRefitCamera(designViews[0]);
  }
  pqActiveObjects::instance().setActiveView(designViews[0]);
}
