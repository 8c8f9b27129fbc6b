#include "pqShowConditionsBehavior.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqDataRepresentation.h"
#include "pqFitCamera.h"
#include "pqObjectBuilder.h"
#include "pqOutputPort.h"
#include "pqPipelineFilter.h"
#include "pqServerManagerModel.h"
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

#include <algorithm>
#include <array>
#include <cmath>

namespace
{
constexpr const char* RegionArray = "DesignRegion";
/// With more cells, edges would hide the faces between them.
constexpr vtkIdType MostCellsWithEdges = 100000;
constexpr double OpacityOverInside = 0.4;

//-----------------------------------------------------------------------------
// Sets colors for 0, 1 and 2, unless the array has colors already.
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
  // Triangles of a surface say nothing of the mesh that will be made.
  const bool edges =
    data->GetNumberOfCells() <= MostCellsWithEdges && !data->DataSetTypeIsA("vtkPolyData");
  // ParaView shows images as outlines by default.
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
// Shows the contents of the region in a lighter color than the markers.
void showCaught(vtkSMSourceProxy* producer, vtkSMProxy* representation)
{
  constexpr double Lighter = 0.55;
  constexpr double PointSize = 9.0;
  constexpr double LineWidth = 5.0;
  vtkSMPVRepresentationProxy::SetScalarColoring(representation, nullptr, vtkDataObject::POINT);
  std::array<double, 3> color = pqConditionSource::markersColor(producer);
  for (double& component : color)
  {
    component += Lighter * (1.0 - component);
  }
  for (const char* property : { "AmbientColor", "DiffuseColor" })
  {
    vtkSMPropertyHelper(representation, property).Set(color.data(), 3);
  }
  vtkSMPropertyHelper(representation, "Ambient").Set(0.5);
  vtkSMPropertyHelper(representation, "LineWidth").Set(LineWidth);
  vtkSMPropertyHelper(representation, "PointSize").Set(PointSize);
  vtkSMPropertyHelper(representation, "RenderPointsAsSpheres").Set(1);
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
// Returns how far the box at an end extends into the mesh: beyond cell centres for filters that
// mark cells, else less than a cell, because it would otherwise include faces of neighbouring
// sides.
double depthOfBox(
  vtkSMSourceProxy* proxy, vtkPVDataInformation* data, const vtkBoundingBox& bounds, double length)
{
  constexpr double ShareOfLength = 0.05;
  constexpr double ShareOfCell = 0.25;
  double volume = 1.0;
  double dimensions = 0.0;
  for (int c = 0; c < 3; ++c)
  {
    if (bounds.GetLength(c) > 0.0)
    {
      volume *= bounds.GetLength(c);
      dimensions += 1.0;
    }
  }
  const auto cells = static_cast<double>(std::max<vtkIdType>(1, data->GetNumberOfCells()));
  const double cell = std::pow(volume / cells, 1.0 / std::max(1.0, dimensions));
  return pqConditionSource::hasMarkersColor(proxy)
    ? std::min(ShareOfLength * length, ShareOfCell * cell)
    : ShareOfLength * length;
}

//-----------------------------------------------------------------------------
// Places a plane at an end of the bounds, and a box around it that is slightly larger than that
// end.
void placeRegions(vtkSMSourceProxy* proxy, vtkPVDataInformation* data, const vtkBoundingBox& bounds)
{
  constexpr double Margin = 0.05;
  const int side = vtkSMPropertyHelper(proxy, "Side").GetAsInt();
  const int axis = side / 2;
  const bool isLowerEnd = side % 2 == 0;
  double origin[3];
  bounds.GetCenter(origin);
  origin[axis] = bounds.GetBound(side);
  double normal[3] = { 0.0, 0.0, 0.0 };
  normal[axis] = 1.0;
  double position[3];
  double length[3];
  for (int c = 0; c < 3; ++c)
  {
    position[c] = bounds.GetBound(2 * c) - Margin * bounds.GetLength(c);
    length[c] = (1.0 + 2.0 * Margin) * bounds.GetLength(c);
  }
  const double inside = depthOfBox(proxy, data, bounds, bounds.GetLength(axis));
  const double outside = Margin * bounds.GetLength(axis);
  position[axis] = bounds.GetBound(side) - (isLowerEnd ? outside : inside);
  length[axis] = inside + outside;
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
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(model, &pqServerManagerModel::representationAdded, this,
    &pqShowConditionsBehavior::onRepresentationAdded);
  // The plugin may be loaded into a running session.
  for (pqRepresentation* item : model->findItems<pqRepresentation*>())
  {
    this->onRepresentationAdded(item);
  }
}

//-----------------------------------------------------------------------------
// Markers and regions are not pickable, because they would be picked instead of the mesh below
// them.
void pqShowConditionsBehavior::onRepresentationAdded(pqRepresentation* representation)
{
  auto* data = qobject_cast<pqDataRepresentation*>(representation);
  pqOutputPort* port = data ? data->getOutputPortFromInput() : nullptr;
  if (port &&
    pqConditionSource::onlyShows(port->getSource()->getSourceProxy(), port->getPortNumber()) &&
    data->getProxy()->GetProperty("Pickable"))
  {
    vtkSMPropertyHelper(data->getProxy(), "Pickable").Set(0);
    data->getProxy()->UpdateVTKObjects();
  }
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
    placeRegions(source->getSourceProxy(), input->getDataInformation(), vtkBoundingBox(bounds));
  }
}

//-----------------------------------------------------------------------------
bool pqShowConditionsBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  vtkSMSourceProxy* producer = source->getSourceProxy();
  // Color maps know only arrays that exist.
  producer->UpdatePipeline();
  const int markers = pqConditionSource::markersPort(producer);
  const int caught = pqConditionSource::caughtPort(producer);
  for (const int port : { 0, markers, caught })
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
        port == markers    ? showMarkers(producer, representation->getProxy())
          : port == caught ? showCaught(producer, representation->getProxy())
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
