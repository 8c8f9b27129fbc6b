#ifndef pqKeepSelection_h
#define pqKeepSelection_h

#include <QList>
#include <QObject>
#include <QPointer>
#include <QTimer>

class pqPipelineSource;

/**
 * Keeps a filter of the plugin selected when the user connects it to a further input or takes one
 * away, as with Part Surface of Topology Surface. The pipeline browser then moves the filter to
 * another place and loses the selection, so that all filters in the menus would be disabled. If the
 * place is not below the inputs, it is corrected.
 */
class pqKeepSelection : public QObject
{
  Q_OBJECT
  using Superclass = QObject;

public:
  explicit pqKeepSelection(QObject* parent = nullptr);
  ~pqKeepSelection() override = default;

private Q_SLOTS:
  void onConnectionChanged(pqPipelineSource* source, pqPipelineSource* consumer);
  void onConnectionRemoved(pqPipelineSource* source, pqPipelineSource* consumer);
  void activate();

private:
  Q_DISABLE_COPY(pqKeepSelection)

  QPointer<pqPipelineSource> Moved;
  QList<QPointer<pqPipelineSource>> Disconnected; ///< may be in a wrong place
  /// Unlike QTimer::singleShot, it waits until the filter has executed: events are handled
  /// meanwhile, and the panel of a selected filter asks for its information.
  QTimer Later;
};

#endif
