#ifndef pqCompareDesignsBehavior_h
#define pqCompareDesignsBehavior_h

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;

/**
 * Prepares filters that compare designs, those with the hint <DesignComparison names="Names"
 * preferred_port="Final design" categories="Category_"/>: a new one takes its inputs from their
 * ports of that name, where they have one, since others may show a part only; its list of names has
 * those of its inputs in the pipeline browser; and cell arrays whose names start as the hint says
 * get colors of categories, which the user may change. What the inputs show would lie on top of its
 * first result, and is hidden.
 */
class pqCompareDesignsBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqCompareDesignsBehavior(QObject* parent = nullptr);
  ~pqCompareDesignsBehavior() override = default;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onFilterCreated(pqPipelineSource* source);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqCompareDesignsBehavior)

  /// Made by the user, and nothing of them shown yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
