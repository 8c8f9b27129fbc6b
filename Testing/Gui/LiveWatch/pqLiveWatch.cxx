#include "pqLiveWatch.h"

#include "pqApplicationCore.h"
#include "pqLiveEventPlayer.h"
#include "pqTestUtility.h"
#include "pqUndoEventPlayer.h"

//-----------------------------------------------------------------------------
pqLiveWatch::pqLiveWatch(QObject* parent) : Superclass(parent)
{
}

//-----------------------------------------------------------------------------
void pqLiveWatch::onStartup()
{
  pqEventPlayer* player = pqApplicationCore::instance()->testUtility()->eventPlayer();
  player->addWidgetEventPlayer(new pqLiveEventPlayer(player));
  player->addWidgetEventPlayer(new pqUndoEventPlayer(player));
}
