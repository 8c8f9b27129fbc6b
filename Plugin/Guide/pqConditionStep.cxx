#include "pqConditionStep.h"

#include "pqOptimizationSource.h"
#include "pqPartPipeline.h"
#include "pqPipelineSource.h"
#include "pqProxyWidget.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>

namespace
{
const char* const RegionOfFaces = "Faces";
constexpr int FacesRegion = 9; ///< the same as a number
const char* const PickButton = "PickFaces";
/// Rows of the list that are shown without scrolling.
constexpr int ShownRows = 4;

//-----------------------------------------------------------------------------
/// How many faces are chosen, applied or not; empty for regions of another kind.
QString facesOf(vtkSMProxy* condition)
{
  if (vtkSMUncheckedPropertyHelper(condition, "Region").GetAsInt() != FacesRegion)
  {
    return QString();
  }
  const unsigned int count = vtkSMUncheckedPropertyHelper(condition, "Faces").GetNumberOfElements();
  return count == 1 ? QObject::tr(": 1 face") : QObject::tr(": %1 faces").arg(count);
}

//-----------------------------------------------------------------------------
/// Whether the region of a condition has anything.
bool hasCaught(pqPipelineSource* condition)
{
  for (const char* property : { "CaughtPoints", "CaughtCells" })
  {
    if (pqOptimizationSource::information(condition->getSourceProxy(), property).toInt() > 0)
    {
      return true;
    }
  }
  return false;
}
}

//-----------------------------------------------------------------------------
pqConditionStep::pqConditionStep(const Kind& kind, pqPartPipeline* pipeline)
  : Superclass(kind.Name, kind.Title, kind.Text, pipeline), Which(kind), List(new QListWidget),
    Remove(new QPushButton(kind.Remove))
{
  this->List->setObjectName("List");
  this->List->setMaximumHeight(ShownRows * 2 * this->fontMetrics().height());
  this->add(this->List);
  auto* buttons = new QWidget;
  buttons->setObjectName("Buttons");
  auto* layout = new QHBoxLayout(buttons);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* add = new QPushButton(kind.Add);
  add->setObjectName("Add");
  this->Remove->setObjectName("Remove");
  layout->addWidget(add);
  layout->addWidget(this->Remove);
  this->add(buttons);
  QObject::connect(add, &QPushButton::clicked, this, &pqConditionStep::addOne);
  QObject::connect(this->Remove, &QPushButton::clicked, this, &pqConditionStep::removeChosen);
  QObject::connect(this->List, &QListWidget::currentRowChanged, this, &pqConditionStep::choose);
}

//-----------------------------------------------------------------------------
bool pqConditionStep::isDone() const
{
  const QList<pqPipelineSource*> all = this->pipeline()->conditions(this->Which.Name);
  for (pqPipelineSource* condition : all)
  {
    if (condition->modifiedState() != pqProxy::UNMODIFIED ||
      !pqPartPipeline::error(condition).isEmpty())
    {
      return false;
    }
  }
  // What may be left out is done when the step after it is.
  return this->pipeline()->part() &&
    (!all.isEmpty() || (!this->Which.IsNeeded && this->pipeline()->voxels()));
}

//-----------------------------------------------------------------------------
QString pqConditionStep::summary() const
{
  const int count = this->pipeline()->conditions(this->Which.Name).size();
  return count > 0 ? QString::number(count) : QString();
}

//-----------------------------------------------------------------------------
void pqConditionStep::refresh()
{
  const QList<pqPipelineSource*> all = this->pipeline()->conditions(this->Which.Name);
  {
    const QSignalBlocker blocker(this->List);
    const int row = this->List->currentRow();
    this->List->clear();
    for (pqPipelineSource* condition : all)
    {
      this->List->addItem(condition->getSMName() + facesOf(condition->getProxy()));
      this->List->item(this->List->count() - 1)
        ->setToolTip(
          pqOptimizationSource::information(condition->getSourceProxy(), "Status").toString());
    }
    const int last = static_cast<int>(all.size()) - 1;
    const int shown = static_cast<int>(all.indexOf(this->shownAt(0)));
    this->List->setCurrentRow(shown >= 0 ? shown : (row < 0 || row > last ? last : row));
  }
  this->Remove->setEnabled(!all.isEmpty());
  this->choose(this->List->currentRow());
}

//-----------------------------------------------------------------------------
void pqConditionStep::choose(int row)
{
  this->showProperties(
    0, this->pipeline()->conditions(this->Which.Name).value(row), this->Which.Properties);
}

//-----------------------------------------------------------------------------
void pqConditionStep::addOne()
{
  this->applyShown();
  pqPipelineSource* condition = this->pipeline()->addCondition(this->Which.Name);
  if (condition)
  {
    vtkSMPropertyHelper(condition->getProxy(), "Region").Set(RegionOfFaces);
    condition->getProxy()->UpdateVTKObjects();
    this->showProperties(0, condition, this->Which.Properties);
    this->refresh();
    this->startPicking();
  }
  Q_EMIT this->edited();
}

//-----------------------------------------------------------------------------
void pqConditionStep::startPicking()
{
  pqProxyWidget* properties = this->propertiesAt(0);
  auto* button = properties ? properties->findChild<QAbstractButton*>(PickButton) : nullptr;
  if (button && !button->isChecked())
  {
    button->click();
  }
}

//-----------------------------------------------------------------------------
void pqConditionStep::removeChosen()
{
  pqPipelineSource* condition =
    this->pipeline()->conditions(this->Which.Name).value(this->List->currentRow());
  this->clearProperties(0);
  if (condition)
  {
    this->pipeline()->remove(condition);
  }
  this->refresh();
  Q_EMIT this->edited();
}

//-----------------------------------------------------------------------------
QString pqConditionStep::finish()
{
  QString message = this->applyShown();
  if (!message.isEmpty())
  {
    return message;
  }
  for (pqPipelineSource* condition : this->pipeline()->conditions(this->Which.Name))
  {
    if (condition->modifiedState() != pqProxy::UNMODIFIED)
    {
      pqPartPipeline::apply(condition);
    }
    const QString error = pqPartPipeline::error(condition);
    if (!error.isEmpty())
    {
      return QString("%1: %2").arg(condition->getSMName(), error);
    }
    if (!hasCaught(condition))
    {
      return tr("%1 has no faces. Press Pick Faces and click on the part, or remove it.")
        .arg(condition->getSMName());
    }
  }
  return this->Which.IsNeeded && this->pipeline()->conditions(this->Which.Name).isEmpty()
    ? tr("At least one is needed: press %1.").arg(this->Which.Add)
    : QString();
}
