#ifndef pqShowSolutionBehavior_h
#define pqShowSolutionBehavior_h

#include <QMap>
#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;

/**
 * Shows what a filter with the hint <StoppableSolver summary_port="1" upper_color="Name"/> has
 * found: the structure, with colors that end at a value of the field data, since peaks would hide
 * the rest; and, once its first result is there, from an oblique direction and with the summary
 * beside it.
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
  /// Where their colors were made to end.
  QMap<pqPipelineSource*, double> UpperColors;
};

#endif
