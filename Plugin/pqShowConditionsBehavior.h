#ifndef pqShowConditionsBehavior_h
#define pqShowConditionsBehavior_h

#include <QObject>
#include <QSet>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;

/**
 * Shows what filters with the hint <MechanicalCondition/> mark: after the first Apply of one, its
 * markers in the color of the hint over the mesh, whose cells are colored by the array DesignRegion
 * if they have it. What is inside of the mesh is seen through it. A filter that the user has just
 * created gets a plane and a box at the end of the mesh that it acts on, to be dragged from there.
 */
class pqShowConditionsBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqShowConditionsBehavior(QObject* parent = nullptr);
  ~pqShowConditionsBehavior() override = default;

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onFilterCreated(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onProxyApplied(pqProxy* proxy);

private:
  Q_DISABLE_COPY(pqShowConditionsBehavior)

  /// Not applied yet.
  QSet<pqPipelineSource*> NewSources;
};

#endif
