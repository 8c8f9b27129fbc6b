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
 * Makes the Abort button in the status bar work while an optimization filter executes, and Apply
 * go on with what was aborted.
 *
 * ParaView 5.11 neither enables the button nor looks at events while a filter executes. While one
 * of ours does, this behavior handles events whenever the filter reports progress. Nothing but the
 * Abort button and the Escape key gets through: anything else could start an update in the midst of
 * this one. That goes for timers too, as views render by them.
 *
 * This works where the filter executes in this process. While an animation plays, its own stop
 * button is the one to use, so nothing is done then.
 */
class pqAbortBehavior : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqAbortBehavior(QObject* parent = nullptr);
  ~pqAbortBehavior() override = default;

  bool eventFilter(QObject* object, QEvent* event) override;

Q_SIGNALS:
  /// The user stopped the filter, which has just come to its end.
  void stopped(pqPipelineSource* source);
  /// The user applied a filter that was stopped before.
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
  void offerToResume(pqPipelineSource* source);

  vtkWeakPointer<vtkAlgorithm> Running;
  QPointer<QAbstractButton> AbortButton;
  QElapsedTimer SinceEvents;
  bool ProcessingEvents = false;
  bool AnimationPlays = false;
  bool AbortRequested = false;
  /// Aborted, and Apply goes on with them.
  QSet<pqPipelineSource*> Resumable;
};

#endif
