#ifndef pqOptimizationMonitor_h
#define pqOptimizationMonitor_h

#include "vtkNew.h"

#include <QDockWidget>
#include <QElapsedTimer>
#include <QMap>
#include <QPointer>
#include <QStringList>
#include <QTimer>

class QFormLayout;
class QLabel;
class QPushButton;
class pqHistoryChart;
class pqPipelineSource;
class vtkEventQtSlotConnect;
class vtkSMSourceProxy;
class vtkTable;

/**
 * The dock "Optimization Monitor": how the active optimization filter is getting on, and buttons
 * that pause, resume, stop and step it where it is live.
 *
 * It stays with its filter while others are active that optimize nothing. All it knows comes
 * through the filter's properties, so that it works with a server, too. A live run is looked at
 * several times a second, a plain one when it reports progress and when it is done.
 */
class pqOptimizationMonitor : public QDockWidget
{
  Q_OBJECT
  using Superclass = QDockWidget;

public:
  explicit pqOptimizationMonitor(QWidget* parent = nullptr);
  ~pqOptimizationMonitor() override;

  /// Shows the docks of the window, unless they have been shown by this before.
  static void showOnce();

private Q_SLOTS:
  void onSourceChanged(pqPipelineSource* source);
  void onSourceRemoved(pqPipelineSource* source);
  void onProgress();
  void refresh();
  void pauseOrResume();
  void stop();
  void stepOnce();
  void saveHistory();

private:
  Q_DISABLE_COPY(pqOptimizationMonitor)

  void build();
  QPushButton* addButton(QLayout* layout, const QString& name, const QString& text,
    const QString& help, void (pqOptimizationMonitor::*slot)());
  void follow(pqPipelineSource* source);
  void command(const char* name);
  bool readHistory(vtkSMSourceProxy* proxy);
  void showNumbers(vtkSMSourceProxy* proxy);
  void enableButtons(vtkSMSourceProxy* proxy);
  /// A row of its own for each column that is neither the objective nor a time.
  void showColumns(const QStringList& columns);
  void addRow(int position, const QString& name, const QString& title);
  void setText(const QString& label, const QString& text);

  QPointer<pqPipelineSource> Source;
  QTimer Timer;
  QElapsedTimer SinceProgress;
  pqHistoryChart* Chart = nullptr;
  QFormLayout* Form = nullptr;
  QStringList Columns;           ///< that have rows of their own
  QMap<QString, QLabel*> Titles; ///< of rows, by the name of what they show
  QMap<QString, QLabel*> Labels; ///< the same, with values
  QPushButton* PauseResume = nullptr;
  QPushButton* Stop = nullptr;
  QPushButton* OneStep = nullptr;
  QPushButton* SaveHistory = nullptr;
  vtkNew<vtkTable> History;
  vtkNew<vtkEventQtSlotConnect> Progress; ///< of Source's algorithm
  bool ShownBefore = false;
};

#endif
