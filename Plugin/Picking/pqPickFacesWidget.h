#ifndef pqPickFacesWidget_h
#define pqPickFacesWidget_h

#include "pqPropertyWidget.h"

#include <QList>
#include <QVariant>

class QLabel;
class QListWidget;
class QPushButton;
class QWidget;
class pqFacePicker;

/**
 * The faces of a region, for <PropertyGroup panel_widget="PickFaces"> with the functions Faces,
 * their numbers, and FaceMarks, their areas and centres: a button that arms the mouse in the active
 * view and makes Faces the kind of the region, and a list of the chosen faces, in which a row
 * lights up its face. A click takes a face instead of those before, a click with Ctrl adds it or
 * takes it away, Escape ends.
 */
class pqPickFacesWidget : public pqPropertyWidget
{
  Q_OBJECT
  Q_PROPERTY(QList<QVariant> faces READ faces WRITE setFaces NOTIFY facesChanged)
  Q_PROPERTY(QList<QVariant> faceMarks READ faceMarks WRITE setFaceMarks NOTIFY faceMarksChanged)
  using Superclass = pqPropertyWidget;

public:
  pqPickFacesWidget(vtkSMProxy* proxy, vtkSMPropertyGroup* group, QWidget* parent = nullptr);
  ~pqPickFacesWidget() override;

  ///@{
  /// Numbers of the chosen faces.
  QList<QVariant> faces() const { return this->Faces; }
  void setFaces(const QList<QVariant>& faces);
  ///@}
  ///@{
  /// Area and centre of each.
  QList<QVariant> faceMarks() const { return this->Marks; }
  void setFaceMarks(const QList<QVariant>& marks) { this->Marks = marks; }
  ///@}

  void apply() override;
  void reset() override;
  void select() override;
  void deselect() override;

public Q_SLOTS: // NOLINT(readability-redundant-access-specifiers)
  void setView(pqView* view) override;

Q_SIGNALS:
  void facesChanged();
  void faceMarksChanged();

protected:
  void hideEvent(QHideEvent* event) override;

private Q_SLOTS:
  void onButton(bool armed);
  void onClick(qint64 number, bool adds);
  void onHover(qint64 number, const QString& description);
  void onRow(int row);
  void removeSelected();
  void updateList();

private:
  Q_DISABLE_COPY(pqPickFacesWidget)

  bool isRegion() const;
  void choose(const QList<QVariant>& faces);
  void disarm();

  QList<QVariant> Faces;
  QList<QVariant> Marks;
  pqFacePicker* Picker;
  QPushButton* Button;
  QLabel* UnderMouse;
  QWidget* Chosen;
  QListWidget* List;
};

#endif
