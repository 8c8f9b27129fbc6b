#ifndef pqApplyBehavior_h
#define pqApplyBehavior_h

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;
class pqView;

/**
 * What behaviors have in common that look after sources and filters of a kind when the user applies
 * them. Most show the first result of a new one, and leave alone what the user changes later; what
 * comes from a state file or a script is not new.
 */
class pqApplyBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  ~pqApplyBehavior() override = default;

protected:
  using Kind = bool (*)(pqPipelineSource*);

  /// @param isMine tells sources of the kind; never called with null
  pqApplyBehavior(Kind isMine, QObject* parent);

  /// A source of the kind was applied, and views show what ParaView itself has made of it.
  /// @param isNew no earlier call for it has returned true since the user made it
  /// @return false if there was nothing to show, and the next Apply may bring something
  virtual bool onApplied(pqPipelineSource* source, bool isNew) = 0;

  /// Hides the inputs of a filter in a view, and all other ports of what they come from: what is
  /// seen may be another one.
  static void hideInputs(pqPipelineSource* source, pqView* view);

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqApplyBehavior)

  Kind IsMine;
  /// Nothing of them has been shown yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
