#include "pqTrabeculaStarter.h"

#include "pqAbortBehavior.h"
#include "pqCompareDesignsBehavior.h"
#include "pqConvergenceChartBehavior.h"
#include "pqDesignDefaultsBehavior.h"
#include "pqLiveBehavior.h"
#include "pqOptimizationMonitor.h"
#include "pqPipelineSource.h"
#include "pqResultInformationBehavior.h"
#include "pqShowConditionsBehavior.h"
#include "pqShowDesignBehavior.h"
#include "pqShowSampleBehavior.h"
#include "pqShowSolutionBehavior.h"
#include "pqShowSurfaceBehavior.h"
#include "pqTableBehavior.h"
#include "pqTrabeculaMenu.h"

//-----------------------------------------------------------------------------
pqTrabeculaStarter::pqTrabeculaStarter(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqTrabeculaStarter::onStartup()
{
  new pqTrabeculaMenu(this);
  new pqTableBehavior(this);
  new pqDesignDefaultsBehavior(this);
  new pqResultInformationBehavior(this);
  new pqShowConditionsBehavior(this);
  // Before the behaviors that show results, as these update stopped filters.
  auto* abort = new pqAbortBehavior(this);
  new pqShowSampleBehavior(this);
  new pqShowSolutionBehavior(this);
  new pqCompareDesignsBehavior(this);
  new pqShowSurfaceBehavior(this);
  auto* design = new pqShowDesignBehavior(this);
  auto* chart = new pqConvergenceChartBehavior(this);
  auto* live = new pqLiveBehavior(this);
  QObject::connect(live, &pqLiveBehavior::advanced, design, &pqShowDesignBehavior::showLiveDesign);
  QObject::connect(live, &pqLiveBehavior::started, this, &pqOptimizationMonitor::showOnce);
  QObject::connect(
    abort, &pqAbortBehavior::resumed, design, &pqShowDesignBehavior::showLastTimeStep);
  QObject::connect(abort, &pqAbortBehavior::stopped, design, &pqShowDesignBehavior::markStopped);
  QObject::connect(design, &pqShowDesignBehavior::designShown, chart,
    &pqConvergenceChartBehavior::showConvergence);
}
