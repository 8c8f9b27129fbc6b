#ifndef pqHistoryChart_h
#define pqHistoryChart_h

#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <QString>
#include <QWidget>

#include <string>
#include <vector>

class QCheckBox;
class pqQVTKWidget;
class vtkChartXY;
class vtkContextView;
class vtkGenericOpenGLRenderWindow;
class vtkPlot;
class vtkTable;

/**
 * Chart of the objective and, if it exists, the volume fraction over iterations, each with its own
 * axis. The objectives of other comparable optimizations share the first axis, and a legend names
 * all curves. This axis is logarithmic on request; otherwise its range ignores the first values,
 * which may be a hundred times larger than the later ones.
 */
class pqHistoryChart : public QWidget
{
  Q_OBJECT
  using Superclass = QWidget;

public:
  /// Dynamic property of widgets that may be painted while a pipeline is being updated.
  static constexpr const char* PaintsAtAnyTime = "PaintsAtAnyTime";

  explicit pqHistoryChart(QWidget* parent = nullptr);
  ~pqHistoryChart() override;

  /// A history with the column Iteration, and optionally VolumeFraction; shown once it has two
  /// rows.
  struct Curve
  {
    QString name;
    vtkSmartPointer<vtkTable> history;
  };

  /// @param curves the first one is that of the monitored optimization
  /// @param objective name of the column that is plotted
  /// @param unit of the objective; empty if it is not known
  /// @param note a line above the chart on what is not shown; empty for none
  void show(const std::vector<Curve>& curves, const std::string& objective, const QString& unit,
    const QString& note = QString());

private:
  Q_DISABLE_COPY(pqHistoryChart)

  void draw();
  /// Fits the range of the first axis to all values except those far above most of them.
  void fitRange();
  vtkPlot* addLine(
    vtkTable* history, const std::string& column, int axis, int corner, const QColor& color);

  std::vector<Curve> Curves;
  std::string Objective;
  QString Unit; ///< of the objective
  QString Note;
  QCheckBox* Logarithmic;
  pqQVTKWidget* Widget;
  vtkNew<vtkGenericOpenGLRenderWindow> Window;
  vtkNew<vtkContextView> View;
  vtkNew<vtkChartXY> Chart;
};

#endif
