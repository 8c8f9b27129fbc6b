#include "pqPickFacesWidget.h"

#include "pqCoreUtilities.h"
#include "pqFacePicker.h"
#include "vtkCommand.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyGroup.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace
{
constexpr int FacesRegion = 9;    // value of the property Region
constexpr int HeightOfList = 110; // pixels
}

//-----------------------------------------------------------------------------
pqPickFacesWidget::pqPickFacesWidget(vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent)
  : Superclass(proxy, parent), Picker(new pqFacePicker(proxy, this)),
    Button(new QPushButton(tr("Pick Faces"), this)), UnderMouse(new QLabel(this)),
    Chosen(new QWidget(this)), List(new QListWidget(this->Chosen))
{
  this->setShowLabel(false);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  this->Button->setObjectName("PickFaces");
  this->Button->setCheckable(true);
  this->Button->setToolTip(
    tr("Click on faces in the view. Ctrl adds faces, Escape ends, dragging turns the view."));
  layout->addWidget(this->Button);
  this->UnderMouse->setObjectName("UnderMouse");
  this->UnderMouse->setWordWrap(true);
  layout->addWidget(this->UnderMouse);

  this->Chosen->setObjectName("Chosen");
  auto* chosen = new QVBoxLayout(this->Chosen);
  chosen->setContentsMargins(0, 0, 0, 0);
  this->List->setObjectName("List");
  this->List->setMaximumHeight(HeightOfList);
  this->List->setToolTip(
    tr("The chosen faces. A selected one is lit in the view; a double click brings it into view."));
  chosen->addWidget(this->List);
  auto* buttons = new QHBoxLayout();
  auto* remove = new QPushButton(tr("Remove"), this->Chosen);
  remove->setObjectName("Remove");
  remove->setToolTip(tr("Take the selected face out of the region"));
  auto* removeAll = new QPushButton(tr("Remove All"), this->Chosen);
  removeAll->setObjectName("RemoveAll");
  buttons->addWidget(remove);
  buttons->addWidget(removeAll);
  buttons->addStretch();
  chosen->addLayout(buttons);
  layout->addWidget(this->Chosen);

  QObject::connect(this->Button, &QPushButton::toggled, this, &pqPickFacesWidget::onButton);
  QObject::connect(remove, &QPushButton::clicked, this, &pqPickFacesWidget::removeSelected);
  QObject::connect(removeAll, &QPushButton::clicked, this, [this]() { this->choose({}); });
  QObject::connect(this->List, &QListWidget::currentRowChanged, this, &pqPickFacesWidget::onRow);
  QObject::connect(this->List, &QListWidget::itemDoubleClicked, this,
    [this](QListWidgetItem* item)
    {
      const int row = this->List->row(item);
      this->onRow(row); // it may have been the selected row before
      if (row < this->Faces.size())
      {
        this->Picker->lookAt(this->Faces[row].toLongLong());
      }
    });
  QObject::connect(this->Picker, &pqFacePicker::clicked, this, &pqPickFacesWidget::onClick);
  QObject::connect(this->Picker, &pqFacePicker::hovered, this, &pqPickFacesWidget::onHover);
  QObject::connect(this->Picker, &pqFacePicker::escaped, this, [this]() { this->disarm(); });
  this->addPropertyLink(this, "faces", SIGNAL(facesChanged()), group->GetProperty("Faces"));
  this->addPropertyLink(
    this, "faceMarks", SIGNAL(faceMarksChanged()), group->GetProperty("FaceMarks"));
  for (const char* name : { "Region", "PatchAngle", "Input" })
  {
    for (const vtkCommand::EventIds event :
      { vtkCommand::ModifiedEvent, vtkCommand::UncheckedPropertyModifiedEvent })
    {
      pqCoreUtilities::connect(proxy->GetProperty(name), event, this, SLOT(updateList()));
    }
  }
  this->updateList();
}

//-----------------------------------------------------------------------------
pqPickFacesWidget::~pqPickFacesWidget() = default;

//-----------------------------------------------------------------------------
bool pqPickFacesWidget::isRegion() const
{
  return vtkSMUncheckedPropertyHelper(this->proxy(), "Region").GetAsInt() == FacesRegion;
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::setFaces(const QList<QVariant>& faces)
{
  if (faces != this->Faces)
  {
    this->Faces = faces;
    this->updateList();
  }
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::updateList()
{
  const bool isRegion = this->isRegion();
  this->Chosen->setVisible(isRegion && !this->Faces.isEmpty());
  if (!isRegion)
  {
    this->Picker->setShown(false);
    this->disarm();
  }
  this->onHover(-1, QString());
  const QList<pqFacePicker::Face> known = isRegion && this->isSelected()
    ? this->Picker->setFaces(this->Faces)
    : QList<pqFacePicker::Face>();
  const QSignalBlocker blocker(this->List);
  this->List->clear();
  for (int i = 0; i < this->Faces.size(); ++i)
  {
    const QString number = this->Faces[i].toString();
    const bool isKnown = i < known.size();
    this->List->addItem(!isKnown ? tr("face %1").arg(number)
        : known[i].exists        ? tr("%1 (face %2)").arg(known[i].description, number)
                                 : tr("face %1: not found in the part").arg(number));
  }
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::choose(const QList<QVariant>& faces)
{
  // What is known of faces that were chosen before stays as it was then.
  constexpr int numbersOfMark = 4;
  const QList<QVariant> before = this->Faces;
  const QList<QVariant> marks = this->Marks;
  this->Faces = faces;
  this->Picker->setShown(true);
  const QList<pqFacePicker::Face> known = this->Picker->setFaces(faces);
  this->Marks.clear();
  for (int i = 0; i < faces.size(); ++i)
  {
    const int old = before.indexOf(faces[i]);
    const bool isMarked = old >= 0 && marks.size() == numbersOfMark * before.size();
    for (int k = 0; k < numbersOfMark; ++k)
    {
      this->Marks << (isMarked ? marks[numbersOfMark * old + k]
          : i < known.size()   ? known[i].mark[k]
                               : QVariant(0.0));
    }
  }
  this->updateList();
  Q_EMIT this->facesChanged();
  Q_EMIT this->faceMarksChanged();
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::onButton(bool armed)
{
  if (armed && !this->isRegion())
  {
    vtkSMUncheckedPropertyHelper(this->proxy(), "Region").Set(FacesRegion);
    Q_EMIT this->changeAvailable();
  }
  this->Picker->setView(this->Picker->viewFor(this->view()));
  this->Picker->setArmed(armed);
  this->onHover(-1, QString());
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::onClick(qint64 number, bool adds)
{
  QList<QVariant> faces = adds ? this->Faces : QList<QVariant>();
  if (!adds || faces.removeAll(QVariant(number)) == 0)
  {
    faces << QVariant(number);
  }
  this->choose(faces);
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::onHover(qint64 number, const QString& description)
{
  this->UnderMouse->setText(!this->Picker->isArmed()
      ? (this->isRegion() && this->Faces.isEmpty() ? tr("No face is chosen.") : QString())
      : number < 0 ? tr("Click on a face; Ctrl adds faces, Escape ends.")
                   : description);
  this->UnderMouse->setVisible(!this->UnderMouse->text().isEmpty());
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::onRow(int row)
{
  this->Picker->light(row >= 0 && row < this->Faces.size() ? this->Faces[row].toLongLong() : -1);
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::removeSelected()
{
  const int row = this->List->currentRow();
  if (row >= 0 && row < this->Faces.size())
  {
    QList<QVariant> faces = this->Faces;
    faces.removeAt(row);
    this->Picker->light(-1);
    this->choose(faces);
  }
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::disarm()
{
  if (this->Button->isChecked())
  {
    this->Button->setChecked(false);
  }
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::apply()
{
  this->disarm();
  this->Picker->light(-1);
  this->Picker->setShown(false);
  this->Superclass::apply();
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::reset()
{
  this->disarm();
  this->Picker->light(-1);
  this->Picker->setShown(false);
  this->Superclass::reset();
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::select()
{
  this->Superclass::select();
  this->updateList();
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::deselect()
{
  this->Superclass::deselect();
  this->disarm();
  this->Picker->light(-1);
  this->Picker->setShown(false);
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::hideEvent(QHideEvent* event)
{
  this->Superclass::hideEvent(event);
  this->disarm();
}

//-----------------------------------------------------------------------------
void pqPickFacesWidget::setView(pqView* view)
{
  this->Superclass::setView(view);
  pqView* part = this->Picker->viewFor(view);
  this->Button->setEnabled(part != nullptr);
  this->Picker->setView(part);
}
