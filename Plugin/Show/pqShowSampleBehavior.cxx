#include "pqShowSampleBehavior.h"

#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
constexpr const char* Hint = "SolidImage";

//-----------------------------------------------------------------------------
// Two colors, for void and for solid, unless the array has got some already.
void setColors(vtkSMProxy* colors)
{
  vtkSMPropertyHelper categories(colors, "IndexedLookup");
  if (categories.GetAsInt() == 1)
  {
    return;
  }
  categories.Set(1);
  const char* names[] = { "0", "Void", "1", "Solid" };
  vtkSMPropertyHelper annotations(colors, "Annotations");
  annotations.SetNumberOfElements(4);
  for (unsigned int i = 0; i < 4; ++i)
  {
    annotations.Set(i, names[i]);
  }
  const double values[] = { 0.30, 0.27, 0.24, 0.96, 0.91, 0.80 };
  vtkSMPropertyHelper(colors, "IndexedColors").Set(values, 6);
  colors->UpdateVTKObjects();
}
}

//-----------------------------------------------------------------------------
pqShowSampleBehavior::pqShowSampleBehavior(QObject* parent)
  : Superclass([](pqPipelineSource* source)
      { return pqOptimizationSource::hasHint(source->getProxy(), Hint); },
      parent)
{
}

//-----------------------------------------------------------------------------
bool pqShowSampleBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  if (!isNew)
  {
    return true;
  }
  vtkSMSourceProxy* producer = source->getSourceProxy();
  const std::string array =
    producer->GetHints()->FindNestedElementByName(Hint)->GetAttributeOrEmpty("array");
  producer->UpdatePipeline(); // arrays are known to color maps only once they are there
  pqOutputPort* port = source->getOutputPort(0);
  for (pqView* view : port->getViews())
  {
    pqDataRepresentation* representation = port->getRepresentation(view);
    if (!representation || !representation->isVisible())
    {
      continue;
    }
    vtkSMProxy* shown = representation->getProxy();
    if (vtkSMPVRepresentationProxy::SetScalarColoring(shown, array.c_str(), vtkDataObject::CELL))
    {
      setColors(vtkSMPropertyHelper(shown, "LookupTable").GetAsProxy());
    }
    shown->UpdateVTKObjects();
    pqFitCamera(view);
    view->render();
  }
  return true;
}
