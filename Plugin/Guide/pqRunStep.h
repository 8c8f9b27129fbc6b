#ifndef pqRunStep_h
#define pqRunStep_h

#include "pqGuideStep.h"

class QLabel;
class QPushButton;
class pqReport;

/// The last step: runs the optimization, and makes and saves the surface of its design.
class pqRunStep : public pqGuideStep
{
  Q_OBJECT
  using Superclass = pqGuideStep;

public:
  explicit pqRunStep(pqPartPipeline* pipeline);
  ~pqRunStep() override = default;

  bool isDone() const override;
  QString summary() const override;
  void refresh() override;
  QString finish() override { return QString(); }

private Q_SLOTS:
  void run();
  void makeSurface();
  void save();
  void report();

private:
  Q_DISABLE_COPY(pqRunStep)

  /// Whether the design has been computed to its end, or was stopped.
  bool hasDesign() const;

  QPushButton* Run;
  QPushButton* Surface;
  QPushButton* Save;
  QPushButton* Report;
  pqReport* WriteReport;
  QLabel* State;
};

#endif
