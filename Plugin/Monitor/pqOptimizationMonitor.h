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
 * resume, stop and step it if it is live. The chart also has the curves of other optimizations with
 * the same objective. The dock closes when the last optimization is removed.
 *
 * The dock keeps its filter while other kinds of filters are active. It reads only properties of
 * the filter, so that it also works with a remote server. A live run is polled several times per
 * second, less often over a slow connection, and in slices between these; a synchronous run is read
 * at progress events and at its end.
 */
class pqOptimizationMonitor : public QDockWidget
{
  Q_OBJECT
  using Superclass = QDockWidget;

public:
  explicit pqOptimizationMonitor(QWidget* parent = nullptr);
  ~pqOptimizationMonitor() override;

  /// Shows the docks of the window at the first call, and again after there was no optimization; if
  /// none is active, they follow the one that has started.
  static void showOnce(pqPipelineSource* started);
  /// Refreshes the docks that follow a run in slices, to be called between two of them.
  static void showRested(pqPipelineSource* source);

private Q_SLOTS:
  void onSourceChanged(pqPipelineSource* source);
  void onSourceRemoved(pqPipelineSource* source);
  void onProgress();
  /// Polls a live run, and shows its state.
  void look();
  void refresh();
  void pauseOrResume();
  void stop() { this->command("Stop"); }
  void stepOnce() { this->command("OneStep"); }
  void saveHistory();

private:
  Q_DISABLE_COPY(pqOptimizationMonitor)

  void build();
  QPushButton* addButton(QLayout* layout, const QString& name, const QString& text,
    const QString& help, void (pqOptimizationMonitor::*slot)());
  void follow(pqPipelineSource* source);
  /// Closes the dock while there is nothing to show; the next live run opens it again.
  void leaveIfEmpty();
  void command(const char* name);
  void lookEvery(int milliseconds) { this->Timer.setInterval(milliseconds); }
  /// Draws the histories of all optimizations with this objective, if they have changed.
  void showCurves(vtkSMSourceProxy* proxy);
  void enableButtons(vtkSMSourceProxy* proxy);

  QPointer<pqPipelineSource> Source;
  QTimer Timer;
  QTimer Later; ///< refreshes after an update
  QElapsedTimer SinceProgress;
  pqHistoryChart* Chart = nullptr;
  pqMonitorNumbers* Numbers = nullptr;
  QPushButton* PauseResume = nullptr;
  QPushButton* Stop = nullptr;
  QPushButton* OneStep = nullptr;
  QPushButton* SaveHistory = nullptr;
  vtkNew<vtkTable> History;
  vtkNew<vtkEventQtSlotConnect> Progress; ///< progress events of the algorithm of Source
  QStringList Drawn;                      ///< identifies what the chart shows
  bool ShownBefore = false;
  bool GoesOn = false;      ///< whether a live run was in progress at the last refresh
  bool IsInSlices = false;  ///< whether its server does not answer most of the time
  bool WantedEmpty = false; ///< whether the user opened the dock without an optimization
  QTimer Leave;
};

#endif
