#include "pqFacePicker.h"

#include "pqApplicationCore.h"
#include "pqConditionSource.h"
#include "pqFaceView.h"
#include "pqOutputPort.h"
#include "pqPipelineSource.h"
#include "pqRenderView.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "vtkCommand.h"
#include "vtkDataObject.h"
#include "vtkEventQtSlotConnect.h"
#include "vtkRenderWindowInteractor.h"
#include "vtkRenderer.h"
#include "vtkSMParaViewPipelineController.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMRepresentationProxy.h"
#include "vtkSMSessionProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <QApplication>
#include <QKeyEvent>

#include <array>
#include <cmath>
#include <vector>

namespace
{
constexpr int Delay = 15;      ///< of hovering after a movement, milliseconds
constexpr int MostOfClick = 3; ///< pixels between press and release
constexpr unsigned int ElementsOfArray = 5;
const char* const Hidden = "HiddenRepresentations";

//-----------------------------------------------------------------------------
vtkRenderWindowInteractor* interactorOf(pqRenderView* view)
{
  return view ? view->getRenderViewProxy()->GetInteractor() : nullptr;
}
}

//-----------------------------------------------------------------------------
pqFacePicker::pqFacePicker(vtkSMProxy* condition, QObject* parent)
  : Superclass(parent), Condition(condition)
{
  this->Later.setSingleShot(true);
  this->Later.setInterval(Delay);
  QObject::connect(&this->Later, &QTimer::timeout, this, &pqFacePicker::hover);
}

//-----------------------------------------------------------------------------
pqFacePicker::~pqFacePicker()
{
  this->setArmed(false);
  this->removeRepresentation();
}

//-----------------------------------------------------------------------------
pqView* pqFacePicker::viewFor(pqView* active) const
{
  if (qobject_cast<pqRenderView*>(active))
  {
    return active;
  }
  const vtkSMPropertyHelper input(this->Condition, "Input");
  auto* part = input.GetNumberOfElements() > 0
    ? pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(
        input.GetAsProxy())
    : nullptr;
  pqOutputPort* port =
    part ? part->getOutputPort(static_cast<int>(input.GetOutputPort())) : nullptr;
  for (pqView* view : port ? port->getViews() : QList<pqView*>())
  {
    if (qobject_cast<pqRenderView*>(view))
    {
      return view;
    }
  }
  return nullptr;
}

//-----------------------------------------------------------------------------
void pqFacePicker::setView(pqView* view)
{
  auto* renderView = qobject_cast<pqRenderView*>(view);
  if (renderView == this->View)
  {
    return;
  }
  const bool wasArmed = this->Armed;
  this->setArmed(false);
  this->View = renderView;
  this->setArmed(wasArmed);
  this->updateRepresentation();
}

//-----------------------------------------------------------------------------
bool pqFacePicker::updateSource()
{
  const vtkSMPropertyHelper input(this->Condition, "Input");
  auto* part =
    input.GetNumberOfElements() > 0 ? vtkSMSourceProxy::SafeDownCast(input.GetAsProxy()) : nullptr;
  if (!part)
  {
    return false;
  }
  SCOPED_UNDO_EXCLUDE();
  if (!this->Source)
  {
    vtkSMSessionProxyManager* manager = this->Condition->GetSessionProxyManager();
    this->Source.TakeReference(
      vtkSMSourceProxy::SafeDownCast(manager->NewProxy("internal_filters", "PickableFaces")));
    if (!this->Source)
    {
      return false;
    }
    const std::array<double, 3> color =
      pqConditionSource::markersColor(vtkSMSourceProxy::SafeDownCast(this->Condition));
    vtkSMPropertyHelper(this->Source, "ChosenColor").Set(color.data(), 3);
  }
  vtkSMPropertyHelper(this->Source, "Input").Set(part, input.GetOutputPort());
  for (const char* name : { "PatchAngle", "BodyThreshold" })
  {
    vtkSMPropertyHelper(this->Source, name)
      .Set(vtkSMUncheckedPropertyHelper(this->Condition, name).GetAsDouble());
  }
  const vtkSMUncheckedPropertyHelper array(this->Condition, "BodyArray");
  for (unsigned int i = 0; i < ElementsOfArray && i < array.GetNumberOfElements(); ++i)
  {
    vtkSMPropertyHelper(this->Source, "BodyArray").Set(i, array.GetAsString(i));
  }
  std::vector<vtkIdType> numbers;
  for (const QVariant& number : this->Numbers)
  {
    numbers.push_back(number.toLongLong());
  }
  vtkSMPropertyHelper faces(this->Source, "Faces");
  faces.SetNumberOfElements(static_cast<unsigned int>(numbers.size()));
  faces.Set(numbers.data(), static_cast<unsigned int>(numbers.size()));
  vtkSMPropertyHelper(this->Source, "LitFace").Set(static_cast<vtkIdType>(this->Lit));
  this->Source->UpdateVTKObjects();
  this->Source->UpdatePipeline();
  return true;
}

//-----------------------------------------------------------------------------
void pqFacePicker::updateRepresentation()
{
  SCOPED_UNDO_EXCLUDE();
  const bool isShown =
    (this->Shown || this->Armed || this->Lit >= 0) && this->View && this->updateSource();
  if (!isShown || this->RepresentationView != this->View)
  {
    this->removeRepresentation();
  }
  if (!isShown)
  {
    return;
  }
  if (!this->Representation)
  {
    vtkSMRenderViewProxy* view = this->View->getRenderViewProxy();
    this->Representation.TakeReference(view->CreateDefaultRepresentation(this->Source, 0));
    if (!this->Representation)
    {
      return;
    }
    vtkNew<vtkSMParaViewPipelineController> controller;
    controller->PreInitializeProxy(this->Representation);
    vtkSMPropertyHelper(this->Representation, "Input").Set(this->Source, 0);
    controller->PostInitializeProxy(this->Representation);
    vtkSMPropertyHelper(this->Representation, "Representation").Set("Surface");
    vtkSMPropertyHelper(this->Representation, "ColorArrayName")
      .SetInputArrayToProcess(vtkDataObject::CELL, "Colors");
    vtkSMPropertyHelper(this->Representation, "MapScalars").Set(0);
    vtkSMPropertyHelper(this->Representation, "Ambient").Set(0.4);
    vtkSMPropertyHelper(this->Representation, "Pickable").Set(0);
    this->Representation->UpdateVTKObjects();
    vtkSMPropertyHelper(view, Hidden).Add(this->Representation);
    view->UpdateVTKObjects();
    this->RepresentationView = this->View;
  }
  this->render();
}

//-----------------------------------------------------------------------------
void pqFacePicker::removeRepresentation()
{
  SCOPED_UNDO_EXCLUDE();
  if (this->Representation && this->RepresentationView)
  {
    vtkSMProxy* view = this->RepresentationView->getProxy();
    vtkSMPropertyHelper(view, Hidden).Remove(this->Representation);
    view->UpdateVTKObjects();
    this->RepresentationView->render();
  }
  this->Representation = nullptr;
  this->RepresentationView = nullptr;
}

//-----------------------------------------------------------------------------
QList<pqFacePicker::Face> pqFacePicker::setFaces(const QList<QVariant>& numbers)
{
  this->Numbers = numbers;
  QList<Face> faces;
  this->updateRepresentation();
  if (numbers.isEmpty() || !(this->Representation || this->updateSource()))
  {
    return faces;
  }
  vtkSMProperty* descriptions = this->Source->GetProperty("ChosenDescriptions");
  this->Source->UpdatePropertyInformation(descriptions);
  const QString text = vtkSMPropertyHelper(descriptions).GetAsString();
  for (const QString& line : text.split('\n', Qt::SkipEmptyParts))
  {
    constexpr int numbersOfMark = 4;
    const QStringList words = line.split('\t');
    Face face;
    face.exists = words.size() > numbersOfMark;
    for (int i = 0; i < numbersOfMark; ++i)
    {
      face.mark << (face.exists ? words[i].toDouble() : 0.0);
    }
    face.description = words.value(numbersOfMark);
    faces << face;
  }
  return faces;
}

//-----------------------------------------------------------------------------
void pqFacePicker::setShown(bool shown)
{
  if (shown != this->Shown)
  {
    this->Shown = shown;
    this->updateRepresentation();
  }
}

//-----------------------------------------------------------------------------
void pqFacePicker::setArmed(bool armed)
{
  if (armed == this->Armed)
  {
    return;
  }
  this->Armed = armed;
  this->IsPressed = false;
  this->Later.stop();
  this->Events->Disconnect();
  qApp->removeEventFilter(this);
  vtkRenderWindowInteractor* interactor = interactorOf(this->View);
  if (armed && interactor)
  {
    this->Events->Connect(interactor, vtkCommand::MouseMoveEvent, this, SLOT(onMove()));
    this->Events->Connect(interactor, vtkCommand::LeftButtonPressEvent, this, SLOT(onPress()));
    this->Events->Connect(interactor, vtkCommand::LeftButtonReleaseEvent, this, SLOT(onRelease()));
    qApp->installEventFilter(this); // the view need not have the focus
  }
  this->Lit = -1;
  this->updateRepresentation();
}

//-----------------------------------------------------------------------------
void pqFacePicker::light(qint64 number)
{
  if (number != this->Lit)
  {
    this->Lit = number;
    this->updateRepresentation();
  }
}

//-----------------------------------------------------------------------------
void pqFacePicker::lookAt(qint64 number)
{
  this->light(number);
  if (this->Source)
  {
    vtkSMProperty* sight = this->Source->GetProperty("LitSight");
    this->Source->UpdatePropertyInformation(sight);
    std::array<double, 8> numbers = {};
    vtkSMPropertyHelper(sight).Get(numbers.data(), 8);
    pqFaceView::lookAt(this->View, numbers);
  }
}

//-----------------------------------------------------------------------------
bool pqFacePicker::eventFilter(QObject* object, QEvent* event)
{
  if (this->Armed && event->type() == QEvent::KeyPress &&
    static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && !QApplication::activeModalWidget())
  {
    Q_EMIT this->escaped();
    return true;
  }
  return this->Superclass::eventFilter(object, event);
}

//-----------------------------------------------------------------------------
void pqFacePicker::onMove()
{
  if (vtkRenderWindowInteractor* interactor = interactorOf(this->View))
  {
    const int* position = interactor->GetEventPosition();
    this->Position = QPoint(position[0], position[1]);
    if (!this->IsPressed && !this->Later.isActive())
    {
      this->Later.start();
    }
  }
}

//-----------------------------------------------------------------------------
void pqFacePicker::onPress()
{
  this->onMove();
  this->Later.stop();
  this->Pressed = this->Position;
  this->IsPressed = true;
}

//-----------------------------------------------------------------------------
void pqFacePicker::onRelease()
{
  const bool wasPressed = this->IsPressed;
  this->IsPressed = false;
  this->onMove();
  this->Later.stop();
  const QPoint moved = this->Position - this->Pressed;
  if (!wasPressed || std::abs(moved.x()) > MostOfClick || std::abs(moved.y()) > MostOfClick)
  {
    return; // the view was turned
  }
  const qint64 number = this->faceAt(this->Pressed);
  if (number >= 0)
  {
    Q_EMIT this->clicked(number, interactorOf(this->View)->GetControlKey() != 0);
  }
}

//-----------------------------------------------------------------------------
qint64 pqFacePicker::faceAt(const QPoint& position)
{
  vtkRenderer* renderer = this->View ? this->View->getRenderViewProxy()->GetRenderer() : nullptr;
  if (!renderer || !this->Source)
  {
    return -1;
  }
  SCOPED_UNDO_EXCLUDE();
  const std::array<double, 6> ray = pqFaceView::rayThrough(renderer, position);
  vtkSMPropertyHelper(this->Source, "Ray").Set(ray.data(), 6);
  this->Source->UpdateVTKObjects();
  vtkSMProperty* hit = this->Source->GetProperty("HitFace");
  this->Source->UpdatePropertyInformation(hit);
  return vtkSMPropertyHelper(hit).GetAsIdType();
}

//-----------------------------------------------------------------------------
void pqFacePicker::hover()
{
  const qint64 number = this->faceAt(this->Position);
  if (number == this->Lit)
  {
    return;
  }
  QString description;
  if (number >= 0)
  {
    vtkSMProperty* text = this->Source->GetProperty("HitDescription");
    this->Source->UpdatePropertyInformation(text);
    description = vtkSMPropertyHelper(text).GetAsString();
  }
  this->light(number);
  Q_EMIT this->hovered(number, description);
}

//-----------------------------------------------------------------------------
void pqFacePicker::render()
{
  if (this->View)
  {
    this->View->render();
  }
}
