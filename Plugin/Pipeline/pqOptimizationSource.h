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
class vtkSMProperty;
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

/// Returns the item as a pipeline source if it has the hint, else nullptr.
pqPipelineSource* cast(pqServerManagerModelItem* item);

/// Returns the item as a pipeline source if it has either hint: it can be stopped, can be continued
/// by the command Continue, and has results in its panel. Else nullptr.
pqPipelineSource* castSolver(pqServerManagerModelItem* item);

/// Returns the array of port 0 that shows the design; its values lie in [0, 1].
std::string designArray(vtkSMSourceProxy* proxy);

/// Returns the attribute type of that array: vtkDataObject::CELL, or POINT if densities are
/// continuous.
int designAttribute(vtkSMSourceProxy* proxy);

/// Returns the port of the final design, with all cells and without time, or -1 if there is none.
int designPort(vtkSMSourceProxy* proxy);

/// Whether a proxy has a hint.
bool hasHint(vtkSMProxy* proxy, const char* name);

/// Returns the port of the convergence table, or -1 if there is none.
int convergencePort(vtkSMSourceProxy* proxy);

/// Returns the port of the boundary of each iteration, which is shown with the design, or -1.
int boundaryPort(vtkSMSourceProxy* proxy);

/// Returns the port of the summary of another solver, or -1 if there is none.
int summaryPort(vtkSMSourceProxy* proxy);

/// Returns the port of the structure that is shown, by default 0.
int structurePort(vtkSMSourceProxy* proxy);

/// Returns the upper end of the color range of the structure: the value of the field array in the
/// hint, or 0 if there is none.
double upperColor(vtkSMSourceProxy* proxy);

/// Returns false for properties that affect only the display of a design: those with the hint
/// <DisplayOnly/> in their XML.
bool changesDesign(vtkSMSourceProxy* proxy, const char* propertyName);

/// Whether port 0 has visible cells.
bool hasVisibleCells(vtkSMSourceProxy* proxy);

/// Returns the present value of an information-only property; invalid if there is no such property.
QVariant information(vtkSMSourceProxy* proxy, const char* propertyName);

/// Fetches an information-only property from the process of the filter, unless there is a snapshot.
void fetch(vtkSMSourceProxy* proxy, vtkSMProperty* property);

/**
 * All information-only properties of a filter on a server, fetched together by the constructor, as
 * otherwise each of them takes a round trip. Without effect for filters in this process. Snapshots
 * are destroyed in reverse order of construction.
 */
class Snapshot
{
public:
  explicit Snapshot(vtkSMSourceProxy* proxy);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

private:
  bool IsFetched;
};

/// Whether the optimization runs in the background.
bool isLive(vtkSMSourceProxy* proxy);

/// Whether the optimization is being set up or runs.
bool isBusy(vtkSMSourceProxy* proxy);

/// Sets the time of the animation scene, after updating its time steps.
void goToTime(pqPipelineSource* source, double time);

/// Updates a set of the sources that have not been applied since the user created them, or since
/// their Apply was undone. Must be called when the modified state of a source has changed.
void trackNew(pqPipelineSource* source, QSet<pqPipelineSource*>& newSources);

/// Returns the panels with an Apply button.
QList<pqPropertiesPanel*> propertiesPanels();

/// Shows a line of text in the status bar for a while.
void showMessage(const QString& text);
}

#endif
