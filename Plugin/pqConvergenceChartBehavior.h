#ifndef pqConvergenceChartBehavior_h
#define pqConvergenceChartBehavior_h

#include <QObject>

class pqPipelineSource;

/**
 * Draws the convergence table of a new optimization filter as a line chart, what is minimized
 * against iteration, in a low frame beneath the view that shows the design.
 *
 * Filters shown one after the other share the chart, so that their histories can be compared and
 * the window does not fill with charts. The view of the design stays the active one.
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
