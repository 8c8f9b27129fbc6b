#ifndef pqPartStep_h
#define pqPartStep_h

#include "pqGuideStep.h"

class QLabel;
class QPushButton;

/// The first step: a file, and its unit and solids.
class pqPartStep : public pqGuideStep
{
  Q_OBJECT
  using Superclass = pqGuideStep;

public:
  explicit pqPartStep(pqPartPipeline* pipeline);
  ~pqPartStep() override = default;

  bool isDone() const override;
  QString summary() const override;
  void refresh() override;
  QString finish() override;

private Q_SLOTS:
  void chooseFile();

private:
  Q_DISABLE_COPY(pqPartStep)

  QPushButton* Open;
  QLabel* Message;
  QLabel* Size; ///< of a part without a unit; the reader states that of others
};

#endif
