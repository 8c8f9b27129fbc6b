#ifndef pqCompareDesignsBehavior_h
#define pqCompareDesignsBehavior_h

#include "pqApplyBehavior.h"

/**
 * Prepares filters with the hint <DesignComparison names="Names" preferred_port="Final design"
 * categories="Category_"/>. A new filter is connected to the ports of its inputs with the preferred
 * name, if any, because other ports may omit cells; its names are those of its inputs in the
 * pipeline browser; and cell arrays with the prefix get colors of categories, which the user may
 * change. Inputs are hidden, because they would cover the first result, which is not shown among
 * the views of variants.
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
