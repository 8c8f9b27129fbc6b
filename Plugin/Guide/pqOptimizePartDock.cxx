#include "pqOptimizePartDock.h"

#include "pqActiveObjects.h"
#include "pqConditionStep.h"
#include "pqMaterialStep.h"
#include "pqPartPipeline.h"
#include "pqPartStep.h"
#include "pqRunStep.h"
#include "pqTargetStep.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace
{
constexpr int MillisecondsToCollect = 100;
constexpr int CharactersOfWidth = 44;

//-----------------------------------------------------------------------------
pqConditionStep::Kind supports()
{
  return { "MechanicalSupport", QObject::tr("Supports"),
    QObject::tr(
      "Where is the part held? Press <b>Add a Support</b> and click on faces, such as the "
      "holes of its screws; Ctrl takes more. Tick the directions that cannot move."),
    QObject::tr("Add a Support"), QObject::tr("Remove Support"),
    { "Faces", "FaceMarks", "SupportType", "HoldX", "HoldY", "HoldZ", "Status" } };
}

//-----------------------------------------------------------------------------
pqConditionStep::Kind loads()
{
  return { "MechanicalLoad", QObject::tr("Loads"),
    QObject::tr("What acts on the part? Press <b>Add a Load</b>, click on the faces that are "
                "loaded, and give the value. Loads of one load case act together."),
    QObject::tr("Add a Load"), QObject::tr("Remove Load"),
    { "Faces", "FaceMarks", "LoadType", "Force", "Pressure", "Traction", "Moment", "RemotePoint",
      "RemoteMoment", "LoadCase", "Status" } };
}

//-----------------------------------------------------------------------------
pqConditionStep::Kind regions()
{
  return { "DesignRegion", QObject::tr("Keep"),
    QObject::tr("What must stay as it is, such as the walls of bores and faces of contact? Press "
                "<b>Add a Region</b>, click on its faces and give the <b>Distance</b> inwards that "
                "stays solid. This step may be left out."),
    QObject::tr("Add a Region"), QObject::tr("Remove Region"),
    { "Faces", "FaceMarks", "Kind", "Distance", "Status" }, false };
}
}

//-----------------------------------------------------------------------------
pqOptimizePartDock::pqOptimizePartDock(QWidget* parent) : Superclass(parent)
{
  this->setWindowTitle(tr("Optimize a Part"));
  this->setObjectName("pqOptimizePartDock");
  this->toggleViewAction()->setObjectName("actionOptimizePart");
  this->Later.setSingleShot(true);
  this->Later.setInterval(MillisecondsToCollect);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqOptimizePartDock::refresh);
  QObject::connect(
    this, &QDockWidget::visibilityChanged, this, &pqOptimizePartDock::onVisibilityChanged);
  this->hide(); // hidden until shown by the user
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::onVisibilityChanged(bool isVisible)
{
  if (!isVisible)
  {
    return;
  }
  if (!this->Pipeline)
  {
    this->build();
  }
  if (!this->Pipeline->part())
  {
    this->Pipeline->adopt(pqActiveObjects::instance().activeSource());
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::build()
{
  this->Pipeline = new pqPartPipeline(this);
  auto* contents = new QWidget(this);
  contents->setObjectName("Contents");
  auto* layout = new QVBoxLayout(contents);
  this->Titles = new QListWidget(contents);
  this->Titles->setObjectName("Steps");
  this->Titles->setToolTip(tr("The steps; those with a tick are done"));
  layout->addWidget(this->Titles);
  this->Pages = new QStackedWidget;
  this->Pages->setObjectName("Pages");
  this->Scrolled = new QScrollArea(contents);
  this->Scrolled->setObjectName("Page");
  this->Scrolled->setFrameShape(QFrame::NoFrame);
  this->Scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  this->Scrolled->setWidgetResizable(true);
  this->Scrolled->setWidget(this->Pages);
  this->Scrolled->setMinimumWidth(CharactersOfWidth * this->fontMetrics().averageCharWidth());
  layout->addWidget(this->Scrolled, 1);
  this->Message = new QLabel(contents);
  this->Message->setObjectName("Message");
  this->Message->setWordWrap(true);
  this->Message->setStyleSheet("color: #b00020;");
  this->Message->hide();
  layout->addWidget(this->Message);
  auto* buttons = new QHBoxLayout;
  this->Back = new QPushButton(tr("Back"), contents);
  this->Back->setObjectName("Back");
  this->Next = new QPushButton(tr("Next"), contents);
  this->Next->setObjectName("Next");
  buttons->addWidget(this->Back);
  buttons->addStretch(1);
  buttons->addWidget(this->Next);
  layout->addLayout(buttons);
  this->setWidget(contents);

  this->addStep(new pqPartStep(this->Pipeline));
  this->addStep(new pqMaterialStep(this->Pipeline));
  this->addStep(new pqConditionStep(supports(), this->Pipeline));
  this->addStep(new pqConditionStep(loads(), this->Pipeline));
  this->addStep(new pqConditionStep(regions(), this->Pipeline));
  this->addStep(new pqTargetStep(this->Pipeline));
  this->addStep(new pqRunStep(this->Pipeline));
  // All steps are seen at once.
  this->Titles->setFixedHeight(
    static_cast<int>(this->Steps.size()) * this->Titles->sizeHintForRow(0) +
    2 * this->Titles->frameWidth());

  QObject::connect(this->Titles, &QListWidget::currentRowChanged, this, &pqOptimizePartDock::goTo);
  QObject::connect(this->Next, &QPushButton::clicked, this, &pqOptimizePartDock::next);
  QObject::connect(this->Back, &QPushButton::clicked, this, &pqOptimizePartDock::back);
  QObject::connect(
    this->Pipeline, &pqPartPipeline::changed, &this->Later, QOverload<>::of(&QTimer::start));
  this->goTo(0);
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::addStep(pqGuideStep* step)
{
  this->Steps << step;
  this->Titles->addItem(step->title());
  this->Pages->addWidget(step);
  QObject::connect(step, &pqGuideStep::edited, &this->Later, QOverload<>::of(&QTimer::start));
  QObject::connect(step, &pqGuideStep::edited, this, [this]() { this->tell(QString()); });
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::tell(const QString& message)
{
  this->Message->setText(message);
  this->Message->setVisible(!message.isEmpty());
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::widen()
{
  const int needed = this->Pages->minimumSizeHint().width() +
    this->Scrolled->verticalScrollBar()->sizeHint().width();
  this->Scrolled->setMinimumWidth(std::max(this->Scrolled->minimumWidth(), needed));
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::goTo(int step)
{
  const int present = this->Pages->currentIndex();
  this->tell(QString());
  if (step > present)
  {
    // A later step uses the results of all before it.
    for (int before = present; before < step; ++before)
    {
      const QString message = this->Steps[before]->finish();
      if (!message.isEmpty())
      {
        step = before;
        this->tell(message);
        break;
      }
    }
  }
  this->Pages->setCurrentIndex(step);
  this->Steps[step]->enter();
  this->refresh();
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::next()
{
  this->goTo(this->Pages->currentIndex() + 1);
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::back()
{
  this->goTo(this->Pages->currentIndex() - 1);
}

//-----------------------------------------------------------------------------
void pqOptimizePartDock::refresh()
{
  if (!this->Pipeline || !this->isVisible())
  {
    return;
  }
  const int present = this->Pages->currentIndex();
  const QSignalBlocker blocker(this->Titles);
  for (int row = 0; row < this->Steps.size(); ++row)
  {
    const pqGuideStep* step = this->Steps[row];
    const QString summary = step->summary();
    const QString tick = step->isDone() ? QString::fromUtf8("\u2713 ") : QString("    ");
    this->Titles->item(row)->setText(
      tick + step->title() + (summary.isEmpty() ? QString() : ": " + summary));
  }
  this->Titles->setCurrentRow(present);
  this->Steps[present]->refresh();
  this->widen();
  this->Back->setEnabled(present > 0);
  this->Next->setEnabled(present + 1 < this->Steps.size());
}
