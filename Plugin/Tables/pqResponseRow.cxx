#include "pqResponseRow.h"

#include "pqUnits.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <initializer_list>

namespace
{
constexpr int LettersOfResponse = 12;
constexpr int LettersOfOption = 4;

//-----------------------------------------------------------------------------
/// Returns the text of a choice as the filter reads it: the first choice is stated by no text.
QString optionOf(const QComboBox* box)
{
  const QString text = box->currentText().trimmed();
  return box->count() > 0 && text == box->itemText(0) ? QString() : text;
}

//-----------------------------------------------------------------------------
void setOption(QComboBox* box, const QString& text)
{
  box->setEditText(text.isEmpty() ? box->itemText(0) : text);
}

//-----------------------------------------------------------------------------
/// Offers the choices after the first, and keeps the present text.
void offer(QComboBox* box, const QStringList& choices)
{
  const QSignalBlocker blocker(box);
  const QString text = box->currentText();
  while (box->count() > 1)
  {
    box->removeItem(1);
  }
  box->addItems(choices);
  box->setEditText(text);
}
}

//-----------------------------------------------------------------------------
pqResponseRow::pqResponseRow(
  Kind kind, const QVector<pqResponseKind>& responses, vtkSMProxy* proxy, QWidget* parent)
  : Superclass(parent), RowKind(kind), Responses(responses), Proxy(proxy),
    Response(new QComboBox(this)), Sense(new QComboBox(this)), Bound(new QLineEdit(this)),
    Unit(new QLabel(this)), Options(new QWidget(this)), Parameters(new QLineEdit(this))
{
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(1);
  auto* first = new QHBoxLayout();
  rows->addLayout(first);
  auto* middle = new QHBoxLayout();
  rows->addLayout(middle);
  this->Response->setObjectName("Response");
  this->Response->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  this->Response->setMinimumContentsLength(LettersOfResponse);
  for (const pqResponseKind& response : responses)
  {
    this->Response->addItem(response.label);
  }
  first->addWidget(this->Response, 1);
  this->Sense->setObjectName("Sense");
  this->Sense->setToolTip(tr("Whether the bound is the largest or the least admissible value"));
  middle->addWidget(this->Sense);
  this->Bound->setObjectName("Bound");
  this->Bound->setPlaceholderText(tr("bound"));
  middle->addWidget(this->Bound, 1);
  auto* remove = new QToolButton(this);
  remove->setObjectName("Remove");
  remove->setIcon(this->style()->standardIcon(QStyle::SP_DialogCloseButton));
  remove->setAutoRaise(true);
  remove->setToolTip(tr("Remove this constraint"));
  first->addWidget(remove);
  this->Options->setObjectName("Options");
  this->Unit->setObjectName("Unit");
  this->Unit->setWordWrap(true);
  middle->addWidget(this->Unit, 1);
  auto* options = new QVBoxLayout(this->Options);
  options->setContentsMargins(0, 0, 0, 0);
  options->setSpacing(1);
  auto* choices = new QHBoxLayout();
  options->addLayout(choices);
  rows->addWidget(this->Options);
  this->Region = this->addOptions(choices, "Region", QString(),
    tr("Number of the region that the response is computed of, as in the array of regions"));
  this->LoadCases = this->addOptions(choices, "LoadCases", tr("All load cases"),
    tr("Force arrays of the load cases; several are separated by semicolons"));
  this->Parameters->setObjectName("Parameters");
  options->addWidget(this->Parameters);
  if (kind == Objective)
  {
    for (QWidget* widget :
      std::initializer_list<QWidget*>{ this->Response, this->Sense, this->Bound, remove })
    {
      widget->hide();
    }
  }
  this->showResponse();
  QObject::connect(this->Response, QOverload<int>::of(&QComboBox::currentIndexChanged), this,
    [this]()
    {
      this->showResponse();
      Q_EMIT this->changed();
    });
  QObject::connect(this->Sense, &QComboBox::currentTextChanged, this, &pqResponseRow::changed);
  QObject::connect(this->Region, &QComboBox::currentTextChanged, this, &pqResponseRow::changed);
  QObject::connect(this->LoadCases, &QComboBox::currentTextChanged, this, &pqResponseRow::changed);
  QObject::connect(this->Bound, &QLineEdit::textChanged, this, &pqResponseRow::changed);
  QObject::connect(this->Parameters, &QLineEdit::textChanged, this, &pqResponseRow::changed);
  QObject::connect(remove, &QToolButton::clicked, this, &pqResponseRow::removed);
}

//-----------------------------------------------------------------------------
QComboBox* pqResponseRow::addOptions(
  QLayout* layout, const QString& name, const QString& all, const QString& help)
{
  auto* box = new QComboBox(this->Options);
  box->setObjectName(name);
  box->setEditable(true);
  box->lineEdit()->setObjectName("Text");
  box->setInsertPolicy(QComboBox::NoInsert);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box->setMinimumContentsLength(LettersOfOption);
  box->setToolTip(help);
  box->addItem(all);
  layout->addWidget(box);
  return box;
}

//-----------------------------------------------------------------------------
QStringList pqResponseRow::texts() const
{
  const int index = this->Response->currentIndex();
  const QString name = index >= 0 ? this->Responses[index].name : QString();
  const auto shown = [](const QWidget* widget) { return !widget->isHidden(); };
  QStringList texts;
  if (this->RowKind == Constraint)
  {
    texts << name << this->Sense->currentText() << this->Bound->text().trimmed();
  }
  return texts << (shown(this->Region) ? optionOf(this->Region) : QString())
               << (shown(this->LoadCases) ? optionOf(this->LoadCases) : QString())
               << (shown(this->Parameters) ? this->Parameters->text().trimmed() : QString());
}

//-----------------------------------------------------------------------------
void pqResponseRow::setTexts(const QStringList& texts)
{
  if (texts == this->texts())
  {
    return;
  }
  const QSignalBlocker blocker(this);
  int i = 0;
  if (this->RowKind == Constraint)
  {
    this->Response->setCurrentIndex(-1); // remains for a response that does not exist
    for (int k = 0; k < this->Responses.size(); ++k)
    {
      if (texts[0] == this->Responses[k].name || texts[0] == this->Responses[k].label)
      {
        this->Response->setCurrentIndex(k);
      }
    }
    if (this->Sense->findText(texts[1]) < 0)
    {
      this->Sense->addItem(texts[1]);
    }
    this->Sense->setCurrentText(texts[1]);
    this->Bound->setText(texts[2]);
    i = 3;
  }
  setOption(this->Region, texts[i]);
  setOption(this->LoadCases, texts[i + 1]);
  this->Parameters->setText(texts[i + 2]);
}

//-----------------------------------------------------------------------------
void pqResponseRow::setResponse(const QString& label)
{
  const QSignalBlocker blocker(this);
  this->Response->setCurrentText(label);
}

//-----------------------------------------------------------------------------
void pqResponseRow::showResponse()
{
  const int index = this->Response->currentIndex();
  const pqResponseKind kind = index >= 0 ? this->Responses[index] : pqResponseKind();
  {
    const QSignalBlocker blocker(this->Sense);
    const QString sense = this->Sense->currentText();
    this->Sense->clear();
    this->Sense->addItems(kind.senses);
    this->Sense->setCurrentText(sense);
  }
  this->Sense->setEnabled(kind.senses.size() > 1);
  this->Unit->setText(kind.unit.isEmpty() ? tr("a ratio") : pqUnits::unit(this->Proxy, kind.unit));
  this->Unit->setVisible(this->RowKind == Constraint);
  const QSignalBlocker blocker(this->Region);
  const bool isWhole = optionOf(this->Region).isEmpty();
  this->Region->setItemText(0,
    kind.name == "VirtualTemperature" ? tr("Supported points or Side")
      : kind.regionOf == "points"     ? tr("All points")
                                      : tr("Whole body"));
  if (isWhole)
  {
    setOption(this->Region, QString());
  }
  this->Region->setVisible(!kind.regionOf.isEmpty());
  this->LoadCases->setVisible(kind.takesLoadCases);
  this->Parameters->setVisible(!kind.parameters.isEmpty());
  this->Parameters->setPlaceholderText(kind.parameters.join("=...; ") + "=...");
  this->Parameters->setToolTip(
    tr("Parameters of the response, as %1=8; without them it has its defaults")
      .arg(kind.parameters.join(", ")));
  this->Options->setVisible(
    !kind.regionOf.isEmpty() || kind.takesLoadCases || !kind.parameters.isEmpty());
  if (this->RowKind == Objective)
  {
    this->setVisible(!this->Options->isHidden());
  }
  this->offerChoices();
}

//-----------------------------------------------------------------------------
void pqResponseRow::offerChoices()
{
  const int index = this->Response->currentIndex();
  offer(this->LoadCases, pqResponseKinds::loadCases(this->Proxy));
  offer(this->Region,
    index >= 0 ? pqResponseKinds::regions(this->Proxy, this->Responses[index].regionOf)
               : QStringList());
}
