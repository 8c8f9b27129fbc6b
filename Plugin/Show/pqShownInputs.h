#ifndef pqShownInputs_h
#define pqShownInputs_h

#include <QHash>
#include <QList>
#include <QPointer>

class pqDataRepresentation;
class pqPipelineSource;

/**
 * What was visible when new filters were created. The first Apply hides the input of a filter, and
 * leaves nothing to see where there is no result yet, because of an error, a stop or a run that has
 * just begun: the input is shown until there is one.
 */
class pqShownInputs
{
public:
  /// To be called when a source is created.
  void remember(pqPipelineSource* source);
  void forget(pqPipelineSource* source);
  /// Shows again what Apply has hidden.
  void show(pqPipelineSource* source);
  /// Hides what show() has shown.
  void hide(pqPipelineSource* source);

private:
  using Representations = QList<QPointer<pqDataRepresentation>>;

  QHash<pqPipelineSource*, Representations> Visible;
  QHash<pqPipelineSource*, Representations> Restored;
};

#endif
