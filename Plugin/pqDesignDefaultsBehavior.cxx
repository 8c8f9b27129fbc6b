#include "pqDesignDefaultsBehavior.h"

#include "pqApplicationCore.h"
#include "pqObjectBuilder.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
constexpr double InteractiveDensityThreshold = 0.5;
}

//-----------------------------------------------------------------------------
pqDesignDefaultsBehavior::pqDesignDefaultsBehavior(QObject* parent) : Superclass(parent)
{
  QObject::connect(pqApplicationCore::instance()->getObjectBuilder(),
    &pqObjectBuilder::filterCreated, this, &pqDesignDefaultsBehavior::onFilterCreated);
}

//-----------------------------------------------------------------------------
void pqDesignDefaultsBehavior::onFilterCreated(pqPipelineSource* source)
{
  if (!pqOptimizationSource::cast(source))
  {
    return;
  }
  vtkSMProperty* threshold = source->getProxy()->GetProperty("DensityThreshold");
  if (threshold && threshold->IsValueDefault())
  {
    vtkSMPropertyHelper(threshold).Set(InteractiveDensityThreshold);
  }
}
