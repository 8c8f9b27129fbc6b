#ifndef pqShowSolutionBehavior_h
#define pqShowSolutionBehavior_h

#include "pqApplyBehavior.h"
#include <QMap>

/**
 * Shows the result of a filter with the hint <StoppableSolver summary_port="1" structure_port="0"
 * upper_color="Name"/>: the structure, with a color range that ends at a value of the field data,
 * because local peaks would dominate it; and, with its first result, from an oblique direction and
 * with the summary beside it.
 */
class pqShowSolutionBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqShowSolutionBehavior(QObject* parent = nullptr);
  ~pqShowSolutionBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private:
  Q_DISABLE_COPY(pqShowSolutionBehavior)

  /// Upper ends of the color ranges that were set.
  QMap<pqPipelineSource*, double> UpperColors;
};

#endif
