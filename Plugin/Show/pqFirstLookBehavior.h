#ifndef pqFirstLookBehavior_h
#define pqFirstLookBehavior_h

#include "pqApplyBehavior.h"

/**
 * Colors the first result of a new source suitably:
 *
 * - an image of a source with the hint <SolidImage array="Solid"/> is colored by this cell array,
 * so that solid and void are distinguished: ParaView does not color by cell arrays by default;
 * - a surface of a filter with the hint <PrintableSurface/> is shown as a part, without its inputs
 *   and in one neutral color;
 * - voxels of a surface lose the colors that ParaView adopts from the surface if these are
 *   constant: STL files have an array of solid indices, of which there is usually one.
 */
class pqFirstLookBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqFirstLookBehavior(QObject* parent = nullptr);
  ~pqFirstLookBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private:
  Q_DISABLE_COPY(pqFirstLookBehavior)
};

#endif
