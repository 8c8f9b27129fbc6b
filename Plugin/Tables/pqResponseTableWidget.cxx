#include "pqResponseTableWidget.h"

#include "pqConflictNote.h"
#include "pqCoreUtilities.h"
#include "pqResponseRow.h"
#include "vtkCommand.h"
#include "vtkSMDomain.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyGroup.h"
#include "vtkSMProxy.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace
{
constexpr int WordsOfConstraint = 6;
constexpr int WordsOfObjective = 3;

//-----------------------------------------------------------------------------
QStringList textsOf(const QList<QVariant>& values, int first, int count)
{
  QStringList texts;
  for (const QVariant& value : values.mid(first, count))
  {
    texts << value.toString();
  }
  return texts;
}
}

//-----------------------------------------------------------------------------
pqResponseTableWidget::pqResponseTableWidget(
  vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent)
  : Superclass(proxy, parent), Kinds(pqResponseKinds::read(proxy)),
    ObjectiveTitle(new QLabel(this)),
    Objective(new pqResponseRow(pqResponseRow::Objective, this->Kinds, proxy, this)),
    RowLayout(new QVBoxLayout())
{
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  this->ObjectiveTitle->setObjectName("ObjectiveTitle");
  this->ObjectiveTitle->setWordWrap(true);
  layout->addWidget(this->ObjectiveTitle);
  this->Objective->setObjectName("ObjectiveRow");
  layout->addWidget(this->Objective);
  layout->addLayout(this->RowLayout);
  auto* add = new QPushButton(tr("Add Constraint"), this);
  add->setObjectName("AddConstraint");
  add->setToolTip(tr("Add a row with a response and its bound"));
  layout->addWidget(add, 0, Qt::AlignLeft);
  layout->addWidget(new pqConflictNote(proxy, "Conflicts", this));
  QObject::connect(add, &QPushButton::clicked, this, &pqResponseTableWidget::addConstraint);
  QObject::connect(this->Objective, &pqResponseRow::changed, this,
    &pqResponseTableWidget::objectiveOptionsChanged);
  this->addPropertyLink(
    this, "constraints", SIGNAL(constraintsChanged()), group->GetProperty("Constraints"));
  this->addPropertyLink(
    this, "objectiveOptions", SIGNAL(objectiveOptionsChanged()), group->GetProperty("Objective"));
  if (vtkSMProperty* objective = proxy->GetProperty("Objective"))
  {
    for (const vtkCommand::EventIds event :
      { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
    {
      pqCoreUtilities::connect(objective, event, this, SLOT(showObjective()));
    }
  }
  for (const char* name : { "ForceArrays", "VolumeRegion", "PointRegion" })
  {
    if (vtkSMProperty* property = proxy->GetProperty(name))
    {
      for (const vtkCommand::EventIds event : { vtkCommand::ModifiedEvent,
             vtkCommand::UncheckedPropertyModifiedEvent, vtkCommand::DomainModifiedEvent })
      {
        pqCoreUtilities::connect(property, event, this, SLOT(offerChoices()));
      }
    }
  }
  this->showObjective();
}

//-----------------------------------------------------------------------------
QList<QVariant> pqResponseTableWidget::constraints() const
{
  QList<QVariant> all;
  for (const pqResponseRow* row : this->Rows)
  {
    for (const QString& text : row->texts())
    {
      all << text;
    }
  }
  return all;
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::setConstraints(const QList<QVariant>& texts)
{
  if (texts == this->constraints())
  {
    return;
  }
  const int count = texts.size() / WordsOfConstraint;
  while (this->Rows.size() > count)
  {
    delete this->Rows.takeLast();
  }
  while (this->Rows.size() < count)
  {
    this->appendRow();
  }
  for (int i = 0; i < count; ++i)
  {
    this->Rows[i]->setTexts(textsOf(texts, i * WordsOfConstraint, WordsOfConstraint));
  }
}

//-----------------------------------------------------------------------------
QList<QVariant> pqResponseTableWidget::objectiveOptions() const
{
  const QStringList texts = this->Objective->texts();
  QList<QVariant> values;
  if (std::any_of(texts.begin(), texts.end(), [](const QString& text) { return !text.isEmpty(); }))
  {
    for (const QString& text : texts)
    {
      values << text;
    }
  }
  return values;
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::setObjectiveOptions(const QList<QVariant>& texts)
{
  if (texts != this->objectiveOptions())
  {
    const bool isEmpty = texts.size() < WordsOfObjective;
    this->Objective->setTexts(
      isEmpty ? QStringList{ "", "", "" } : textsOf(texts, 0, WordsOfObjective));
  }
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::addConstraint()
{
  this->appendRow();
  Q_EMIT this->constraintsChanged();
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::appendConstraint(const QStringList& texts)
{
  this->appendRow()->setTexts(texts);
  Q_EMIT this->constraintsChanged();
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::replaceConstraints(const QList<QVariant>& texts)
{
  this->setConstraints(texts);
  Q_EMIT this->constraintsChanged();
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::removeConstraint(int number)
{
  if (number >= 0 && number < this->Rows.size())
  {
    this->removeRow(this->Rows[number]);
  }
}

//-----------------------------------------------------------------------------
bool pqResponseTableWidget::offers(const QString& response) const
{
  return std::any_of(this->Kinds.begin(), this->Kinds.end(),
    [&response](const pqResponseKind& kind) { return kind.name == response; });
}

//-----------------------------------------------------------------------------
pqResponseRow* pqResponseTableWidget::appendRow()
{
  auto* row = new pqResponseRow(pqResponseRow::Constraint, this->Kinds, this->proxy(), this);
  this->RowLayout->addWidget(row);
  this->Rows << row;
  this->nameRows();
  QObject::connect(row, &pqResponseRow::changed, this, &pqResponseTableWidget::constraintsChanged);
  QObject::connect(row, &pqResponseRow::removed, this, [this, row]() { this->removeRow(row); });
  return row;
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::removeRow(pqResponseRow* row)
{
  this->Rows.removeOne(row);
  row->hide();
  row->deleteLater(); // its button is being clicked
  this->nameRows();
  Q_EMIT this->constraintsChanged();
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::nameRows()
{
  for (int i = 0; i < this->Rows.size(); ++i)
  {
    this->Rows[i]->setObjectName(QString("Constraint%1").arg(i + 1));
  }
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::showObjective()
{
  const QString label = pqResponseKinds::objective(this->proxy());
  this->Objective->setResponse(label);
  this->ObjectiveTitle->setText(tr("Minimize the %1 of").arg(label.toLower()));
  this->ObjectiveTitle->setVisible(!this->Objective->isHidden());
}

//-----------------------------------------------------------------------------
void pqResponseTableWidget::offerChoices()
{
  this->Objective->offerChoices();
  for (pqResponseRow* row : this->Rows)
  {
    row->offerChoices();
  }
}
