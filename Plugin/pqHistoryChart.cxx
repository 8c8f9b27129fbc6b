#include "pqHistoryChart.h"

#include "pqOptimizationHistory.h"
#include "pqQVTKWidget.h"
#include "vtkAxis.h"
#include "vtkChartXY.h"
#include "vtkContextScene.h"
#include "vtkContextView.h"
#include "vtkGenericOpenGLRenderWindow.h"
#include "vtkPen.h"
#include "vtkPlot.h"
#include "vtkRenderer.h"
#include "vtkTable.h"
#include "vtkTextProperty.h"

#include <QColor>
#include <QVBoxLayout>

namespace
{
constexpr int MinimumHeight = 180;
constexpr int TextSize = 11;
constexpr float LineWidth = 2.0f;
constexpr const char* VolumeColumn = "VolumeFraction";
constexpr int BottomLeft = 0; // corners of vtkChartXY
constexpr int BottomRight = 1;
const QColor ObjectiveColor(21, 83, 143);
const QColor VolumeColor(200, 87, 27);

//-----------------------------------------------------------------------------
void labelAxis(vtkAxis* axis, const std::string& column, const QColor& color)
{
  axis->SetTitle(pqOptimizationHistory::title(column).toStdString());
  for (vtkTextProperty* text : { axis->GetTitleProperties(), axis->GetLabelProperties() })
  {
    text->SetFontSize(TextSize);
    text->SetBold(0);
    text->SetColor(color.redF(), color.greenF(), color.blueF());
  }
}
}

//-----------------------------------------------------------------------------
pqHistoryChart::pqHistoryChart(QWidget* parent) : Superclass(parent), Widget(new pqQVTKWidget(this))
{
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
  layout->addWidget(this->Widget);
  labelAxis(
    this->Chart->GetAxis(vtkAxis::BOTTOM), pqOptimizationHistory::IterationColumn, Qt::black);
}

//-----------------------------------------------------------------------------
pqHistoryChart::~pqHistoryChart() = default;

//-----------------------------------------------------------------------------
void pqHistoryChart::show(vtkTable* history, const std::string& objective)
{
  this->Chart->ClearPlots();
  // Too few rows for a line?
  const bool isEmpty =
    history->GetNumberOfRows() < 2 || !history->GetColumnByName(objective.c_str());
  const bool hasVolume =
    !isEmpty && objective != VolumeColumn && history->GetColumnByName(VolumeColumn);
  if (!isEmpty)
  {
    labelAxis(this->Chart->GetAxis(vtkAxis::LEFT), objective, ObjectiveColor);
    this->addLine(history, objective, vtkAxis::LEFT, BottomLeft, ObjectiveColor);
  }
  if (hasVolume)
  {
    vtkAxis* volume = this->Chart->GetAxis(vtkAxis::RIGHT);
    labelAxis(volume, VolumeColumn, VolumeColor);
    this->addLine(history, VolumeColumn, vtkAxis::RIGHT, BottomRight, VolumeColor);
    // The axis of a constant volume must not show rounding errors.
    volume->SetBehavior(vtkAxis::FIXED);
    volume->SetRange(0.0, 1.0);
  }
  if (!isEmpty)
  {
    this->Chart->RecalculateBounds();
  }
  this->Chart->GetAxis(vtkAxis::LEFT)->SetVisible(!isEmpty);
  this->Chart->GetAxis(vtkAxis::BOTTOM)->SetVisible(!isEmpty);
  this->Chart->GetAxis(vtkAxis::RIGHT)->SetVisible(hasVolume);
  if (this->isVisible())
  {
    this->View->Render();
  }
}

//-----------------------------------------------------------------------------
void pqHistoryChart::addLine(
  vtkTable* history, const std::string& column, int axis, int corner, const QColor& color)
{
  vtkPlot* line = this->Chart->AddPlot(vtkChart::LINE);
  line->SetInputData(history, pqOptimizationHistory::IterationColumn, column);
  line->SetColorF(color.redF(), color.greenF(), color.blueF());
  line->SetWidth(LineWidth);
  this->Chart->SetPlotCorner(line, corner);
  this->Chart->GetAxis(axis)->SetNumberOfTicks(-1);
}
