#ifndef pqShowSurfaceBehavior_h
#define pqShowSurfaceBehavior_h

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;

/**
 * Shows the first surface of a filter with the hint <PrintableSurface/> as a part: alone, without
 * what it was made of, and in one neutral colour.
 */
class pqShowSurfaceBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqShowSurfaceBehavior(QObject* parent = nullptr);
  ~pqShowSurfaceBehavior() override = default;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqShowSurfaceBehavior)

  /// Nothing of them has been shown yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
