#include "pqHideOtherResults.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqDataRepresentation.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkNew.h"
#include "vtkPVGeneralSettings.h"
#include "vtkSMProxy.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTransferFunctionManager.h"

namespace
{
//-----------------------------------------------------------------------------
bool haveSameInput(pqPipelineSource* source, pqPipelineSource* other)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(source);
  pqOutputPort* input = filter ? filter->getAnyInput() : nullptr;
  return input && input->getConsumers().contains(other);
}

//-----------------------------------------------------------------------------
bool isReplaced(pqPipelineSource* source, pqPipelineSource* other)
{
  const bool isDesign = pqOptimizationSource::cast(other) != nullptr;
  const bool isSolution = pqOptimizationSource::summaryPort(other->getSourceProxy()) >= 0;
  return (isDesign && pqOptimizationSource::cast(source)) ||
    ((isDesign || isSolution) && haveSameInput(source, other));
}
}

//-----------------------------------------------------------------------------
void pqHideOtherResults(pqPipelineSource* source, pqView* view)
{
  pqConditionSource::hideCaught(view);
  const pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* other : model->findItems<pqPipelineSource*>())
  {
    if (other == source || !isReplaced(source, other))
    {
      continue;
    }
    for (pqOutputPort* port : other->getOutputPorts())
    {
      pqDataRepresentation* shown = port->getRepresentation(view);
      if (shown && shown->isVisible())
      {
        shown->setVisible(false);
      }
    }
  }
  pqHideUnusedLegends(view);
}

//-----------------------------------------------------------------------------
void pqHideUnusedLegends(pqView* view)
{
  if (vtkPVGeneralSettings::GetInstance()->GetScalarBarMode() !=
    vtkPVGeneralSettings::MANUAL_SCALAR_BARS)
  {
    vtkNew<vtkSMTransferFunctionManager> colors;
    colors->UpdateScalarBars(
      view->getProxy(), vtkSMTransferFunctionManager::HIDE_UNUSED_SCALAR_BARS);
  }
}
