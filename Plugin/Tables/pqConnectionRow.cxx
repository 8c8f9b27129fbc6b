#include "pqConnectionRow.h"

#include "pqResponseTableWidget.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>

namespace
{
const QString Response = "VirtualTemperature";
const QString SideIs = "Side=";
/// Connected designs have virtual temperatures of about this one.
const QString UsualBound = "1.5";
constexpr int WordsOfRow = 6;
constexpr int RegionWord = 3;
constexpr int ParametersWord = 5;
constexpr int Sides = 6;

//-----------------------------------------------------------------------------
/// Splits parameters into the number of the side, 0 for none, and the others.
int sideOf(const QString& parameters, QStringList& others)
{
  int side = 0;
  for (const QString& part : parameters.split(';', Qt::SkipEmptyParts))
  {
    const QString text = part.trimmed();
    if (text.startsWith(SideIs))
    {
      side = text.mid(SideIs.size()).toInt();
    }
    else
    {
      others << text;
    }
  }
  return side;
}
}

//-----------------------------------------------------------------------------
pqConnectionRow::pqConnectionRow(pqResponseTableWidget* constraints, QWidget* parent)
  : Superclass(parent), Constraints(constraints), Place(new QComboBox(this))
{
  this->setObjectName("Connection");
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  auto* label = new QLabel(tr("Connected to"), this);
  label->setToolTip(tr("All material stays connected to this place; the bound on its virtual "
                       "temperature is among the constraints"));
  layout->addWidget(label);
  this->Place->setObjectName("Place");
  this->Place->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  this->Place->addItem(tr("Supported Points"));
  for (const char* side : { "+X", "-X", "+Y", "-Y", "+Z", "-Z" })
  {
    this->Place->addItem(tr("Side %1").arg(side));
  }
  this->Place->setToolTip(label->toolTip());
  layout->addWidget(this->Place, 1);
  auto* remove = new QToolButton(this);
  remove->setObjectName("Remove");
  remove->setIcon(this->style()->standardIcon(QStyle::SP_DialogCloseButton));
  remove->setAutoRaise(true);
  remove->setToolTip(tr("Remove this connection"));
  layout->addWidget(remove);
  QObject::connect(remove, &QToolButton::clicked, this, &pqConnectionRow::removeFromTable);
  QObject::connect(this->Place, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
    &pqConnectionRow::setPlace);
  if (constraints)
  {
    QObject::connect(
      constraints, &pqResponseTableWidget::constraintsChanged, this, &pqConnectionRow::refresh);
  }
  this->refresh();
}

//-----------------------------------------------------------------------------
bool pqConnectionRow::isOffered() const
{
  return this->Constraints && this->Constraints->offers(Response);
}

//-----------------------------------------------------------------------------
int pqConnectionRow::row() const
{
  const QList<QVariant> texts =
    this->Constraints ? this->Constraints->constraints() : QList<QVariant>();
  for (int i = 0; i + WordsOfRow <= texts.size(); i += WordsOfRow)
  {
    if (texts[i].toString() == Response)
    {
      return i / WordsOfRow;
    }
  }
  return -1;
}

//-----------------------------------------------------------------------------
bool pqConnectionRow::isInTable() const
{
  return this->row() >= 0;
}

//-----------------------------------------------------------------------------
void pqConnectionRow::addToTable()
{
  if (this->Constraints)
  {
    this->Constraints->appendConstraint({ Response, "<=", UsualBound, "", "", "" });
  }
}

//-----------------------------------------------------------------------------
void pqConnectionRow::removeFromTable()
{
  if (this->Constraints)
  {
    this->Constraints->removeConstraint(this->row());
  }
}

//-----------------------------------------------------------------------------
void pqConnectionRow::setPlace(int index)
{
  const int row = this->row();
  if (row < 0 || index < 0 || index > Sides)
  {
    return;
  }
  QList<QVariant> texts = this->Constraints->constraints();
  QStringList parameters;
  sideOf(texts[row * WordsOfRow + ParametersWord].toString(), parameters);
  if (index > 0)
  {
    parameters.prepend(SideIs + QString::number(index));
  }
  texts[row * WordsOfRow + RegionWord] = QString();
  texts[row * WordsOfRow + ParametersWord] = parameters.join("; ");
  if (texts != this->Constraints->constraints())
  {
    this->Constraints->replaceConstraints(texts);
  }
}

//-----------------------------------------------------------------------------
void pqConnectionRow::refresh()
{
  const int row = this->row();
  this->setVisible(row >= 0);
  if (row < 0)
  {
    return;
  }
  const QSignalBlocker blocker(this->Place);
  const QList<QVariant> texts = this->Constraints->constraints();
  const QString region = texts[row * WordsOfRow + RegionWord].toString();
  // A region, which the table of constraints offers, is the last choice.
  while (this->Place->count() > Sides + 1)
  {
    this->Place->removeItem(Sides + 1);
  }
  QStringList others;
  int index = sideOf(texts[row * WordsOfRow + ParametersWord].toString(), others);
  if (!region.isEmpty())
  {
    this->Place->addItem(tr("Region %1 of Points").arg(region));
    index = Sides + 1;
  }
  this->Place->setCurrentIndex(index >= 0 && index <= this->Place->count() - 1 ? index : -1);
}
