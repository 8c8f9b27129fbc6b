#ifndef pqShowDesignBehavior_h
#define pqShowDesignBehavior_h

#include "pqShownInputs.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

class pqPipelineSource;
class pqProxy;
class pqServerManagerModelItem;
class vtkObject;

/**
 * Shows the optimized design after Apply.
 *
 * ParaView itself remains at the first time step, the uniform initial design, and scales colors to
 * it. After the first Apply of an optimization filter, this behavior sets the last time step and
 * colors by the design array with the fixed range [0, 1]. After later ones it only sets the last
 * time step, unless only display properties were changed.
 */
class pqShowDesignBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqShowDesignBehavior(QObject* parent = nullptr);
  ~pqShowDesignBehavior() override = default;

public Q_SLOTS:
  /// Must be called during Apply for a filter that Apply continues.
  void showLastTimeStep(pqPipelineSource* source);
  /// Notes that the user stopped the filter before its last time step.
  void markStopped(pqPipelineSource* source);
  /// Shows the new iterate of a live filter.
  void showLiveDesign(pqPipelineSource* source);

Q_SIGNALS:
  /// Emitted when the design of a new filter is shown.
  void designShown(pqPipelineSource* source);

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onModifiedStateChanged(pqServerManagerModelItem* item);
  void onPropertyModified(vtkObject* caller, unsigned long event, void* callData);
  /// Called when a proxy of the panel has its property values and, if new, a representation.
  void onProxyApplied(pqProxy* proxy);
  /// Called after undo or redo, which do not set the time: shows the designs that are restored.
  void onUndoneOrRedone();
  /// Called when all proxies of the panel are applied and their views are up to date.
  void onApplied();

private:
  Q_DISABLE_COPY(pqShowDesignBehavior)

  /// Shows the inputs that Apply has hidden, while there is no design.
  void showInputs(pqPipelineSource* source);
  void hideInputs(pqPipelineSource* source);
  /// Shows what the first design of a live run has hidden, when its Apply is undone.
  void showBefore(pqPipelineSource* source);
  void showNewDesign(pqPipelineSource* source);
  double timeToShow(pqPipelineSource* source) const;
  void goToLastDesign(pqPipelineSource* source) const;

  /// Sources that were created in the window and have not been applied yet.
  QSet<pqPipelineSource*> NewSources;
  /// Sources whose first Apply was redone, so that their designs have to be shown again.
  QSet<pqPipelineSource*> RedoneSources;
  QTimer Later; ///< fires after undo or redo
  /// Sources that were restored by undo of their deletion.
  QList<QPointer<pqPipelineSource>> RestoredSources;
  /// Inputs that are shown until there is a first design.
  pqShownInputs Inputs;
  /// What was visible before the first design of a live run, to be shown again when its Apply is
  /// undone.
  pqShownInputs Before;
  /// Sources whose design will change with the next Apply.
  QSet<pqPipelineSource*> ChangedSources;
  /// Sources that the user has stopped since they were last applied.
  QSet<pqPipelineSource*> StoppedSources;
  /// Applied sources whose last time step has yet to be shown.
  QList<QPointer<pqPipelineSource>> AppliedSources;
};

#endif
