#ifndef pqUndoEventPlayer_h
#define pqUndoEventPlayer_h

#include "pqWidgetEventPlayer.h"

/**
 * What a recorded test needs to undo and redo, on any object:
 *
 *   undoAll n        undoes until nothing is left to undo; it must take n steps, any number for *
 *   redoAll n        the same for redo
 *   undo, redo       one step, which must be there
 *   expectCounts sources=1 representations=2 views=1 cells=1
 *                    the counts that are named: what is registered in total; cells, the leaves of
 *                    all layouts; shown, visible representations; filled, sources whose result has
 *                    cells; notices, lines over views
 *   waitForCounts    waits until they are so, where a status comes before the views
 *   expectShownViews each view has a cell in a layout, each cell a view
 */
class pqUndoEventPlayer : public pqWidgetEventPlayer
{
  Q_OBJECT
  using Superclass = pqWidgetEventPlayer;

public:
  explicit pqUndoEventPlayer(QObject* parent = nullptr);
  ~pqUndoEventPlayer() override = default;

  using Superclass::playEvent;
  bool playEvent(
    QObject* object, const QString& command, const QString& arguments, bool& error) override;

private:
  Q_DISABLE_COPY(pqUndoEventPlayer)
};

#endif
