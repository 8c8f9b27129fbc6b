#ifndef pqConditionStep_h
#define pqConditionStep_h

#include "pqGuideStep.h"

class QListWidget;
class QPushButton;

/**
 * A step for conditions of one kind: a list of them, buttons to add and remove one, and the
 * properties of the one that is chosen. A new one starts with picking faces by mouse.
 */
class pqConditionStep : public pqGuideStep
{
  Q_OBJECT
  using Superclass = pqGuideStep;

public:
  struct Kind
  {
    QString Name; ///< of the filter
    QString Title;
    QString Text;
    QString Add; ///< label of a button, as that of the next
    QString Remove;
    QStringList Properties; ///< those that are shown
    bool IsNeeded = true;   ///< whether the step is done only with at least one
  };

  pqConditionStep(const Kind& kind, pqPartPipeline* pipeline);
  ~pqConditionStep() override = default;

  bool isDone() const override;
  QString summary() const override;
  void refresh() override;
  QString finish() override;

private Q_SLOTS:
  void addOne();
  void removeChosen();
  void choose(int row);

private:
  Q_DISABLE_COPY(pqConditionStep)

  /// Checks the button that takes faces by mouse.
  void startPicking();

  Kind Which;
  QListWidget* List;
  QPushButton* Remove;
};

#endif
