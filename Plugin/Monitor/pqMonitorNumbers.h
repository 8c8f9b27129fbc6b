#ifndef pqMonitorNumbers_h
#define pqMonitorNumbers_h

#include <QMap>
#include <QString>
#include <QStringList>
#include <QWidget>

class QFormLayout;
class QLabel;
class vtkSMSourceProxy;
class vtkTable;

/**
 * The rows of pqOptimizationMonitor: the state of an optimization, and the last values of its
 * history, with one row for each column.
 */
class pqMonitorNumbers : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  explicit pqMonitorNumbers(QWidget* parent = nullptr);
  ~pqMonitorNumbers() override = default;

  void showNumbers(const QString& source, vtkSMSourceProxy* proxy, vtkTable* history);
  /// Clears all rows, if there is no optimization.
  void clear();

private:
  Q_DISABLE_COPY(pqMonitorNumbers)

  /// Creates a row for each column that is neither the objective nor a time.
  void showColumns(const QStringList& columns);
  /// Shows the last values of the columns with their bounds; those that exceed them are red.
  void showValues(vtkSMSourceProxy* proxy, vtkTable* history);
  void addRow(int position, const QString& name, const QString& title);
  void setText(const QString& label, const QString& text);

  QFormLayout* Form;
  QStringList Columns;           ///< columns with rows
  QMap<QString, QLabel*> Titles; ///< titles of rows, by the name of the quantity
  QMap<QString, QLabel*> Labels; ///< values of rows, by the name of the quantity
};

#endif
