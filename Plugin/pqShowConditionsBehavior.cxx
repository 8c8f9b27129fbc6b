#include "pqShowConditionsBehavior.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqView.h"
#include "vtkBoundingBox.h"
#include "vtkDataObject.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMParaViewPipelineControllerWithRendering.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMViewProxy.h"

namespace
{
constexpr const char* RegionArray = "DesignRegion";
/// Edges of more cells would hide what is between them.
constexpr vtkIdType MostCellsWithEdges = 100000;
constexpr double OpacityOverInside = 0.4;

//-----------------------------------------------------------------------------
// Colors for 0, 1 and 2, unless the array has got some already.
void setCategories(vtkSMProxy* colors)
{
  vtkSMPropertyHelper categories(colors, "IndexedLookup");
  if (categories.GetAsInt() == 1)
  {
    return;
  }
  categories.Set(1);
  const char* names[] = { "0", "Design", "1", "Solid", "2", "Void" };
  vtkSMPropertyHelper annotations(colors, "Annotations");
  annotations.SetNumberOfElements(6);
  for (unsigned int i = 0; i < 6; ++i)
  {
    annotations.Set(i, names[i]);
  }
  const double values[] = { 0.95, 0.88, 0.74, 0.36, 0.45, 0.55, 0.80, 0.90, 0.98 };
  vtkSMPropertyHelper(colors, "IndexedColors").Set(values, 9);
  colors->UpdateVTKObjects();
}

//-----------------------------------------------------------------------------
void colorByRegion(vtkSMProxy* representation, vtkSMProxy* view)
{
  if (vtkSMPVRepresentationProxy::SetScalarColoring(
        representation, RegionArray, vtkDataObject::CELL))
  {
    setCategories(vtkSMPropertyHelper(representation, "LookupTable").GetAsProxy());
    vtkSMPVRepresentationProxy::SetScalarBarVisibility(representation, view, true);
  }
}

//-----------------------------------------------------------------------------
void showMesh(vtkSMSourceProxy* producer, vtkSMProxy* representation, vtkSMProxy* view)
{
  vtkPVDataInformation* data = producer->GetDataInformation(0);
  const bool edges = data->GetNumberOfCells() <= MostCellsWithEdges;
  // Images are outlines otherwise.
  vtkSMRepresentationProxy::SetRepresentationType(
    representation, edges ? "Surface With Edges" : "Surface");
  if (data->GetArrayInformation(RegionArray, vtkDataObject::CELL))
  {
    colorByRegion(representation, view);
  }
  else
  {
    vtkSMPVRepresentationProxy::SetScalarColoring(representation, nullptr, vtkDataObject::POINT);
  }
  representation->UpdateVTKObjects();
}

//-----------------------------------------------------------------------------
void showMarkers(vtkSMSourceProxy* producer, vtkSMProxy* representation)
{
  vtkSMPVRepresentationProxy::SetScalarColoring(representation, nullptr, vtkDataObject::POINT);
  const std::array<double, 3> color = pqConditionSource::markersColor(producer);
  for (const char* property : { "AmbientColor", "DiffuseColor" })
  {
    vtkSMPropertyHelper(representation, property).Set(color.data(), 3);
  }
  representation->UpdateVTKObjects();
}

//-----------------------------------------------------------------------------
// Makes the mesh translucent.
void showInside(pqPipelineSource* source, int markersPort)
{
  vtkSMSourceProxy* producer = source->getSourceProxy();
  vtkNew<vtkSMParaViewPipelineControllerWithRendering> controller;
  for (pqView* view : source->getOutputPort(0)->getViews())
  {
    pqDataRepresentation* mesh = source->getOutputPort(0)->getRepresentation(view);
    if (!mesh || !mesh->isVisible())
    {
      continue;
    }
    vtkSMPropertyHelper opacity(mesh->getProxy(), "Opacity");
    if (opacity.GetAsDouble() == 1.0)
    {
      opacity.Set(OpacityOverInside);
      mesh->getProxy()->UpdateVTKObjects();
    }
    if (!pqConditionSource::hasMarkersColor(producer))
    {
      if (vtkSMProxy* region = controller->Show(producer, markersPort, view->getViewProxy()))
      {
        colorByRegion(region, view->getProxy());
        region->UpdateVTKObjects();
      }
    }
    view->render();
  }
}

//-----------------------------------------------------------------------------
// A plane at an end of the bounds, and a box around it that is somewhat larger than that end.
void placeRegions(vtkSMProxy* proxy, const vtkBoundingBox& bounds)
{
  constexpr double Thickness = 0.1;
  constexpr double Margin = 0.05;
  const int side = vtkSMPropertyHelper(proxy, "Side").GetAsInt();
  double origin[3];
  bounds.GetCenter(origin);
  origin[side / 2] = bounds.GetBound(side);
  double normal[3] = { 0.0, 0.0, 0.0 };
  normal[side / 2] = 1.0;
  double position[3];
  double length[3];
  for (int c = 0; c < 3; ++c)
  {
    const bool across = c == side / 2;
    length[c] = (across ? Thickness : 1.0 + 2.0 * Margin) * bounds.GetLength(c);
    position[c] = across ? bounds.GetBound(side) - 0.5 * length[c]
                         : bounds.GetBound(2 * c) - Margin * bounds.GetLength(c);
  }
  vtkSMPropertyHelper(proxy, "PlaneOrigin").Set(origin, 3);
  vtkSMPropertyHelper(proxy, "PlaneNormal").Set(normal, 3);
  vtkSMPropertyHelper(proxy, "BoxPosition").Set(position, 3);
  vtkSMPropertyHelper(proxy, "BoxLength").Set(length, 3);
}
}

//-----------------------------------------------------------------------------
pqShowConditionsBehavior::pqShowConditionsBehavior(QObject* parent)
  : Superclass(
      [](pqPipelineSource* source) { return pqConditionSource::cast(source) != nullptr; }, parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqShowConditionsBehavior::onFilterCreated);
}

//-----------------------------------------------------------------------------
void pqShowConditionsBehavior::onFilterCreated(pqPipelineSource* source)
{
  auto* filter = qobject_cast<pqPipelineFilter*>(pqConditionSource::cast(source));
  pqOutputPort* input = filter ? filter->getAnyInput() : nullptr;
  double bounds[6];
  if (!input)
  {
    return;
  }
  input->getDataInformation()->GetBounds(bounds);
  if (vtkBoundingBox::IsValid(bounds))
  {
    placeRegions(source->getProxy(), vtkBoundingBox(bounds));
  }
}

//-----------------------------------------------------------------------------
bool pqShowConditionsBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  vtkSMSourceProxy* producer = source->getSourceProxy();
  // Arrays are known to color maps only once they are there.
  producer->UpdatePipeline();
  const int markers = pqConditionSource::markersPort(producer);
  for (const int port : { 0, markers })
  {
    pqOutputPort* output = isNew && port >= 0 ? source->getOutputPort(port) : nullptr;
    if (!output)
    {
      continue;
    }
    for (pqView* view : output->getViews())
    {
      pqDataRepresentation* representation = output->getRepresentation(view);
      if (representation && representation->isVisible())
      {
        port == markers ? showMarkers(producer, representation->getProxy())
                        : showMesh(producer, representation->getProxy(), view->getProxy());
        pqTurnCamera(view);
        view->render();
      }
    }
  }
  if (markers >= 0 && pqConditionSource::isInside(producer))
  {
    showInside(source, markers);
  }
  return true;
}
