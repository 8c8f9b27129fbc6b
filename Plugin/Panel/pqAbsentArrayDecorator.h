#ifndef pqAbsentArrayDecorator_h
#define pqAbsentArrayDecorator_h

#include "pqPropertyWidgetDecorator.h"

class QComboBox;

/**
 * Decorator for a property whose default array is optional: if the input has no such array and the
 * property has its default value, the choice reads "No DesignRegion" instead of showing ParaView's
 * question mark. The property keeps its value, so that the array is used once the input has it.
 */
class pqAbsentArrayDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  using Superclass = pqPropertyWidgetDecorator;

public:
  pqAbsentArrayDecorator(vtkPVXMLElement* xml, pqPropertyWidget* parent);
  ~pqAbsentArrayDecorator() override = default;

private Q_SLOTS:
  void update();

private:
  Q_DISABLE_COPY(pqAbsentArrayDecorator)

  QComboBox* Choices;
};

#endif
