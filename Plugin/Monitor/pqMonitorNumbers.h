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
 * The rows of pqOptimizationMonitor: what an optimization is doing, and the last numbers of its
 * history, a row for each column.
 */
class pqMonitorNumbers : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  explicit pqMonitorNumbers(QWidget* parent = nullptr);
  ~pqMonitorNumbers() override = default;

  void showNumbers(const QString& source, vtkSMSourceProxy* proxy, vtkTable* history);
  /// There is no optimization.
  void clear();

private:
  Q_DISABLE_COPY(pqMonitorNumbers)

  /// Makes a row for each column that is neither the objective nor a time.
  void showColumns(const QStringList& columns);
  void addRow(int position, const QString& name, const QString& title);
  void setText(const QString& label, const QString& text);

  QFormLayout* Form;
  QStringList Columns;           ///< columns with rows
  QMap<QString, QLabel*> Titles; ///< of rows, by the name of the quantity
  QMap<QString, QLabel*> Labels; ///< the same, with values
};

#endif
