#ifndef pqTargetStep_h
#define pqTargetStep_h

#include "pqGuideStep.h"

/// The step that says how fine the design is and how much of the part stays.
class pqTargetStep : public pqGuideStep
{
  Q_OBJECT
  using Superclass = pqGuideStep;

public:
  explicit pqTargetStep(pqPartPipeline* pipeline);
  ~pqTargetStep() override = default;

  bool isDone() const override;
  QString summary() const override;
  void refresh() override;
  void enter() override;
  QString finish() override;

private:
  Q_DISABLE_COPY(pqTargetStep)
};

#endif
