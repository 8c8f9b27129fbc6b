#ifndef pqShowSolutionBehavior_h
#define pqShowSolutionBehavior_h

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;

/**
 * Shows what a filter with the hint <StoppableSolver summary_port="1"/> has found, once its first
 * result is there: the structure from an oblique direction, and beside it the summary as a table.
 */
class pqShowSolutionBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqShowSolutionBehavior(QObject* parent = nullptr);
  ~pqShowSolutionBehavior() override = default;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqShowSolutionBehavior)

  /// Nothing of them has been shown yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
