#ifndef pqHistoryChart_h
#define pqHistoryChart_h

#include "vtkNew.h"

#include <QWidget>

#include <string>

class pqQVTKWidget;
class vtkChartXY;
class vtkContextView;
class vtkGenericOpenGLRenderWindow;
class vtkTable;

/**
 * Chart of the objective, and of the volume fraction if there is one, over iterations, each with
 * its own axis.
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

  /// @param history with the column Iteration, and optionally VolumeFraction; shown once it has two
  /// rows @param objective name of its column
  void show(vtkTable* history, const std::string& objective);

private:
  Q_DISABLE_COPY(pqHistoryChart)

  void addLine(
    vtkTable* history, const std::string& column, int axis, int corner, const QColor& color);

  pqQVTKWidget* Widget;
  vtkNew<vtkGenericOpenGLRenderWindow> Window;
  vtkNew<vtkContextView> View;
  vtkNew<vtkChartXY> Chart;
};

#endif
