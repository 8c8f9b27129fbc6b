#include "pqBodyInputs.h"

#include "pqApplicationCore.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "vtkPVDataInformation.h"
#include "vtkPVXMLElement.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
constexpr const char* SurfaceHint = "PrintableSurface";
constexpr int LongestPipeline = 100;

struct Connection
{
  vtkSMSourceProxy* producer = nullptr;
  unsigned int port = 0;
};

//-----------------------------------------------------------------------------
Connection inputOf(vtkSMProxy* filter)
{
  if (!filter->GetProperty("Input"))
  {
    return {};
  }
  vtkSMPropertyHelper input(filter, "Input");
  return { vtkSMSourceProxy::SafeDownCast(input.GetAsProxy()), input.GetOutputPort() };
}

//-----------------------------------------------------------------------------
// Replaces an output of an optimization that depends on time by its final design.
Connection finalDesign(Connection design)
{
  const int port = pqOptimizationSource::designPort(design.producer);
  if (port > 0 && design.port == 0)
  {
    design.port = static_cast<unsigned int>(port);
  }
  return design;
}

//-----------------------------------------------------------------------------
bool isSurface(const Connection& connection)
{
  return connection.producer->GetDataInformation(connection.port)->DataSetTypeIsA("vtkPolyData");
}

//-----------------------------------------------------------------------------
// Returns the design from which a surface was made, even if other filters have modified the
// surface.
Connection designOf(vtkSMSourceProxy* surface)
{
  for (int i = 0; surface && i < LongestPipeline; ++i)
  {
    if (pqOptimizationSource::boundaryPort(surface) >= 0)
    {
      // The surface is the boundary of a level set, whose design is another output of the same
      // filter.
      return { surface, static_cast<unsigned int>(pqOptimizationSource::designPort(surface)) };
    }
    const Connection input = inputOf(surface);
    if (input.producer && pqOptimizationSource::hasHint(surface, SurfaceHint))
    {
      return finalDesign(input);
    }
    surface = input.producer;
  }
  return {};
}

//-----------------------------------------------------------------------------
Connection surfaceOf(const Connection& design)
{
  Connection found;
  const auto* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>())
  {
    vtkSMSourceProxy* proxy = source->getSourceProxy();
    const bool isOfDesign = pqOptimizationSource::hasHint(proxy, SurfaceHint) &&
      inputOf(proxy).producer == design.producer;
    if (isOfDesign && (!found.producer || proxy->GetGlobalID() > found.producer->GetGlobalID()))
    {
      found.producer = proxy;
    }
  }
  return found;
}
}

//-----------------------------------------------------------------------------
bool pqCompleteBodyInputs(pqPipelineSource* source)
{
  vtkSMProxy* proxy = source->getProxy();
  vtkPVXMLElement* hints = proxy->GetHints();
  vtkPVXMLElement* hint = hints ? hints->FindNestedElementByName("DesignAndSurface") : nullptr;
  if (!hint)
  {
    return false;
  }
  vtkSMPropertyHelper inputs(proxy, "Input");
  vtkSMPropertyHelper surfaces(proxy, hint->GetAttributeOrEmpty("surface"));
  Connection design;
  Connection surface = { vtkSMSourceProxy::SafeDownCast(surfaces.GetAsProxy()),
    surfaces.GetOutputPort() };
  for (unsigned int i = 0; i < inputs.GetNumberOfElements(); ++i)
  {
    const Connection input = { vtkSMSourceProxy::SafeDownCast(inputs.GetAsProxy(i)),
      inputs.GetOutputPort(i) };
    if (input.producer)
    {
      Connection& place = isSurface(input) ? surface : design;
      place = place.producer ? place : input;
    }
  }
  if (surface.producer && !design.producer)
  {
    design = designOf(surface.producer);
  }
  else if (design.producer && !surface.producer)
  {
    surface = surfaceOf(design);
  }
  if (!design.producer || !surface.producer)
  {
    return false; // the filter reports what is missing
  }
  inputs.SetNumberOfElements(1);
  inputs.Set(0, design.producer, design.port);
  surfaces.SetNumberOfElements(1);
  surfaces.Set(0, surface.producer, surface.port);
  proxy->UpdateVTKObjects();
  return true;
}
