#ifndef pqOptimizationSource_h
#define pqOptimizationSource_h

#include <QList>
#include <QSet>
#include <QString>
#include <QVariant>

#include <string>

class pqPipelineSource;
class pqPropertiesPanel;
class pqServerManagerModelItem;
class vtkSMProxy;
class vtkSMSourceProxy;

/**
 * Properties of a filter that optimizes a design, from the hint <TopologyOptimization
 * design_array="Density" design_port="1" convergence_port="2"/> in its XML, or of another solver,
 * from the hint <StoppableSolver summary_port="1" structure_port="0" upper_color="Name"/>. Filters
 * without these hints are ignored; a new method needs only its XML.
 */
namespace pqOptimizationSource
{
/// Values of the property RunState.
enum RunState
{
  Idle,
  SettingUp,
  Running,
  Paused,
  Finished,
  Stopped,
  Failed
};

/// The item as a pipeline source if it has the hint, else nullptr.
pqPipelineSource* cast(pqServerManagerModelItem* item);

/// The item as a pipeline source if it has either hint: it can be stopped, can be continued by the
/// command Continue, and has results in its panel. Else nullptr.
pqPipelineSource* castSolver(pqServerManagerModelItem* item);

/// Array of port 0 that shows the design; its values lie in [0, 1].
std::string designArray(vtkSMSourceProxy* proxy);

/// Attribute type of that array: vtkDataObject::CELL, or POINT where densities are continuous.
int designAttribute(vtkSMSourceProxy* proxy);

/// Port of the final design, with all cells and without time, or -1 if there is none.
int designPort(vtkSMSourceProxy* proxy);

/// Whether a proxy has a hint.
bool hasHint(vtkSMProxy* proxy, const char* name);

/// Port of the convergence table, or -1 if there is none.
int convergencePort(vtkSMSourceProxy* proxy);

/// Port of the boundary of each iteration, which is shown with the design, or -1 if there is none.
int boundaryPort(vtkSMSourceProxy* proxy);

/// Port of the summary of another solver, or -1 if there is none.
int summaryPort(vtkSMSourceProxy* proxy);

/// Port with the structure that is shown, by default 0.
int structurePort(vtkSMSourceProxy* proxy);

/// Upper end of the color range of the structure: the value of the field array in the hint, or 0 if
/// there is none.
double upperColor(vtkSMSourceProxy* proxy);

/// False for properties that affect only the display of a design: those with the hint
/// <DisplayOnly/> in their XML.
bool changesDesign(vtkSMSourceProxy* proxy, const char* propertyName);

/// Whether its port 0 has cells, and not only hidden ones.
bool hasVisibleCells(vtkSMSourceProxy* proxy);

/// Present value of an information-only property; invalid if there is none of that name.
QVariant information(vtkSMSourceProxy* proxy, const char* propertyName);

/// Whether it runs in the background.
bool isLive(vtkSMSourceProxy* proxy);

/// Whether it is being set up or runs.
bool isBusy(vtkSMSourceProxy* proxy);

/// Sets the time of the animation scene, after updating its time steps.
void goToTime(pqPipelineSource* source, double time);

/// Updates a set of the sources that have not been applied since the user created them, or since
/// Apply was undone. To be called when the modified state of a source has changed.
void trackNew(pqPipelineSource* source, QSet<pqPipelineSource*>& newSources);

/// The panels with an Apply button.
QList<pqPropertiesPanel*> propertiesPanels();

/// Shows a line of text in the status bar for a while.
void showMessage(const QString& text);
}

#endif
