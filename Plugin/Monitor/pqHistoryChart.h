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
 * Chart of the objective, and of the volume fraction if there is one, over iterations, each with
 * its own axis. The objectives of other optimizations that are comparable, if any, share the first
 * axis, and a legend names all. This axis is logarithmic if the user chooses so; else the first
 * values, which may be a hundred times the later ones, do not decide its range.
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

  /// @param curves the first one is that of the followed optimization
  /// @param objective name of the column that all are shown by
  /// @param note a line above the chart, of what is not shown; empty for none
  void show(const std::vector<Curve>& curves, const std::string& objective,
    const QString& note = QString());

private:
  Q_DISABLE_COPY(pqHistoryChart)

  void draw();
  /// Of the first axis: all values, but for those far above most of them.
  void fitRange();
  vtkPlot* addLine(
    vtkTable* history, const std::string& column, int axis, int corner, const QColor& color);

  std::vector<Curve> Curves;
  std::string Objective;
  QString Note;
  QCheckBox* Logarithmic;
  pqQVTKWidget* Widget;
  vtkNew<vtkGenericOpenGLRenderWindow> Window;
  vtkNew<vtkContextView> View;
  vtkNew<vtkChartXY> Chart;
};

#endif
