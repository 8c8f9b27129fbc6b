#ifndef pqOptimizationMonitor_h
#define pqOptimizationMonitor_h

#include "vtkNew.h"

#include <QDockWidget>
#include <QElapsedTimer>
#include <QPointer>
#include <QStringList>
#include <QTimer>

class QPushButton;
class pqHistoryChart;
class pqMonitorNumbers;
class pqPipelineSource;
class vtkEventQtSlotConnect;
class vtkSMSourceProxy;
class vtkTable;

/**
 * The dock "Optimization Monitor": state of the active optimization filter, and buttons to pause,
 * resume, stop and step it if it is live. The chart also has the curves of other optimizations of
 * the same objective. It closes with the last optimization.
 *
 * It keeps its filter while other kinds of filters are active. It reads only the filter's
 * properties, so that it also works with a server. A live run is polled several times a second, a
 * synchronous one at progress events and at its end.
 */
class pqOptimizationMonitor : public QDockWidget
{
  Q_OBJECT
  using Superclass = QDockWidget;

public:
  explicit pqOptimizationMonitor(QWidget* parent = nullptr);
  ~pqOptimizationMonitor() override;

  /// Shows the docks of the window at the first call, and after there was no optimization; without
  /// one they follow what has started.
  static void showOnce(pqPipelineSource* started);

private Q_SLOTS:
  void onSourceChanged(pqPipelineSource* source);
  void onSourceRemoved(pqPipelineSource* source);
  void onProgress();
  /// Lets a live run report what it has done, and shows it.
  void look();
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
  /// Takes no room while there is nothing to show; the next live run opens it again.
  void leaveIfEmpty();
  void command(const char* name);
  /// Draws the histories of all optimizations of this objective, if they have changed.
  void showCurves(vtkSMSourceProxy* proxy);
  void enableButtons(vtkSMSourceProxy* proxy);

  QPointer<pqPipelineSource> Source;
  QTimer Timer;
  QTimer Later; ///< after an update
  QElapsedTimer SinceProgress;
  pqHistoryChart* Chart = nullptr;
  pqMonitorNumbers* Numbers = nullptr;
  QPushButton* PauseResume = nullptr;
  QPushButton* Stop = nullptr;
  QPushButton* OneStep = nullptr;
  QPushButton* SaveHistory = nullptr;
  vtkNew<vtkTable> History;
  vtkNew<vtkEventQtSlotConnect> Progress; ///< of Source's algorithm
  QStringList Drawn;                      ///< identifies what the chart shows
  bool ShownBefore = false;
  bool WantedEmpty = false; ///< opened by the user while there is no optimization
  QTimer Leave;
};

#endif
