#ifndef pqConditionalNoteDecorator_h
#define pqConditionalNoteDecorator_h

#include "pqPropertyWidgetDecorator.h"

#include <QString>

class QLabel;

/**
 * Shows a note below a list while no entry is checked, for lists where this does not mean "none":
 *
 *   <PropertyWidgetDecorator type="ConditionalNote" text="None ticked means all."/>
 *
 * With value="0" it shows the note while a number is that, for numbers that stand for another one.
 * With server="remote", too, it does so only where the filter executes in another process.
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

  QLabel* Note;
  QString Value;     ///< empty for lists
  bool IsApplicable; ///< to this server
};

#endif
