#ifndef pqApplyBehavior_h
#define pqApplyBehavior_h

#include "pqShownInputs.h"

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;
class pqView;

/**
 * Base class of behaviors that react when the user applies sources or filters of a certain kind.
 * Most of them show the first result of a new source and do not change the display later; sources
 * from state files or scripts are not new.
 */
class pqApplyBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  ~pqApplyBehavior() override = default;

  /// Hides all output ports of the sources of a filter's inputs in a view, except markers, because
  /// another port than the connected one may be visible.
  static void hideInputs(pqPipelineSource* source, pqView* view);

public Q_SLOTS:
  /// Calls onApplied() for results that become available after Apply. The display of a new source
  /// is a separate undo step. Without effect for sources of other kinds.
  void showLaterResult(pqPipelineSource* source);

protected:
  using Kind = bool (*)(pqPipelineSource*);

  /// @param isMine whether a source is of the kind; never called with null
  pqApplyBehavior(Kind isMine, QObject* parent);

  /// Called after a source of the kind was applied, or had results later, and ParaView has updated
  /// the views.
  /// @param isNew whether no earlier call for it has returned true since the user created it
  /// @return false if there was nothing to show yet: inputs that Apply has hidden are shown again
  virtual bool onApplied(pqPipelineSource* source, bool isNew) = 0;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqApplyBehavior)

  void showResult(pqPipelineSource* source);

  Kind IsMine;
  pqShownInputs Inputs;
  /// New sources whose results have not been shown yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
