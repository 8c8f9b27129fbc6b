#include "pqHistoryChart.h"

#include "pqOptimizationHistory.h"
#include "pqQVTKWidget.h"
#include "vtkAxis.h"
#include "vtkChartXY.h"
#include "vtkContextScene.h"
#include "vtkContextView.h"
#include "vtkDataArray.h"
#include "vtkGenericOpenGLRenderWindow.h"
#include "vtkPen.h"
#include "vtkPlot.h"
#include "vtkRenderer.h"
#include "vtkTable.h"
#include "vtkTextProperty.h"

#include <QCheckBox>
#include <QColor>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace
{
constexpr int MinimumHeight = 180;
constexpr int TextSize = 11;
constexpr float LineWidth = 2.0f;
constexpr double FarAboveMedian = 3.0;
constexpr const char* VolumeColumn = "VolumeFraction";
constexpr int BottomLeft = 0; // value of the corner in vtkChartXY
constexpr int BottomRight = 1;
const QColor ObjectiveColor(21, 83, 143);
const QColor VolumeColor(200, 87, 27);
/// Colors of further optimizations, distinguishable for color-blind viewers (Okabe and Ito).
const std::array<QColor, 5> OtherColors = { QColor(0, 158, 115), QColor(204, 121, 167),
  QColor(86, 180, 233), QColor(160, 140, 0), QColor(90, 90, 90) };

//-----------------------------------------------------------------------------
void labelAxis(
  vtkAxis* axis, const std::string& column, const QColor& color, const QString& unit = QString())
{
  const QString title = pqOptimizationHistory::title(column);
  axis->SetTitle((unit.isEmpty() ? title : QString("%1 (%2)").arg(title, unit)).toStdString());
  for (vtkTextProperty* text : { axis->GetTitleProperties(), axis->GetLabelProperties() })
  {
    text->SetFontSize(TextSize);
    text->SetBold(0);
    text->SetColor(color.redF(), color.greenF(), color.blueF());
  }
}
}

//-----------------------------------------------------------------------------
pqHistoryChart::pqHistoryChart(QWidget* parent)
  : Superclass(parent), Logarithmic(new QCheckBox(tr("Logarithmic axis"), this)),
    Widget(new pqQVTKWidget(this))
{
  this->Logarithmic->setObjectName("Logarithmic");
  this->Logarithmic->setToolTip(
    tr("Logarithmic axis of the objective, if all its values are above 0"));
  QObject::connect(this->Logarithmic, &QCheckBox::toggled, this, &pqHistoryChart::draw);
  this->Widget->setObjectName("Chart");
  this->Widget->setRenderWindow(this->Window);
  this->Widget->setMinimumHeight(MinimumHeight);
  this->Widget->renderWidget()->setProperty(PaintsAtAnyTime, true);
  this->View->SetRenderWindow(this->Window);
  this->View->SetInteractor(this->Window->GetInteractor());
  this->View->GetRenderer()->SetBackground(1.0, 1.0, 1.0);
  this->View->GetScene()->AddItem(this->Chart);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(this->Logarithmic, 0, Qt::AlignLeft);
  layout->addWidget(this->Widget, 1);
  this->Chart->GetTitleProperties()->SetFontSize(TextSize);
  this->Chart->GetTitleProperties()->SetBold(0);
  this->Chart->GetTitleProperties()->SetColor(0.3, 0.3, 0.3);
  labelAxis(
    this->Chart->GetAxis(vtkAxis::BOTTOM), pqOptimizationHistory::IterationColumn, Qt::black);
}

//-----------------------------------------------------------------------------
pqHistoryChart::~pqHistoryChart() = default;

//-----------------------------------------------------------------------------
void pqHistoryChart::show(const std::vector<Curve>& curves, const std::string& objective,
  const QString& unit, const QString& note)
{
  this->Curves = curves;
  this->Objective = objective;
  this->Unit = unit;
  this->Note = note;
  this->draw();
}

//-----------------------------------------------------------------------------
void pqHistoryChart::draw()
{
  const std::vector<Curve>& curves = this->Curves;
  const std::string& objective = this->Objective;
  this->Chart->ClearPlots();
  // Tells whether there are too few rows for a line.
  const auto isEmpty = [&objective](const Curve& curve)
  {
    return curve.history->GetNumberOfRows() < 2 ||
      !curve.history->GetColumnByName(objective.c_str());
  };
  const bool hasVolume = !curves.empty() && !isEmpty(curves.front()) && objective != VolumeColumn &&
    curves.front().history->GetColumnByName(VolumeColumn);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < curves.size(); ++i)
  {
    if (!isEmpty(curves[i]))
    {
      vtkPlot* line = this->addLine(curves[i].history, objective, vtkAxis::LEFT, BottomLeft,
        i == 0 ? ObjectiveColor : OtherColors[(i - 1) % OtherColors.size()]);
      line->SetLabel(curves[i].name.toStdString());
      ++shown;
    }
  }
  if (shown > 0)
  {
    labelAxis(this->Chart->GetAxis(vtkAxis::LEFT), objective, ObjectiveColor, this->Unit);
  }
  if (hasVolume)
  {
    vtkAxis* volume = this->Chart->GetAxis(vtkAxis::RIGHT);
    labelAxis(volume, VolumeColumn, VolumeColor);
    this->addLine(curves.front().history, VolumeColumn, vtkAxis::RIGHT, BottomRight, VolumeColor)
      ->SetLabel(pqOptimizationHistory::title(VolumeColumn).toStdString());
    // The range is fixed so that the axis of a constant volume does not show rounding errors.
    volume->SetBehavior(vtkAxis::FIXED);
    volume->SetRange(0.0, 1.0);
  }
  if (shown > 0)
  {
    this->fitRange();
    this->Chart->RecalculateBounds();
  }
  vtkAxis* axis = this->Chart->GetAxis(vtkAxis::LEFT);
  this->setAccessibleDescription(shown == 0 ? QString()
      : axis->GetLogScaleActive()           ? tr("Curves on a logarithmic axis")
      : axis->GetBehavior() == vtkAxis::FIXED
      ? tr("Curves without their first values, which are far above the others")
      : tr("Curves"));
  this->Logarithmic->setVisible(shown > 0);
  this->Chart->SetTitle(shown > 0 ? this->Note.toStdString() : std::string());
  this->Chart->SetShowLegend(curves.size() > 1 && shown > 0);
  this->Chart->GetAxis(vtkAxis::LEFT)->SetVisible(shown > 0);
  this->Chart->GetAxis(vtkAxis::BOTTOM)->SetVisible(shown > 0);
  this->Chart->GetAxis(vtkAxis::RIGHT)->SetVisible(hasVolume);
  if (this->isVisible())
  {
    this->View->Render();
  }
}

//-----------------------------------------------------------------------------
void pqHistoryChart::fitRange()
{
  std::vector<double> values;
  for (const Curve& curve : this->Curves)
  {
    auto* column =
      vtkDataArray::SafeDownCast(curve.history->GetColumnByName(this->Objective.c_str()));
    for (vtkIdType i = 0; column && i < column->GetNumberOfTuples(); ++i)
    {
      values.push_back(column->GetComponent(i, 0));
    }
  }
  std::sort(values.begin(), values.end());
  vtkAxis* axis = this->Chart->GetAxis(vtkAxis::LEFT);
  const bool isPositive = !values.empty() && values.front() > 0.0;
  axis->SetLogScale(isPositive && this->Logarithmic->isChecked());
  const double most = isPositive ? FarAboveMedian * values[values.size() / 2] : 0.0;
  if (!isPositive || axis->GetLogScale() || values.back() <= most)
  {
    axis->SetBehavior(vtkAxis::AUTO);
    return;
  }
  axis->SetBehavior(vtkAxis::FIXED);
  axis->SetRange(values.front(), most);
}

//-----------------------------------------------------------------------------
vtkPlot* pqHistoryChart::addLine(
  vtkTable* history, const std::string& column, int axis, int corner, const QColor& color)
{
  vtkPlot* line = this->Chart->AddPlot(vtkChart::LINE);
  line->SetInputData(history, pqOptimizationHistory::IterationColumn, column);
  line->SetColorF(color.redF(), color.greenF(), color.blueF());
  line->SetWidth(LineWidth);
  this->Chart->SetPlotCorner(line, corner);
  this->Chart->GetAxis(axis)->SetNumberOfTicks(-1);
  return line;
}
