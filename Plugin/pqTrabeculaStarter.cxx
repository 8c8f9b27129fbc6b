#include "pqTrabeculaStarter.h"

#include "pqAbortBehavior.h"
#include "pqBackgroundBehavior.h"
#include "pqCompareDesignsBehavior.h"
#include "pqConvergenceChartBehavior.h"
#include "pqDesignDefaultsBehavior.h"
#include "pqFirstLookBehavior.h"
#include "pqFitCamera.h"
#include "pqKeepSelection.h"
#include "pqLegendUnits.h"
#include "pqLiveBehavior.h"
#include "pqOptimizationMonitor.h"
#include "pqPipelineSource.h"
#include "pqResultInformationBehavior.h"
#include "pqResultNoticeBehavior.h"
#include "pqSelectedRegionBehavior.h"
#include "pqServerVersionBehavior.h"
#include "pqShowConditionsBehavior.h"
#include "pqShowDesignBehavior.h"
#include "pqShowSolutionBehavior.h"
#include "pqTableBehavior.h"
#include "pqTrabeculaMenu.h"
#include "pqTypingPause.h"
#include "pqUnits.h"
#include "vtkSMSettings.h"

//-----------------------------------------------------------------------------
pqTrabeculaStarter::pqTrabeculaStarter(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqTrabeculaStarter::onStartup()
{
  // Tables are saved with all digits, unless the user's settings state otherwise.
  constexpr double lowestPriority = 0.0;
  vtkSMSettings::GetInstance()->AddCollectionFromString(
    R"({ "writers" : { "CSVWriter" : { "Precision" : 17 } } })", lowestPriority);
  new pqUnits(this); // first, as others ask it
  new pqLegendUnits(this);
  new pqTrabeculaMenu(this);
  new pqServerVersionBehavior(this);
  new pqTableBehavior(this);
  new pqTypingPause(this);
  new pqCameraBehavior(this);
  new pqDesignDefaultsBehavior(this);
  new pqKeepSelection(this);
  new pqResultInformationBehavior(this);
  new pqResultNoticeBehavior(this);
  new pqSelectedRegionBehavior(this);
  new pqShowConditionsBehavior(this);
  // Created before the behaviors that show results, because these update stopped filters.
  auto* abort = new pqAbortBehavior(this);
  auto* solution = new pqShowSolutionBehavior(this);
  auto* comparison = new pqCompareDesignsBehavior(this);
  auto* surface = new pqFirstLookBehavior(this);
  auto* design = new pqShowDesignBehavior(this);
  auto* chart = new pqConvergenceChartBehavior(this);
  auto* live = new pqLiveBehavior(this);
  auto* background = new pqBackgroundBehavior(this);
  QObject::connect(live, &pqLiveBehavior::advanced, design, &pqShowDesignBehavior::showLiveDesign);
  QObject::connect(live, &pqLiveBehavior::started, this, &pqOptimizationMonitor::showOnce);
  QObject::connect(live, &pqLiveBehavior::rested, this, &pqOptimizationMonitor::showRested);
  using Background = pqBackgroundBehavior;
  QObject::connect(background, &Background::finished, solution, &pqApplyBehavior::showLaterResult);
  QObject::connect(
    background, &Background::finished, comparison, &pqApplyBehavior::showLaterResult);
  QObject::connect(background, &Background::finished, surface, &pqApplyBehavior::showLaterResult);
  QObject::connect(background, &Background::stopped, abort, &pqAbortBehavior::offerToResume);
  QObject::connect(
    abort, &pqAbortBehavior::resumed, design, &pqShowDesignBehavior::showLastTimeStep);
  QObject::connect(abort, &pqAbortBehavior::stopped, design, &pqShowDesignBehavior::markStopped);
  QObject::connect(design, &pqShowDesignBehavior::designShown, chart,
    &pqConvergenceChartBehavior::showConvergence);
}
