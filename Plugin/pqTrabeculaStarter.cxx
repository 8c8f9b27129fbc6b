#include "pqTrabeculaStarter.h"

#include "pqAbortBehavior.h"
#include "pqConvergenceChartBehavior.h"
#include "pqDesignDefaultsBehavior.h"
#include "pqPipelineSource.h"
#include "pqResultInformationBehavior.h"
#include "pqShowDesignBehavior.h"
#include "pqShowSolutionBehavior.h"

//-----------------------------------------------------------------------------
pqTrabeculaStarter::pqTrabeculaStarter(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqTrabeculaStarter::onStartup()
{
  new pqDesignDefaultsBehavior(this);
  new pqResultInformationBehavior(this);
  new pqShowSolutionBehavior(this);
  auto* abort = new pqAbortBehavior(this);
  auto* design = new pqShowDesignBehavior(this);
  auto* chart = new pqConvergenceChartBehavior(this);
  QObject::connect(
    abort, &pqAbortBehavior::resumed, design, &pqShowDesignBehavior::showLastTimeStep);
  QObject::connect(abort, &pqAbortBehavior::stopped, design, &pqShowDesignBehavior::markStopped);
  QObject::connect(design, &pqShowDesignBehavior::designShown, chart,
    &pqConvergenceChartBehavior::showConvergence);
}
