#ifndef pqCompareDesignsBehavior_h
#define pqCompareDesignsBehavior_h

#include "pqApplyBehavior.h"

/**
 * Prepares filters that compare designs, those with the hint <DesignComparison names="Names"
 * preferred_port="Final design" categories="Category_"/>: a new one takes its inputs from their
 * ports of that name, where they have one, since others may show a part only; its list of names has
 * those of its inputs in the pipeline browser; and cell arrays whose names start as the hint says
 * get colors of categories, which the user may change. What the inputs show would lie on top of its
 * first result, and is hidden.
 */
class pqCompareDesignsBehavior : public pqApplyBehavior
{
  Q_OBJECT
  using Superclass = pqApplyBehavior;

public:
  explicit pqCompareDesignsBehavior(QObject* parent = nullptr);
  ~pqCompareDesignsBehavior() override = default;

protected:
  bool onApplied(pqPipelineSource* source, bool isNew) override;

private Q_SLOTS:
  void onFilterCreated(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqCompareDesignsBehavior)
};

#endif
