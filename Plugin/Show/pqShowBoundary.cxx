#include "pqShowBoundary.h"

#include "pqDataRepresentation.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqView.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
//-----------------------------------------------------------------------------
void setColor(vtkSMProxy* representation, double red, double green, double blue)
{
  const double color[3] = { red, green, blue };
  for (const char* name : { "AmbientColor", "DiffuseColor" })
  {
    vtkSMPropertyHelper(representation, name).Set(color, 3);
  }
}

//-----------------------------------------------------------------------------
bool isPlane(vtkSMSourceProxy* proxy)
{
  double bounds[6];
  proxy->GetDataInformation(0)->GetBounds(bounds);
  return bounds[4] == bounds[5];
}
}

//-----------------------------------------------------------------------------
bool pqShowBoundary(pqPipelineSource* source)
{
  vtkSMSourceProxy* proxy = source->getSourceProxy();
  const int port = pqOptimizationSource::boundaryPort(proxy);
  if (port < 0)
  {
    return false;
  }
  const bool plane = isPlane(proxy);
  pqOutputPort* boundary = source->getOutputPort(port);
  for (pqView* view : boundary->getViews())
  {
    pqDataRepresentation* shown = boundary->getRepresentation(view);
    if (!shown || !shown->isVisible())
    {
      continue;
    }
    vtkSMProxy* lines = shown->getProxy();
    vtkSMPropertyHelper(lines, "LineWidth").Set(plane ? 3.0 : 1.0);
    setColor(lines, plane ? 0.1 : 0.72, plane ? 0.1 : 0.75, plane ? 0.1 : 0.78);
    lines->UpdateVTKObjects();
    pqDataRepresentation* design = source->getOutputPort(0)->getRepresentation(view);
    if (!plane && design)
    {
      vtkSMPropertyHelper(design->getProxy(), "Representation").Set("Outline");
      vtkSMPVRepresentationProxy::SetScalarBarVisibility(
        design->getProxy(), view->getProxy(), false);
      vtkSMPVRepresentationProxy::SetScalarColoring(design->getProxy(), nullptr, 0);
      design->getProxy()->UpdateVTKObjects();
    }
  }
  return !plane;
}
