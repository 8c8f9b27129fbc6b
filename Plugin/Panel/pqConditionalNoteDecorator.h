#ifndef pqConditionalNoteDecorator_h
#define pqConditionalNoteDecorator_h

#include "pqPropertyWidgetDecorator.h"

#include <QList>
#include <QString>

class QLabel;

/**
 * Shows a note below a list while no entry is checked, for lists where this does not mean "none":
 *
 *   <PropertyWidgetDecorator type="ConditionalNote" text="None ticked means all."/>
 *
 * With value="0", the note is shown while a number has this value, for numbers that stand for
 * another value; with value="any", always. With server="ranks" as well, it is shown only if the
 * filter executes on several ranks of a server, with server="one" only on a server of one rank;
 * with filter="Background" only for filters with the property Background. Of several notes, each an
 * element Note with these attributes, the first that applies is shown.
 */
class pqConditionalNoteDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqConditionalNoteDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqConditionalNoteDecorator() override = default;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqConditionalNoteDecorator)

  struct Note
  {
    QString text;
    QString value; ///< empty for lists
  };

  QLabel* Label;
  QList<Note> Notes; ///< that apply to this filter and its server
};

#endif
