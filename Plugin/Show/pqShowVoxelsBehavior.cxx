#include "pqShowVoxelsBehavior.h"

#include "pqDataRepresentation.h"
#include "pqHideOtherResults.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqView.h"
#include "vtkDataObject.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <string>

namespace
{
//-----------------------------------------------------------------------------
bool isOfVoxels(pqPipelineSource* source)
{
  return source->getProxy()->GetXMLName() == std::string("VoxelizeSurface");
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
}

//-----------------------------------------------------------------------------
pqShowVoxelsBehavior::pqShowVoxelsBehavior(QObject* parent) : Superclass(isOfVoxels, parent)
{
}

//-----------------------------------------------------------------------------
bool pqShowVoxelsBehavior::onApplied(pqPipelineSource* source, bool isNew)
{
  pqOutputPort* voxels = source->getOutputPort(0);
  if (!isNew)
  {
    return true;
  }
  if (voxels->getDataInformation()->GetNumberOfCells() == 0)
  {
    return false; // because of an error or a stop
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
