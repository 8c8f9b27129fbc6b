#include "pqMonitorNumbers.h"

#include "pqOptimizationHistory.h"
#include "pqOptimizationSource.h"
#include "pqUnits.h"
#include "vtkSMSourceProxy.h"
#include "vtkTable.h"

#include <QFormLayout>
#include <QLabel>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace
{
using pqOptimizationHistory::last;
using pqOptimizationSource::information;
using pqOptimizationSource::isBusy;

//-----------------------------------------------------------------------------
QString number(double value, int digits = 5)
{
  return QString::number(value, 'g', digits);
}

//-----------------------------------------------------------------------------
/// Returns the unit of a column after a space; empty if it has none or units are not known.
QString unitOf(vtkSMSourceProxy* proxy, const std::string& column)
{
  const QString unit = pqUnits::unitOfName(proxy, QString::fromStdString(column));
  return unit.isEmpty() ? unit : " " + unit;
}

//-----------------------------------------------------------------------------
QString duration(double seconds)
{
  if (seconds < 60.0)
  {
    return QString("%1 s").arg(number(seconds, 3));
  }
  const auto whole = static_cast<qlonglong>(std::lround(seconds));
  return whole < 3600 ? QString("%1 min %2 s").arg(whole / 60).arg(whole % 60)
                      : QString("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60);
}
}

//-----------------------------------------------------------------------------
pqMonitorNumbers::pqMonitorNumbers(QWidget* parent)
  : Superclass(parent), Form(new QFormLayout(this))
{
  this->Form->setContentsMargins(0, 0, 0, 0);
  this->Form->setLabelAlignment(Qt::AlignLeft);
  const std::pair<const char*, QString> rows[] = { { "Optimization", tr("Optimization") },
    { "Status", tr("Status") }, { "Activity", tr("Right now") },
    { "Iteration", tr("Iterations done") }, { "Objective", tr("Objective") },
    { "Seconds", tr("Time an iteration") }, { "TimeLeft", tr("Time left, about") },
    { "Device", tr("Device") }, { "Memory", tr("Device memory") } };
  for (const auto& row : rows)
  {
    this->addRow(this->Form->rowCount(), row.first, row.second);
  }
}

//-----------------------------------------------------------------------------
void pqMonitorNumbers::addRow(int position, const QString& name, const QString& title)
{
  auto* label = new QLabel(this);
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* titleLabel = new QLabel(title + ":", this);
  titleLabel->setObjectName(name + "Title");
  this->Form->insertRow(position, titleLabel, label);
  this->Labels[name] = label;
  this->Titles[name] = titleLabel;
}

//-----------------------------------------------------------------------------
void pqMonitorNumbers::showColumns(const QStringList& columns)
{
  if (columns == this->Columns)
  {
    return;
  }
  for (const QString& column : this->Columns)
  {
    this->Form->removeRow(this->Labels.take(column));
    this->Titles.remove(column);
  }
  this->Columns = columns;
  int position = 0;
  QFormLayout::ItemRole role = QFormLayout::FieldRole;
  this->Form->getWidgetPosition(this->Labels["Objective"], &position, &role);
  for (const QString& column : this->Columns)
  {
    this->addRow(++position, column, pqOptimizationHistory::title(column.toStdString()));
  }
}

//-----------------------------------------------------------------------------
void pqMonitorNumbers::showNumbers(
  const QString& source, vtkSMSourceProxy* proxy, vtkTable* history)
{
  this->setText("Optimization", source);
  this->setText("Status", information(proxy, "Status").toString());
  // The status is highlighted like the notices in views on results that must not be misinterpreted.
  const bool hasFault = !isBusy(proxy) && !information(proxy, "DesignFault").toString().isEmpty();
  const QString style = hasFault ? "background: #ffe9a8; color: black;" : "";
  if (style != this->Labels["Status"]->styleSheet())
  {
    // A change repaints the window with all of its views.
    this->Labels["Status"]->setStyleSheet(style);
  }
  this->setText("Activity", isBusy(proxy) ? information(proxy, "Activity").toString() : QString());
  const QString device = information(proxy, "DeviceUsed").toString();
  this->setText("Device", device);
  this->Titles["Memory"]->setText(
    device.startsWith("Processor") ? tr("Memory:") : tr("Device memory:"));
  const double memory = information(proxy, "DeviceMemory").toDouble();
  this->setText("Memory", memory > 0.0 ? tr("%1 MiB").arg(number(memory, 4)) : tr("none held"));
  const std::string objective = pqOptimizationHistory::objective(proxy);
  const std::string seconds = pqOptimizationHistory::seconds(proxy);
  QStringList columns;
  for (vtkIdType i = 1; i < history->GetNumberOfColumns(); ++i) // starts after the iteration
  {
    const std::string name = history->GetColumnName(i);
    if (name != objective && name != seconds)
    {
      columns << QString::fromStdString(name);
    }
  }
  this->showColumns(columns);
  if (history->GetNumberOfRows() == 0)
  {
    for (const QString& label :
      QStringList{ "Iteration", "Objective", "Seconds", "TimeLeft" } + this->Columns)
    {
      this->setText(label, QString());
    }
    return;
  }
  this->Titles["Objective"]->setText(pqOptimizationHistory::title(objective) + ":");
  this->setText("Objective", number(last(history, objective)) + unitOf(proxy, objective));
  const int left = information(proxy, "IterationsLeft").toInt();
  const double mean = pqOptimizationHistory::recentMean(history, seconds);
  const int iteration = static_cast<int>(last(history, pqOptimizationHistory::IterationColumn));
  this->setText("Iteration", tr("%1 of %2").arg(iteration).arg(iteration + left));
  this->showValues(proxy, history);
  this->setText("Seconds", duration(mean));
  this->setText("TimeLeft", isBusy(proxy) ? duration(mean * left) : QString());
}

//-----------------------------------------------------------------------------
void pqMonitorNumbers::showValues(vtkSMSourceProxy* proxy, vtkTable* history)
{
  const std::vector<pqOptimizationHistory::Bound> bounds = pqOptimizationHistory::bounds(proxy);
  for (const QString& column : this->Columns)
  {
    const QString unit = unitOf(proxy, column.toStdString());
    QString text = number(last(history, column.toStdString()), 4) + unit;
    bool isMet = true;
    for (const pqOptimizationHistory::Bound& bound : bounds)
    {
      if (column.toStdString() == bound.column)
      {
        text += (bound.isUpper ? tr(", at most %1") : tr(", at least %1"))
                  .arg(number(bound.bound) + unit);
        isMet = isMet && bound.isMet;
      }
    }
    this->setText(column, text);
    const QString style = isMet ? "" : "color: #c00000; font-weight: bold;";
    if (style != this->Labels[column]->styleSheet())
    {
      this->Labels[column]->setStyleSheet(style);
    }
  }
}

//-----------------------------------------------------------------------------
void pqMonitorNumbers::clear()
{
  for (QLabel* label : this->Labels)
  {
    label->clear();
  }
  this->setText("Optimization", tr("None. Choose one in the pipeline."));
}

//-----------------------------------------------------------------------------
void pqMonitorNumbers::setText(const QString& label, const QString& text)
{
  this->Labels[label]->setText(text);
}
