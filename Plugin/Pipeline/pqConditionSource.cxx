#include "pqConditionSource.h"

#include "pqApplicationCore.h"
#include "pqDataRepresentation.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
//-----------------------------------------------------------------------------
vtkPVXMLElement* findHint(vtkSMSourceProxy* proxy)
{
  vtkPVXMLElement* hints = proxy ? proxy->GetHints() : nullptr;
  return hints ? hints->FindNestedElementByName("MechanicalCondition") : nullptr;
}
}

//-----------------------------------------------------------------------------
pqPipelineSource* pqConditionSource::cast(pqServerManagerModelItem* item)
{
  auto* source = qobject_cast<pqPipelineSource*>(item);
  return source && findHint(source->getSourceProxy()) ? source : nullptr;
}

//-----------------------------------------------------------------------------
int pqConditionSource::markersPort(vtkSMSourceProxy* proxy)
{
  int port = -1;
  if (vtkPVXMLElement* hint = findHint(proxy))
  {
    hint->GetScalarAttribute("markers_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
int pqConditionSource::caughtPort(vtkSMSourceProxy* proxy)
{
  int port = -1;
  if (vtkPVXMLElement* hint = findHint(proxy))
  {
    hint->GetScalarAttribute("caught_port", &port);
  }
  return port;
}

//-----------------------------------------------------------------------------
bool pqConditionSource::onlyShows(vtkSMSourceProxy* proxy, int port)
{
  return port >= 0 && (port == markersPort(proxy) || port == caughtPort(proxy));
}

//-----------------------------------------------------------------------------
void pqConditionSource::hideCaught(pqView* view)
{
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* item : model->findItems<pqPipelineSource*>())
  {
    pqPipelineSource* source = cast(item);
    const int port = source ? caughtPort(source->getSourceProxy()) : -1;
    pqOutputPort* caught = port < 0 ? nullptr : source->getOutputPort(port);
    pqDataRepresentation* shown = caught ? caught->getRepresentation(view) : nullptr;
    if (shown && shown->isVisible())
    {
      shown->setVisible(false);
    }
  }
}

//-----------------------------------------------------------------------------
bool pqConditionSource::hasMarkersColor(vtkSMSourceProxy* proxy)
{
  vtkPVXMLElement* hint = findHint(proxy);
  return hint && hint->GetAttribute("color");
}

//-----------------------------------------------------------------------------
bool pqConditionSource::isInside(vtkSMSourceProxy* proxy)
{
  proxy->UpdatePropertyInformation();
  return vtkSMPropertyHelper(proxy, "IsInside").GetAsInt() != 0;
}

//-----------------------------------------------------------------------------
std::array<double, 3> pqConditionSource::markersColor(vtkSMSourceProxy* proxy)
{
  std::array<double, 3> color = { 0.5, 0.5, 0.5 };
  if (vtkPVXMLElement* hint = findHint(proxy))
  {
    hint->GetVectorAttribute("color", 3, color.data());
  }
  return color;
}
