#include "pqOptimizationMonitor.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqFileDialog.h"
#include "pqHistoryChart.h"
#include "pqOptimizationHistory.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServerManagerModel.h"
#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkEventQtSlotConnect.h"
#include "vtkSMSourceProxy.h"
#include "vtkTable.h"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <string>
#include <utility>

namespace
{
using pqOptimizationHistory::last;
using pqOptimizationSource::information;
using pqOptimizationSource::isBusy;
using pqOptimizationSource::isLive;

constexpr int MillisecondsBetweenLooks = 250;

//-----------------------------------------------------------------------------
QString number(double value, int digits = 5)
{
  return QString::number(value, 'g', digits);
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
pqOptimizationMonitor::pqOptimizationMonitor(QWidget* parent) : Superclass(parent)
{
  this->setWindowTitle(tr("Optimization Monitor"));
  this->build();
  this->hide(); // until it is asked for

  QObject::connect(&pqActiveObjects::instance(), &pqActiveObjects::sourceChanged, this,
    &pqOptimizationMonitor::onSourceChanged);
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::preSourceRemoved, this, &pqOptimizationMonitor::onSourceRemoved);
  QObject::connect(this, &QDockWidget::visibilityChanged, this, &pqOptimizationMonitor::refresh);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqOptimizationMonitor::refresh);
  this->Timer.setInterval(MillisecondsBetweenLooks);
  this->SinceProgress.start();
  this->onSourceChanged(pqActiveObjects::instance().activeSource());
  this->refresh();
}

//-----------------------------------------------------------------------------
pqOptimizationMonitor::~pqOptimizationMonitor() = default;

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::showOnce()
{
  for (auto* dock : pqCoreUtilities::mainWidget()->findChildren<pqOptimizationMonitor*>())
  {
    if (!dock->ShownBefore)
    {
      dock->ShownBefore = true;
      dock->show();
      dock->raise();
    }
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::build()
{
  auto* contents = new QWidget(this);
  contents->setObjectName("Contents");
  auto* layout = new QVBoxLayout(contents);
  this->Chart = new pqHistoryChart(contents);
  layout->addWidget(this->Chart, 1);

  auto* buttons = new QHBoxLayout;
  this->PauseResume = this->addButton(buttons, "PauseResume", tr("Pause"),
    tr("Pause the run, in the midst of an iteration too, or go on with it"),
    &pqOptimizationMonitor::pauseOrResume);
  this->OneStep = this->addButton(buttons, "OneStep", tr("One Step"),
    tr("Complete one iteration, then pause"), &pqOptimizationMonitor::stepOnce);
  this->Stop = this->addButton(buttons, "Stop", tr("Stop"),
    tr("End the run and free its memory; its iterations stay, and Resume goes on from there"),
    &pqOptimizationMonitor::stop);
  this->SaveHistory = this->addButton(buttons, "SaveHistory", tr("Save History..."),
    tr("Save all numbers of all iterations as CSV"), &pqOptimizationMonitor::saveHistory);
  layout->addLayout(buttons);

  auto* form = new QFormLayout;
  form->setLabelAlignment(Qt::AlignLeft);
  const std::pair<const char*, QString> rows[] = { { "Optimization", tr("Optimization") },
    { "Status", tr("Status") }, { "Activity", tr("Right now") }, { "Iteration", tr("Iteration") },
    { "Objective", tr("Compliance") }, { "VolumeFraction", tr("Volume fraction") },
    { "DensityChange", tr("Density change") }, { "Seconds", tr("Time an iteration") },
    { "TimeLeft", tr("Time left, about") }, { "SolverIterations", tr("Solver iterations") },
    { "Residual", tr("Solver residual") }, { "Device", tr("Device") },
    { "Memory", tr("Device memory") } };
  for (const auto& row : rows)
  {
    auto* label = new QLabel(contents);
    label->setObjectName(row.first);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* title = new QLabel(row.second + ":", contents);
    form->addRow(title, label);
    this->Labels[row.first] = label;
    this->Titles[row.first] = title;
  }
  layout->addLayout(form);
  this->setWidget(contents);
}

//-----------------------------------------------------------------------------
QPushButton* pqOptimizationMonitor::addButton(QLayout* layout, const QString& name,
  const QString& text, const QString& help, void (pqOptimizationMonitor::*slot)())
{
  auto* button = new QPushButton(text, this);
  button->setObjectName(name);
  button->setToolTip(help);
  QObject::connect(button, &QPushButton::clicked, this, slot);
  layout->addWidget(button);
  return button;
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::onSourceChanged(pqPipelineSource* source)
{
  if (pqPipelineSource* optimization = pqOptimizationSource::cast(source))
  {
    this->follow(optimization);
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::onSourceRemoved(pqPipelineSource* source)
{
  if (source != this->Source)
  {
    return;
  }
  pqPipelineSource* other = nullptr;
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* item : model->findItems<pqPipelineSource*>())
  {
    other = item != source && pqOptimizationSource::cast(item) ? item : other;
  }
  this->follow(other);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::follow(pqPipelineSource* source)
{
  if (source == this->Source)
  {
    return;
  }
  if (this->Source)
  {
    QObject::disconnect(this->Source, nullptr, this, nullptr);
  }
  this->Progress->Disconnect();
  this->Source = source;
  this->History->Initialize();
  if (source)
  {
    QObject::connect(source, QOverload<pqPipelineSource*>::of(&pqPipelineSource::dataUpdated), this,
      &pqOptimizationMonitor::refresh);
    QObject::connect(source, &pqProxy::nameChanged, this, &pqOptimizationMonitor::refresh);
    // On a server, only the end of an update is heard of.
    if (auto* algorithm = vtkAlgorithm::SafeDownCast(source->getProxy()->GetClientSideObject()))
    {
      this->Progress->Connect(algorithm, vtkCommand::ProgressEvent, this, SLOT(onProgress()));
    }
    this->Timer.start();
  }
  else
  {
    this->Timer.stop();
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::onProgress()
{
  if (this->SinceProgress.elapsed() >= MillisecondsBetweenLooks)
  {
    this->SinceProgress.start();
    this->refresh();
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::refresh()
{
  if (!this->isVisible())
  {
    return;
  }
  if (!this->Source)
  {
    for (QLabel* label : this->Labels)
    {
      label->clear();
    }
    this->setText("Optimization", tr("None. Choose one in the pipeline."));
    this->Chart->show(this->History, "Compliance");
    this->enableButtons(nullptr);
    return;
  }
  vtkSMSourceProxy* proxy = this->Source->getSourceProxy();
  if (this->readHistory(proxy))
  {
    this->Chart->show(this->History, pqOptimizationHistory::objective(proxy));
  }
  this->showNumbers(proxy);
  this->enableButtons(proxy);
}

//-----------------------------------------------------------------------------
bool pqOptimizationMonitor::readHistory(vtkSMSourceProxy* proxy)
{
  const vtkSmartPointer<vtkTable> history = pqOptimizationHistory::read(proxy);
  const bool isNew = this->History->GetNumberOfColumns() != history->GetNumberOfColumns() ||
    this->History->GetNumberOfRows() != history->GetNumberOfRows() ||
    (history->GetNumberOfRows() > 0 &&
      last(this->History, "Compliance") != last(history, "Compliance"));
  this->History->ShallowCopy(history);
  return isNew;
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::showNumbers(vtkSMSourceProxy* proxy)
{
  this->setText("Optimization", this->Source->getSMName());
  this->setText("Status", information(proxy, "Status").toString());
  this->setText("Activity", isBusy(proxy) ? information(proxy, "Activity").toString() : QString());
  this->setText("Device", information(proxy, "DeviceUsed").toString());
  const double memory = information(proxy, "DeviceMemory").toDouble();
  this->setText("Memory", memory > 0.0 ? tr("%1 MiB").arg(number(memory, 4)) : tr("none held"));
  const bool isEmpty = this->History->GetNumberOfRows() == 0;
  if (isEmpty)
  {
    for (const char* label : { "Iteration", "Objective", "VolumeFraction", "DensityChange",
           "Seconds", "TimeLeft", "SolverIterations", "Residual" })
    {
      this->setText(label, QString());
    }
    return;
  }
  const std::string objective = pqOptimizationHistory::objective(proxy);
  this->Titles["Objective"]->setText(
    objective == "Compliance" ? tr("Compliance:") : tr("Output displacement:"));
  this->setText("Objective", number(last(this->History, objective.c_str())));
  const int left = information(proxy, "IterationsLeft").toInt();
  const double seconds = pqOptimizationHistory::secondsOfIteration(this->History);
  const int iteration = static_cast<int>(last(this->History, "Iteration"));
  this->setText("Iteration", tr("%1 of %2").arg(iteration).arg(iteration + left));
  for (const char* column : { "VolumeFraction", "DensityChange", "SolverIterations", "Residual" })
  {
    this->setText(column, number(last(this->History, column), 4));
  }
  this->setText("Seconds", duration(seconds));
  this->setText("TimeLeft", isBusy(proxy) ? duration(seconds * left) : QString());
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::enableButtons(vtkSMSourceProxy* proxy)
{
  const bool live = proxy && isLive(proxy);
  const int state = live ? information(proxy, "RunState").toInt() : pqOptimizationSource::Idle;
  const bool goesOn =
    state == pqOptimizationSource::SettingUp || state == pqOptimizationSource::Running;
  const bool rests =
    state == pqOptimizationSource::Paused || state == pqOptimizationSource::Stopped;
  this->PauseResume->setText(rests ? tr("Resume") : tr("Pause"));
  this->PauseResume->setEnabled(goesOn || rests);
  this->OneStep->setEnabled(
    state == pqOptimizationSource::Running || state == pqOptimizationSource::Paused);
  this->Stop->setEnabled(goesOn || state == pqOptimizationSource::Paused);
  this->SaveHistory->setEnabled(proxy && this->History->GetNumberOfRows() > 0);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::setText(const char* label, const QString& text)
{
  this->Labels[label]->setText(text);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::command(const char* name)
{
  if (this->Source)
  {
    this->Source->getProxy()->InvokeCommand(name);
    this->refresh();
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::pauseOrResume()
{
  const int state = this->Source ? information(this->Source->getSourceProxy(), "RunState").toInt()
                                 : pqOptimizationSource::Idle;
  this->command(state == pqOptimizationSource::Paused || state == pqOptimizationSource::Stopped
      ? "Resume"
      : "Pause");
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::stop()
{
  this->command("Stop");
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::stepOnce()
{
  this->command("OneStep");
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::saveHistory()
{
  pqFileDialog dialog(nullptr, this, tr("Save the history of the optimization"), QString(),
    tr("Comma-separated values (*.csv)"));
  dialog.setObjectName("SaveHistoryDialog");
  dialog.setFileMode(pqFileDialog::AnyFile);
  if (dialog.exec() != QDialog::Accepted)
  {
    return;
  }
  const QString fileName = dialog.getSelectedFiles().first();
  if (!pqOptimizationHistory::save(this->History, fileName))
  {
    pqOptimizationSource::showMessage(tr("%1 could not be written.").arg(fileName));
  }
}
