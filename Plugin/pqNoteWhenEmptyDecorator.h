#ifndef pqNoteWhenEmptyDecorator_h
#define pqNoteWhenEmptyDecorator_h

#include "pqPropertyWidgetDecorator.h"

#include <QString>

class QLabel;

/**
 * Shows a note below a list while no entry is checked, for lists where this does not mean "none":
 *
 *   <PropertyWidgetDecorator type="NoteWhenEmpty" text="None ticked means all."/>
 *
 * With value="0" it shows the note while a number is that, for numbers that stand for another one.
 */
class pqNoteWhenEmptyDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqNoteWhenEmptyDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqNoteWhenEmptyDecorator() override = default;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqNoteWhenEmptyDecorator)

  QLabel* Note;
  QString Value; ///< empty for lists
};

#endif
