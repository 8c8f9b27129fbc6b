#ifndef pqFacePicker_h
#define pqFacePicker_h

#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <QList>
#include <QObject>
#include <QPoint>
#include <QPointer>
#include <QTimer>
#include <QVariant>

class pqRenderView;
class pqView;
class vtkEventQtSlotConnect;
class vtkSMProxy;
class vtkSMSourceProxy;

/**
 * Finds and lights up the faces of the input of a condition in a view, by the proxy PickableFaces,
 * which is not in the pipeline. All data stay on the server; each movement of the mouse sends a
 * ray.
 *
 * While it is armed, the face under the mouse is lit, and a click, a press and a release within
 * three pixels, is announced. Other events remain those of the view, so that dragging turns it.
 */
class pqFacePicker : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  /// A chosen face.
  struct Face
  {
    bool exists = false;
    QList<QVariant> mark; ///< area and centre
    QString description;
  };

  /// @param condition filter with the properties of a region of faces
  pqFacePicker(vtkSMProxy* condition, QObject* parent = nullptr);
  ~pqFacePicker() override;

  /// Returns the view to pick in: the given one if it is a render view, else one that shows the
  /// part; nullptr if there is none.
  pqView* viewFor(pqView* active) const;

  void setView(pqView* view);
  /// Sets the chosen faces. @return what they are
  QList<Face> setFaces(const QList<QVariant>& numbers);
  /// Whether the chosen faces are shown in the view.
  void setShown(bool shown);
  void setArmed(bool armed);
  bool isArmed() const { return this->Armed; }
  /// Lights up a face, or none.
  void light(qint64 number);
  /// Turns and moves the view so that a face is seen from outside, large, with what is around it.
  void lookAt(qint64 number);

Q_SIGNALS:
  /// The face under the mouse; -1 and an empty text if there is none.
  void hovered(qint64 number, const QString& description);
  /// @param adds whether Ctrl was pressed
  void clicked(qint64 number, bool adds);
  /// Escape was pressed.
  void escaped();

protected:
  bool eventFilter(QObject* object, QEvent* event) override;

private Q_SLOTS:
  void onMove();
  void onPress();
  void onRelease();
  void hover();

private:
  Q_DISABLE_COPY(pqFacePicker)

  /// Makes the proxy, or brings it up to date with the condition. @return whether there is an input
  bool updateSource();
  void updateRepresentation();
  void removeRepresentation();
  /// The number of the face at a position of the window's interactor, or -1.
  qint64 faceAt(const QPoint& position);
  void render();

  vtkSMProxy* Condition;
  QPointer<pqRenderView> View;
  vtkSmartPointer<vtkSMSourceProxy> Source;
  vtkSmartPointer<vtkSMProxy> Representation;
  QPointer<pqRenderView> RepresentationView;
  vtkNew<vtkEventQtSlotConnect> Events;
  QTimer Later; ///< of the next look at what is under the mouse
  QList<QVariant> Numbers;
  qint64 Lit = -1;
  QPoint Position;
  QPoint Pressed;
  bool IsPressed = false;
  bool Armed = false;
  bool Shown = false;
};

#endif
