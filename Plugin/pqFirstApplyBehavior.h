#ifndef pqFirstApplyBehavior_h
#define pqFirstApplyBehavior_h

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;

/**
 * What behaviors have in common that show the first result of sources and filters of a kind: they
 * do so when the user first applies a new one, and leave alone what the user changes later.
 *
 * What comes from a state file or a script is not new.
 */
class pqFirstApplyBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  ~pqFirstApplyBehavior() override = default;

protected:
  using Kind = bool (*)(pqPipelineSource*);

  /// @param isMine tells sources of the kind; never called with null
  pqFirstApplyBehavior(Kind isMine, QObject* parent);

  /// Shows a result. False if there is none yet, and the next Apply may bring one.
  virtual bool showResult(pqPipelineSource* source) = 0;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqFirstApplyBehavior)

  Kind IsMine;
  /// Nothing of them has been shown yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
