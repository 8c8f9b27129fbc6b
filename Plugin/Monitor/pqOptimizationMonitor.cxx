#include "pqOptimizationMonitor.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqFileDialog.h"
#include "pqHistoryChart.h"
#include "pqOptimizationHistory.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkEventQtSlotConnect.h"
#include "vtkSMSession.h"
#include "vtkSMSourceProxy.h"
#include "vtkTable.h"

#include <QAction>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

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
  this->hide(); // until shown by the user

  // ParaView opens it again at its start if it was open at its end. The user may choose it without
  // there being an optimization.
  this->Leave.setSingleShot(true);
  this->Leave.setInterval(0);
  QObject::connect(&this->Leave, &QTimer::timeout, this, &pqOptimizationMonitor::leaveIfEmpty);
  QObject::connect(
    this, &QDockWidget::visibilityChanged, &this->Leave, QOverload<>::of(&QTimer::start));
  QObject::connect(this->toggleViewAction(), &QAction::triggered, this,
    [this](bool isShown) { this->WantedEmpty = isShown && !this->Source; });

  QObject::connect(&pqActiveObjects::instance(), &pqActiveObjects::sourceChanged, this,
    &pqOptimizationMonitor::onSourceChanged);
  QObject::connect(pqApplicationCore::instance()->getServerManagerModel(),
    &pqServerManagerModel::preSourceRemoved, this, &pqOptimizationMonitor::onSourceRemoved);
  QObject::connect(this, &QDockWidget::visibilityChanged, this, &pqOptimizationMonitor::refresh);
  QObject::connect(&this->Timer, &QTimer::timeout, this, &pqOptimizationMonitor::look);
  this->Timer.setInterval(MillisecondsBetweenLooks);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqOptimizationMonitor::look);
  this->Later.setSingleShot(true);
  this->Later.setInterval(0);
  this->SinceProgress.start();
  this->onSourceChanged(pqActiveObjects::instance().activeSource());
  this->refresh();
}

//-----------------------------------------------------------------------------
pqOptimizationMonitor::~pqOptimizationMonitor() = default;

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::showOnce(pqPipelineSource* started)
{
  QWidget* main = pqCoreUtilities::mainWidget();
  // A dock that becomes larger while it is being moved into place crashes the animation of Qt 5.15.
  auto* window = qobject_cast<QMainWindow*>(main);
  const bool isAnimated = window && window->isAnimated();
  if (window)
  {
    window->setAnimated(false);
  }
  for (auto* dock : main->findChildren<pqOptimizationMonitor*>())
  {
    if (!dock->Source)
    {
      dock->follow(started); // of a loaded state none may be active
    }
    if (!dock->ShownBefore)
    {
      dock->ShownBefore = true;
      dock->show();
      dock->raise();
    }
  }
  if (window)
  {
    window->setAnimated(isAnimated);
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::build()
{
  auto* contents = new QWidget(this);
  contents->setObjectName("Contents");
  auto* layout = new QVBoxLayout(contents);
  this->Chart = new pqHistoryChart(contents);
  this->Chart->setObjectName("History");
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
  // The button has two texts, and the others would move with it.
  const int width = this->PauseResume->sizeHint().width();
  this->PauseResume->setText(tr("Resume"));
  this->PauseResume->setMinimumWidth(std::max(width, this->PauseResume->sizeHint().width()));
  this->PauseResume->setText(tr("Pause"));

  this->Rows = new QWidget;
  this->Rows->setObjectName("Rows");
  this->Form = new QFormLayout(this->Rows);
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
  // In a low dock rows would be cut, and with them what is wrong with a design.
  auto* scrolled = new QScrollArea(contents);
  scrolled->setObjectName("Numbers");
  scrolled->setFrameShape(QFrame::NoFrame);
  scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scrolled->setWidgetResizable(true);
  scrolled->setWidget(this->Rows);
  // The height of the texts, which changes, must not move the buttons.
  scrolled->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  layout->addWidget(scrolled, 2);
  this->setWidget(contents);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::addRow(int position, const QString& name, const QString& title)
{
  auto* label = new QLabel(this->Rows);
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* titleLabel = new QLabel(title + ":", this->Rows);
  titleLabel->setObjectName(name + "Title");
  this->Form->insertRow(position, titleLabel, label);
  this->Labels[name] = label;
  this->Titles[name] = titleLabel;
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::showColumns(const QStringList& columns)
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
    QObject::disconnect(this->Source, nullptr, &this->Later, nullptr);
  }
  this->Progress->Disconnect();
  this->Source = source;
  this->History->Initialize();
  this->Drawn.clear();
  if (source)
  {
    QObject::connect(source, QOverload<pqPipelineSource*>::of(&pqPipelineSource::dataUpdated),
      &this->Later, QOverload<>::of(&QTimer::start));
    QObject::connect(source, &pqProxy::nameChanged, this, &pqOptimizationMonitor::refresh);
    // With a server, only the end of an update is signalled.
    if (auto* algorithm = vtkAlgorithm::SafeDownCast(source->getProxy()->GetClientSideObject()))
    {
      this->Progress->Connect(algorithm, vtkCommand::ProgressEvent, this, SLOT(onProgress()));
    }
    this->Timer.start();
  }
  else
  {
    this->Timer.stop();
    this->refresh(); // not while hidden
    this->leaveIfEmpty();
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::leaveIfEmpty()
{
  if (!this->Source && !this->WantedEmpty && !this->isHidden()) // it may be behind another dock
  {
    this->ShownBefore = false; // the next run opens it again
    this->hide();
  }
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
    this->Chart->show({}, "");
    this->enableButtons(nullptr);
    return;
  }
  vtkSMSourceProxy* proxy = this->Source->getSourceProxy();
  this->History->ShallowCopy(pqOptimizationHistory::read(proxy));
  this->showCurves(proxy);
  this->showNumbers(proxy);
  this->enableButtons(proxy);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::look()
{
  // Else what the run does right now is of a later iteration than its history. A command marks the
  // filter as modified: in the midst of an update, where other slots of this class are called,
  // views would take themselves for up to date and miss the next ones.
  const pqServer* server = this->Source ? this->Source->getServer() : nullptr;
  if (server && this->isVisible() && isLive(this->Source->getSourceProxy()) &&
    !server->isProcessingPending() && !server->session()->GetPendingProgress())
  {
    this->Source->getProxy()->InvokeCommand("Poll");
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::showCurves(vtkSMSourceProxy* proxy)
{
  const std::string objective = pqOptimizationHistory::objective(proxy);
  std::vector<pqHistoryChart::Curve> curves = { { this->Source->getSMName(), this->History } };
  bool isComplete = true;
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  for (pqPipelineSource* item : model->findItems<pqPipelineSource*>(this->Source->getServer()))
  {
    pqPipelineSource* other = item == this->Source ? nullptr : pqOptimizationSource::cast(item);
    if (other && !pqOptimizationHistory::isComparable(proxy, other->getSourceProxy()))
    {
      isComplete = false;
    }
    else if (other && pqOptimizationHistory::objective(other->getSourceProxy()) == objective)
    {
      const vtkSmartPointer<vtkTable> history =
        pqOptimizationHistory::read(other->getSourceProxy());
      if (history->GetNumberOfRows() > 0)
      {
        curves.push_back({ other->getSMName(), history });
      }
    }
  }
  const QString note = isComplete ? QString() : tr("Not shown: runs that are not comparable");
  QStringList drawn{ QString::fromStdString(objective), note };
  for (const pqHistoryChart::Curve& curve : curves)
  {
    drawn << curve.name << QString::number(curve.history->GetNumberOfRows())
          << QString::number(last(curve.history, objective), 'g', 17);
  }
  if (drawn != this->Drawn)
  {
    this->Drawn = drawn;
    this->Chart->show(curves, objective, note);
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::showNumbers(vtkSMSourceProxy* proxy)
{
  this->setText("Optimization", this->Source->getSMName());
  this->setText("Status", information(proxy, "Status").toString());
  // As views mark results that must not be taken for what they are not.
  const bool hasFault = !isBusy(proxy) && !information(proxy, "DesignFault").toString().isEmpty();
  this->Labels["Status"]->setStyleSheet(
    hasFault ? "background: #ffe9a8; color: black;" : QString());
  this->setText("Activity", isBusy(proxy) ? information(proxy, "Activity").toString() : QString());
  const QString device = information(proxy, "DeviceUsed").toString();
  this->setText("Device", device);
  this->Titles["Memory"]->setText(device.startsWith("Host") ? tr("Memory:") : tr("Device memory:"));
  const double memory = information(proxy, "DeviceMemory").toDouble();
  this->setText("Memory", memory > 0.0 ? tr("%1 MiB").arg(number(memory, 4)) : tr("none held"));
  const std::string objective = pqOptimizationHistory::objective(proxy);
  const std::string seconds = pqOptimizationHistory::seconds(proxy);
  QStringList columns;
  for (vtkIdType i = 1; i < this->History->GetNumberOfColumns(); ++i) // but for the iteration
  {
    const std::string name = this->History->GetColumnName(i);
    if (name != objective && name != seconds)
    {
      columns << QString::fromStdString(name);
    }
  }
  this->showColumns(columns);
  if (this->History->GetNumberOfRows() == 0)
  {
    for (const QString& label :
      QStringList{ "Iteration", "Objective", "Seconds", "TimeLeft" } + this->Columns)
    {
      this->setText(label, QString());
    }
    return;
  }
  this->Titles["Objective"]->setText(pqOptimizationHistory::title(objective) + ":");
  this->setText("Objective", number(last(this->History, objective)));
  const int left = information(proxy, "IterationsLeft").toInt();
  const double mean = pqOptimizationHistory::recentMean(this->History, seconds);
  const int iteration =
    static_cast<int>(last(this->History, pqOptimizationHistory::IterationColumn));
  this->setText("Iteration", tr("%1 of %2").arg(iteration).arg(iteration + left));
  for (const QString& column : this->Columns)
  {
    this->setText(column, number(last(this->History, column.toStdString()), 4));
  }
  this->setText("Seconds", duration(mean));
  this->setText("TimeLeft", isBusy(proxy) ? duration(mean * left) : QString());
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
void pqOptimizationMonitor::setText(const QString& label, const QString& text)
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
