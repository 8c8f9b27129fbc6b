#ifndef pqShowSurfaceBehavior_h
#define pqShowSurfaceBehavior_h

#include "pqApplyBehavior.h"

/**
 * Shows the first surface of a filter with the hint <PrintableSurface/> as a part: without its
 * inputs, and in one neutral colour.
 */
class pqShowSurfaceBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqShowSurfaceBehavior(QObject* parent = nullptr);
  ~pqShowSurfaceBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private:
  Q_DISABLE_COPY(pqShowSurfaceBehavior)
};

#endif
