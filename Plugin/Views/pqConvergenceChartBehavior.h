#ifndef pqConvergenceChartBehavior_h
#define pqConvergenceChartBehavior_h

#include <QObject>

class pqPipelineSource;

/**
 * Shows the convergence table of a new optimization filter as a line chart of the objective over
 * iterations, in a view below that of the design.
 *
 * Several filters share the chart, so that their histories can be compared. The view of the design
 * remains the active one.
 */
class pqConvergenceChartBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqConvergenceChartBehavior(QObject* parent = nullptr);
  ~pqConvergenceChartBehavior() override = default;

public Q_SLOTS:
  void showConvergence(pqPipelineSource* source);

private:
  Q_DISABLE_COPY(pqConvergenceChartBehavior)
};

#endif
