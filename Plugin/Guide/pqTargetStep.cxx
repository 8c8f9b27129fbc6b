#include "pqTargetStep.h"

#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "pqProxyWidget.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
const QStringList VoxelProperties = { "Resolution", "Cells", "VoxelSize", "Status" };
const QStringList DesignProperties = { "VolumeFraction", "FilterRadius", "MaximumIterations" };
}

//-----------------------------------------------------------------------------
pqTargetStep::pqTargetStep(pqPartPipeline* pipeline)
  : Superclass("Target", tr("Target"),
      tr("<b>Cells</b>: voxels along the longest side. 48 show the idea within a minute or so, 96 "
         "and more are for the final part; walls should have three at least.<br><b>Volume "
         "Fraction</b>: the share of the part that stays."),
      pipeline)
{
}

//-----------------------------------------------------------------------------
bool pqTargetStep::isDone() const
{
  pqPipelineSource* voxels = this->pipeline()->voxels();
  return voxels && voxels->modifiedState() == pqProxy::UNMODIFIED && this->pipeline()->design() &&
    pqPartPipeline::error(voxels).isEmpty();
}

//-----------------------------------------------------------------------------
QString pqTargetStep::summary() const
{
  pqPipelineSource* design = this->pipeline()->design();
  return design
    ? tr("%1 % of the part")
        .arg(100.0 * vtkSMPropertyHelper(design->getProxy(), "VolumeFraction").GetAsDouble())
    : QString();
}

//-----------------------------------------------------------------------------
void pqTargetStep::refresh()
{
  this->showProperties(0, this->pipeline()->voxels(), VoxelProperties);
  this->showProperties(1, this->pipeline()->design(), DesignProperties);
}

//-----------------------------------------------------------------------------
void pqTargetStep::enter()
{
  this->pipeline()->addDesign();
  this->refresh();
}

//-----------------------------------------------------------------------------
QString pqTargetStep::finish()
{
  pqPipelineSource* voxels = this->pipeline()->voxels();
  if (!voxels)
  {
    return tr("Open a part first.");
  }
  if (voxels->modifiedState() != pqProxy::UNMODIFIED)
  {
    this->propertiesAt(0)->apply();
    pqPartPipeline::apply(voxels);
  }
  QString message = pqPartPipeline::error(voxels);
  if (message.isEmpty())
  {
    this->pipeline()->addDesign(); // where there were no voxels before
    this->refresh();
    if (pqProxyWidget* design = this->propertiesAt(1))
    {
      design->apply(); // only its values; Run starts it
    }
  }
  return message;
}
