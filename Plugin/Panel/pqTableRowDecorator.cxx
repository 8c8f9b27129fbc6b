#include "pqTableRowDecorator.h"

#include "pqCoreUtilities.h"
#include "vtkCommand.h"
#include "vtkPVXMLElement.h"
#include "vtkSMEnumerationDomain.h"
#include "vtkSMProperty.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QStyle>
#include <QToolButton>

//-----------------------------------------------------------------------------
pqTableRowDecorator::pqTableRowDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent)
  : Superclass(xml, parent), Of(xml->GetAttributeOrEmpty("of")), Conflict(new QLabel(parent))
{
  vtkSMProxy* proxy = parent->proxy();
  xml->GetScalarAttribute("flag", &this->Flag);
  if (this->Of.isEmpty())
  {
    this->Of = proxy->GetPropertyName(parent->property());
  }
  auto* remove = new QToolButton(parent);
  remove->setObjectName("Remove");
  remove->setIcon(parent->style()->standardIcon(QStyle::SP_DialogCloseButton));
  remove->setAutoRaise(true);
  remove->setToolTip(tr("Remove %1").arg(this->title()));
  QObject::connect(remove, &QToolButton::clicked, this, &pqTableRowDecorator::removeFromTable);
  // The row is not wider than others.
  for (QComboBox* box : parent->findChildren<QComboBox*>())
  {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  }
  this->Conflict->setObjectName("Conflict");
  this->Conflict->setWordWrap(true);
  this->Conflict->setTextInteractionFlags(Qt::TextSelectableByMouse);
  this->Conflict->setStyleSheet("background: #ffe9a8; color: black; padding: 3px;");
  this->Conflict->hide();
  if (auto* layout = qobject_cast<QBoxLayout*>(parent->layout()))
  {
    // The button is beside the field, and what other decorators add stays below both.
    auto* line = new QHBoxLayout();
    if (QLayoutItem* field = layout->takeAt(0))
    {
      line->addItem(field);
    }
    line->addWidget(remove);
    layout->setDirection(QBoxLayout::TopToBottom);
    layout->insertLayout(0, line);
    layout->addWidget(this->Conflict);
  }
  // Unapplied changes are taken into account.
  if (vtkSMProperty* of = proxy->GetProperty(this->Of.toUtf8().data()))
  {
    for (const vtkCommand::EventIds event :
      { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
    {
      pqCoreUtilities::connect(of, event, this, SIGNAL(visibilityChanged()));
    }
  }
}

//-----------------------------------------------------------------------------
bool pqTableRowDecorator::canShowWidget(bool) const
{
  return this->isInTable();
}

//-----------------------------------------------------------------------------
QString pqTableRowDecorator::title() const
{
  return this->xml()->GetAttributeOrEmpty("title");
}

//-----------------------------------------------------------------------------
int pqTableRowDecorator::value() const
{
  const QByteArray name = this->Of.toUtf8();
  vtkSMProxy* proxy = this->parentWidget()->proxy();
  return proxy->GetProperty(name.data())
    ? vtkSMUncheckedPropertyHelper(proxy, name.data()).GetAsInt()
    : 0;
}

//-----------------------------------------------------------------------------
bool pqTableRowDecorator::isInTable() const
{
  return this->Flag != 0 ? (this->value() & this->Flag) != 0 : this->value() != 0;
}

//-----------------------------------------------------------------------------
void pqTableRowDecorator::setValue(int value)
{
  vtkSMProperty* property = this->parentWidget()->proxy()->GetProperty(this->Of.toUtf8().data());
  auto* entries = property ? property->FindDomain<vtkSMEnumerationDomain>() : nullptr;
  // The widget of that property, which may be hidden, passes the choice on as it does the user's.
  QWidget* panel = this->parentWidget()->parentWidget();
  auto* of = panel ? panel->findChild<pqPropertyWidget*>(this->Of) : nullptr;
  auto* box = of ? of->findChild<QComboBox*>() : nullptr;
  if (entries && box)
  {
    box->setCurrentText(entries->GetEntryTextForValue(value));
  }
}

//-----------------------------------------------------------------------------
void pqTableRowDecorator::addToTable()
{
  int added = 1;
  this->xml()->GetScalarAttribute("add", &added);
  this->setValue(this->Flag != 0 ? this->value() | this->Flag : added);
}

//-----------------------------------------------------------------------------
void pqTableRowDecorator::removeFromTable()
{
  this->setValue(this->Flag != 0 ? this->value() & ~this->Flag : 0);
}

//-----------------------------------------------------------------------------
QStringList pqTableRowDecorator::takeConflicts(const QStringList& lines)
{
  const QString says = this->xml()->GetAttributeOrEmpty("says");
  QStringList own;
  QStringList others;
  for (const QString& line : lines)
  {
    (this->isInTable() && line.startsWith(says) ? own : others) << line;
  }
  this->Conflict->setText(own.join('\n'));
  this->Conflict->setVisible(!own.isEmpty());
  return others;
}
