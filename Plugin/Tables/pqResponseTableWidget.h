#ifndef pqResponseTableWidget_h
#define pqResponseTableWidget_h

#include "pqPropertyWidget.h"
#include "pqResponseKinds.h"

#include <QList>
#include <QVariant>

class QLabel;
class QVBoxLayout;
class pqResponseRow;

/**
 * The constraints of an optimization as a table, for <PropertyGroup panel_widget="ResponseTable">
 * with the functions Objective, the options of the objective, and Constraints. Rows are added and
 * removed by buttons; the responses are those that the filter reports, see pqResponseKinds. Below
 * the table is what Apply would refuse, see pqConflictNote.
 */
class pqResponseTableWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(
    QList<QVariant> constraints READ constraints WRITE setConstraints NOTIFY constraintsChanged)
  Q_PROPERTY(QList<QVariant> objectiveOptions READ objectiveOptions WRITE setObjectiveOptions NOTIFY
      objectiveOptionsChanged)
  using Superclass = pqPropertyWidget;

public:
  pqResponseTableWidget(vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent = nullptr);
  ~pqResponseTableWidget() override = default;

  ///@{
  /// The texts of all rows, one row after another.
  QList<QVariant> constraints() const;
  void setConstraints(const QList<QVariant>& texts);
  ///@}
  ///@{
  /// The texts of the options of the objective; empty if all are empty.
  QList<QVariant> objectiveOptions() const;
  void setObjectiveOptions(const QList<QVariant>& texts);
  ///@}

  /// Adds a row with the texts of a constraint, as if the user had.
  void appendConstraint(const QStringList& texts);
  /// Replaces the texts of all rows, as if the user had.
  void replaceConstraints(const QList<QVariant>& texts);
  /// Removes a row by its number, as if the user had.
  void removeConstraint(int number);
  /// Whether the filter has a response of the name.
  bool offers(const QString& response) const;

Q_SIGNALS:
  void constraintsChanged();
  void objectiveOptionsChanged();

private Q_SLOTS:
  void addConstraint();
  void showObjective();
  void offerChoices();

private:
  Q_DISABLE_COPY(pqResponseTableWidget)

  pqResponseRow* appendRow();
  void removeRow(pqResponseRow* row);
  void nameRows();

  QVector<pqResponseKind> Kinds;
  QLabel* ObjectiveTitle;
  pqResponseRow* Objective;
  QVBoxLayout* RowLayout;
  QList<pqResponseRow*> Rows;
};

#endif
