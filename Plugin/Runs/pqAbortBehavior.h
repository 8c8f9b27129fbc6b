#ifndef pqAbortBehavior_h
#define pqAbortBehavior_h

#include "vtkWeakPointer.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QSet>

class QAbstractButton;
class pqPipelineSource;
class pqProxy;
class vtkAlgorithm;
class vtkObject;

/**
 * Enables the Abort button in the status bar while a filter of the plugin executes, and lets Apply
 * continue an aborted filter.
 *
 * ParaView 5.11 neither enables the button nor processes events while a filter executes. This
 * behavior processes events whenever a filter of the plugin reports progress. Only events of the
 * Abort button and the Escape key are passed on: other events, including timers, which render
 * views, could start a nested update. They are dropped, and therefore no events are processed in
 * the first fifth of a second.
 *
 * This applies to filters that execute in this process, and to those that compute in the background
 * of a server, which pqBackgroundBehavior stops. It is inactive while an animation plays, which has
 * its own stop button, and while a live run proceeds: filters downstream execute for each of its
 * iterations, and user input during these executions, such as Apply, would be lost.
 */
class pqAbortBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqAbortBehavior(QObject* parent = nullptr);
  ~pqAbortBehavior() override = default;

  bool eventFilter(QObject* object, QEvent* event) override;

public Q_SLOTS:
  /// Lets the next Apply compute again, and informs the user. Must be called after the filter has
  /// ended.
  void offerToResume(pqPipelineSource* source);

Q_SIGNALS:
  /// Emitted when the filter has ended after the user stopped it.
  void stopped(pqPipelineSource* source);
  /// Emitted when the user applies a stopped filter.
  void resumed(pqPipelineSource* source);

private Q_SLOTS:
  void onSourceAdded(pqPipelineSource* source);
  void onProxyApplied(pqProxy* proxy);
  void onExecutionStarted(vtkObject* algorithm);
  void onExecutionProgress();
  void onExecutionEnded();
  void onAnimationStarted() { this->AnimationPlays = true; }
  void onAnimationEnded() { this->AnimationPlays = false; }
  void abort();

private:
  Q_DISABLE_COPY(pqAbortBehavior)

  bool isAbortButton(QObject* object, QEvent* event) const;
  static pqPipelineSource* findSource(vtkAlgorithm* algorithm);

  vtkWeakPointer<vtkAlgorithm> Running;
  QPointer<QAbstractButton> AbortButton;
  QElapsedTimer SinceStart;
  QElapsedTimer SinceEvents;
  bool ProcessingEvents = false;
  bool AnimationPlays = false;
  bool AbortRequested = false;
  /// Aborted filters that Apply continues.
  QSet<pqPipelineSource*> Resumable;
};

#endif
