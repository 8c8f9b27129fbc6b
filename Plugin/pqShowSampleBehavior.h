#ifndef pqShowSampleBehavior_h
#define pqShowSampleBehavior_h

#include "pqApplyBehavior.h"

/**
 * Shows an image of solid and void, of a source with the hint <SolidImage array="Solid"/>, so that
 * one sees which is which: ParaView does not color by arrays of cells by itself.
 */
class pqShowSampleBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqShowSampleBehavior(QObject* parent = nullptr);
  ~pqShowSampleBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private:
  Q_DISABLE_COPY(pqShowSampleBehavior)
};

#endif
