#include "pqFirstLookBehavior.h"

#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqHideOtherResults.h"
#include "pqOptimizationSource.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace
{
constexpr const char* SolidImage = "SolidImage";
constexpr const char* PrintableSurface = "PrintableSurface";
constexpr double PartColor[3] = { 0.77, 0.79, 0.82 };

//-----------------------------------------------------------------------------
bool isSample(pqPipelineSource* source)
{
  return pqOptimizationSource::hasHint(source->getProxy(), SolidImage);
}
bool isPrintable(pqPipelineSource* source)
{
  return pqOptimizationSource::hasHint(source->getProxy(), PrintableSurface);
}
bool isOfVoxels(pqPipelineSource* source)
{
  return source->getProxy()->GetXMLName() == std::string("VoxelizeSurface");
}

//-----------------------------------------------------------------------------
// Sets two colors, for void and for solid, unless the array has colors already.
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

//-----------------------------------------------------------------------------
bool showSample(pqPipelineSource* source)
{
  vtkSMSourceProxy* producer = source->getSourceProxy();
  const std::string array =
    producer->GetHints()->FindNestedElementByName(SolidImage)->GetAttributeOrEmpty("array");
  producer->UpdatePipeline(); // color maps know only arrays that exist
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

//-----------------------------------------------------------------------------
bool showSurface(pqPipelineSource* source)
{
  pqOutputPort* surface = source->getOutputPort(0);
  const QList<pqView*> views = surface->getViews();
  if (views.empty())
  {
    return false;
  }
  vtkSMSourceProxy* producer = source->getSourceProxy();
  producer->UpdatePipeline(
    vtkSMPropertyHelper(views.front()->getProxy(), "ViewTime", true).GetAsDouble());
  if (producer->GetDataInformation(0)->GetNumberOfCells() == 0)
  {
    return false; // there is no result after an error or a stop
  }
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
    pqApplyBehavior::hideInputs(source, view);
    pqHideUnusedLegends(view);
    pqFitCamera(view);
    view->render();
  }
  return true;
}

//-----------------------------------------------------------------------------
bool hasOneColor(pqOutputPort* port, vtkSMProxy* representation)
{
  const vtkSMPropertyHelper colors(representation, "ColorArrayName");
  const char* name = colors.GetInputArrayNameToProcess();
  vtkPVArrayInformation* array = name && *name
    ? port->getDataInformation()->GetArrayInformation(name, colors.GetInputArrayAssociation())
    : nullptr;
  return array && array->GetNumberOfComponents() == 1 &&
    array->GetComponentRange(0)[0] == array->GetComponentRange(0)[1];
}

//-----------------------------------------------------------------------------
bool showVoxels(pqPipelineSource* source)
{
  pqOutputPort* voxels = source->getOutputPort(0);
  if (voxels->getDataInformation()->GetNumberOfCells() == 0)
  {
    return false; // there is no result after an error or a stop
  }
  for (pqView* view : voxels->getViews())
  {
    pqDataRepresentation* representation = voxels->getRepresentation(view);
    if (representation && representation->isVisible() &&
      hasOneColor(voxels, representation->getProxy()))
    {
      vtkSMPVRepresentationProxy::SetScalarColoring(
        representation->getProxy(), nullptr, vtkDataObject::CELL);
      pqHideUnusedLegends(view);
      representation->renderViewEventually();
    }
  }
  return true;
}

/// A kind of sources, and the function that shows a new one. @return as for
/// pqApplyBehavior::onApplied()
struct Look
{
  bool (*isMine)(pqPipelineSource* source);
  bool (*show)(pqPipelineSource* source);
};

constexpr Look Looks[] = {
  { isSample, showSample },
  { isPrintable, showSurface },
  { isOfVoxels, showVoxels },
};

//-----------------------------------------------------------------------------
/// Returns null for sources of other kinds.
const Look* lookOf(pqPipelineSource* source)
{
  const Look* found = std::find_if(
    std::begin(Looks), std::end(Looks), [source](const Look& look) { return look.isMine(source); });
  return found == std::end(Looks) ? nullptr : found;
}
}

//-----------------------------------------------------------------------------
pqFirstLookBehavior::pqFirstLookBehavior(QObject* parent)
  : Superclass([](pqPipelineSource* source) { return lookOf(source) != nullptr; }, parent)
{
}

//-----------------------------------------------------------------------------
bool pqFirstLookBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  return !isNew || lookOf(source)->show(source);
}
