#ifndef pqCheckpointFileWidget_h
#define pqCheckpointFileWidget_h

#include "pqPropertyWidget.h"

/**
 * File chooser for a string property with panel_widget="CheckpointFile", and in its hints
 * <FileChooser extensions="..." file_description="..."/> and, if the file need not exist yet,
 * <AcceptAnyFile/>.
 *
 * ParaView's own file chooser requires a file list domain, for which ParaView asks for the location
 * of data files whenever a state is loaded.
 */
class pqCheckpointFileWidget : public pqPropertyWidget
{
  Q_OBJECT
  using Superclass = pqPropertyWidget;

public:
  pqCheckpointFileWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqCheckpointFileWidget() override = default;

private:
  Q_DISABLE_COPY(pqCheckpointFileWidget)
};

#endif
