#include "pqLiveWatch.h"

#include "pqApplicationCore.h"
#include "pqLiveEventPlayer.h"
#include "pqPipelineEventPlayer.h"
#include "pqTestUtility.h"
#include "pqUndoEventPlayer.h"
#include "vtkSMSettings.h"

//-----------------------------------------------------------------------------
pqLiveWatch::pqLiveWatch(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqLiveWatch::onStartup()
{
  pqEventPlayer* player = pqApplicationCore::instance()->testUtility()->eventPlayer();
  player->addWidgetEventPlayer(new pqLiveEventPlayer(player));
  player->addWidgetEventPlayer(new pqPipelineEventPlayer(player));
  player->addWidgetEventPlayer(new pqUndoEventPlayer(player));
  // Else it depended on the machine's speed which analyses are waited for.
  constexpr double lowestPriority = 0.0;
  vtkSMSettings::GetInstance()->AddCollectionFromString(R"({ "filters" : {
      "BodyAnalysis" : { "Background" : 0 },
      "CompareTopologies" : { "Background" : 0 },
      "ElasticAnalysis" : { "Background" : 0 },
      "VoxelMicroFe" : { "Background" : 0 } } })",
    lowestPriority);
}
