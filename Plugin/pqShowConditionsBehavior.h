#ifndef pqShowConditionsBehavior_h
#define pqShowConditionsBehavior_h

#include "pqApplyBehavior.h"

/**
 * Shows what filters with the hint <MechanicalCondition/> mark: after the first Apply of one, its
 * markers in the color of the hint over the mesh, whose cells are colored by the array DesignRegion
 * if they have it. What is inside of the mesh is seen through it. A filter that the user has just
 * created gets a plane and a box at the end of the mesh that it acts on, to be dragged from there.
 */
class pqShowConditionsBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqShowConditionsBehavior(QObject* parent = nullptr);
  ~pqShowConditionsBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private Q_SLOTS:
  void onFilterCreated(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqShowConditionsBehavior)
};

#endif
