#ifndef pqMaterialStep_h
#define pqMaterialStep_h

#include "pqGuideStep.h"

#include <QPointer>

class QComboBox;
class QLabel;
class pqPipelineSource;

/// The step for the units of all numbers and the material of the part.
class pqMaterialStep : public pqGuideStep
{
  Q_OBJECT
  using Superclass = pqGuideStep;

public:
  explicit pqMaterialStep(pqPartPipeline* pipeline);
  ~pqMaterialStep() override = default;

  bool isDone() const override;
  QString summary() const override;
  void refresh() override;
  void enter() override;
  QString finish() override;

private Q_SLOTS:
  void chooseUnits(int index);

private:
  Q_DISABLE_COPY(pqMaterialStep)

  QComboBox* Units;
  QLabel* Size;
  QPointer<pqPipelineSource> ProposedFor; ///< the part for which units were proposed
};

#endif
