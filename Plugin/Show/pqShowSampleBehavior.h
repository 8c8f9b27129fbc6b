#ifndef pqShowSampleBehavior_h
#define pqShowSampleBehavior_h

#include "pqApplyBehavior.h"

/**
 * Colors the image of a source with the hint <SolidImage array="Solid"/> by this cell array, so
 * that solid and void are distinguished: ParaView does not color by cell arrays by default.
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
