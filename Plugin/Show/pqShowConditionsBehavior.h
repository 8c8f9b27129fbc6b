#ifndef pqShowConditionsBehavior_h
#define pqShowConditionsBehavior_h

#include "pqApplyBehavior.h"

class pqRepresentation;

/**
 * Shows the markers of filters with the hint <MechanicalCondition/>: after the first Apply, in the
 * color of the hint together with the mesh, whose cells are colored by the array DesignRegion if
 * they have it. The mesh is translucent if markers are inside it. Markers and regions are not
 * pickable, because they are drawn over the mesh. A filter that the user has just created gets an
 * initial plane and box at its side of the mesh.
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
  void onRepresentationAdded(pqRepresentation* representation);

private:
  Q_DISABLE_COPY(pqShowConditionsBehavior)
};

#endif
