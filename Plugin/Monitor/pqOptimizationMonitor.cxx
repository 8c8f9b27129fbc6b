#include "pqOptimizationMonitor.h"

#include "pqActiveObjects.h"
#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqHistoryChart.h"
#include "pqMonitorNumbers.h"
#include "pqOptimizationHistory.h"
#include "pqOptimizationSource.h"
#include "pqPipelineSource.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUnits.h"
#include "vtkAlgorithm.h"
#include "vtkCommand.h"
#include "vtkEventQtSlotConnect.h"
#include "vtkSMSession.h"
#include "vtkSMSourceProxy.h"
#include "vtkTable.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace
{
using pqOptimizationHistory::last;
using pqOptimizationSource::information;
using pqOptimizationSource::isLive;

constexpr int MillisecondsBetweenLooks = 250;
/// Over a line to a server: while nothing goes on, and times the last look lasted.
constexpr int MillisecondsOfRemoteRest = 2000;
constexpr int RestOfLine = 4;
}

//-----------------------------------------------------------------------------
pqOptimizationMonitor::pqOptimizationMonitor(QWidget* parent) : Superclass(parent)
{
  this->setWindowTitle(tr("Optimization Monitor"));
  this->build();
  this->hide(); // hidden until shown by the user

  // ParaView restores the dock at start-up if it was open when ParaView quit. The user may open it
  // without an optimization.
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
  // A dock that grows while it is being moved into place crashes the animation of Qt 5.15.
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
      dock->follow(started); // none may be active in a loaded state
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
void pqOptimizationMonitor::showRested(pqPipelineSource* source)
{
  for (auto* dock : pqCoreUtilities::mainWidget()->findChildren<pqOptimizationMonitor*>())
  {
    if (dock->Source == source)
    {
      dock->refresh();
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
  // The button has two texts. Its width is fixed so that the other buttons do not move.
  const int width = this->PauseResume->sizeHint().width();
  this->PauseResume->setText(tr("Resume"));
  this->PauseResume->setMinimumWidth(std::max(width, this->PauseResume->sizeHint().width()));
  this->PauseResume->setText(tr("Pause"));

  this->Numbers = new pqMonitorNumbers;
  this->Numbers->setObjectName("Rows");
  // A scroll area is used because rows, such as the faults of a design, would be cut off in a low
  // dock.
  auto* scrolled = new QScrollArea(contents);
  scrolled->setObjectName("Numbers");
  scrolled->setFrameShape(QFrame::NoFrame);
  scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scrolled->setWidgetResizable(true);
  scrolled->setWidget(this->Numbers);
  // The changing height of the texts must not move the buttons.
  scrolled->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
  layout->addWidget(scrolled, 2);
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
    // With a remote server, only the end of an update is signalled.
    if (auto* algorithm = vtkAlgorithm::SafeDownCast(source->getProxy()->GetClientSideObject()))
    {
      this->Progress->Connect(algorithm, vtkCommand::ProgressEvent, this, SLOT(onProgress()));
    }
    this->Timer.start(MillisecondsBetweenLooks);
  }
  else
  {
    this->Timer.stop();
    this->refresh(); // it is not called while hidden
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
    this->Numbers->clear();
    this->Chart->show({}, "", "");
    this->enableButtons(nullptr);
    return;
  }
  vtkSMSourceProxy* proxy = this->Source->getSourceProxy();
  const pqOptimizationSource::Snapshot snapshot(proxy);
  this->History->ShallowCopy(pqOptimizationHistory::read(proxy));
  this->showCurves(proxy);
  this->Numbers->showNumbers(this->Source->getSMName(), proxy, this->History);
  this->enableButtons(proxy);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::look()
{
  if (this->GoesOn && this->IsInSlices)
  {
    return; // showRested() is called when the server answers
  }
  // Without polling, the displayed activity would belong to a later iteration than the history. The
  // command marks the filter as modified: during an update, in which other slots of this
  // class are called, views would be considered up to date and miss the next updates.
  const pqServer* server = this->Source ? this->Source->getServer() : nullptr;
  QElapsedTimer time;
  time.start();
  if (server && this->isVisible() && isLive(this->Source->getSourceProxy()) &&
    !server->isProcessingPending() && !server->session()->GetPendingProgress())
  {
    this->Source->getProxy()->InvokeCommand("Poll");
  }
  this->refresh();
  if (server && server->isRemote())
  {
    this->lookEvery(std::max(this->GoesOn ? MillisecondsBetweenLooks : MillisecondsOfRemoteRest,
      RestOfLine * static_cast<int>(time.elapsed())));
  }
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
    if (!other)
    {
      continue;
    }
    if (!pqOptimizationHistory::isComparable(proxy, other->getSourceProxy()))
    {
      isComplete = false;
      continue;
    }
    const pqOptimizationSource::Snapshot snapshot(other->getSourceProxy());
    if (pqOptimizationHistory::objective(other->getSourceProxy()) == objective)
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
  const QString unit = pqUnits::unitOfName(proxy, QString::fromStdString(objective));
  QStringList drawn{ QString::fromStdString(objective), unit, note };
  for (const pqHistoryChart::Curve& curve : curves)
  {
    drawn << curve.name << QString::number(curve.history->GetNumberOfRows())
          << QString::number(last(curve.history, objective), 'g', 17);
  }
  if (drawn != this->Drawn)
  {
    this->Drawn = drawn;
    this->Chart->show(curves, objective, unit, note);
  }
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::enableButtons(vtkSMSourceProxy* proxy)
{
  const bool live = proxy && isLive(proxy);
  const int state = live ? information(proxy, "RunState").toInt() : pqOptimizationSource::Idle;
  this->GoesOn = state == pqOptimizationSource::SettingUp || state == pqOptimizationSource::Running;
  this->IsInSlices = live && information(proxy, "SliceSeconds").toDouble() > 0.0;
  const bool rests =
    state == pqOptimizationSource::Paused || state == pqOptimizationSource::Stopped;
  this->PauseResume->setText(rests ? tr("Resume") : tr("Pause"));
  this->PauseResume->setEnabled(this->GoesOn || rests);
  this->OneStep->setEnabled(
    state == pqOptimizationSource::Running || state == pqOptimizationSource::Paused);
  this->Stop->setEnabled(this->GoesOn || state == pqOptimizationSource::Paused);
  this->SaveHistory->setEnabled(proxy && this->History->GetNumberOfRows() > 0);
}

//-----------------------------------------------------------------------------
void pqOptimizationMonitor::command(const char* name)
{
  if (this->Source)
  {
    this->Source->getProxy()->InvokeCommand(name);
    if (this->IsInSlices)
    {
      this->Source->getProxy()->InvokeCommand("Poll"); // the command has had its effect
    }
    this->lookEvery(MillisecondsBetweenLooks);
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
void pqOptimizationMonitor::saveHistory()
{
  pqOptimizationHistory::saveAs(this->History, this);
}
