#ifndef pqShowVoxelsBehavior_h
#define pqShowVoxelsBehavior_h

#include "pqApplyBehavior.h"

/**
 * Shows the first voxels of a surface without the colors that ParaView takes over from the surface
 * where these tell nothing: STL files have a number of the solid, which is usually one.
 */
class pqShowVoxelsBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqShowVoxelsBehavior(QObject* parent = nullptr);
  ~pqShowVoxelsBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private:
  Q_DISABLE_COPY(pqShowVoxelsBehavior)
};

#endif
