#ifndef pqShownInputs_h
#define pqShownInputs_h

#include <QHash>
#include <QList>
#include <QPointer>

class pqDataRepresentation;
class pqPipelineSource;

/**
 * Records what was visible when new filters were created. The first Apply hides the input of a
 * filter, so that nothing is visible if there is no result yet because of an error, a stop or a run
 * that has just started: the input is then shown until there is a result.
 */
class pqShownInputs
{
public:
  /// Must be called when a source is created.
  void remember(pqPipelineSource* source);
  void forget(pqPipelineSource* source);
  /// Shows what Apply has hidden.
  void show(pqPipelineSource* source);
  /// Hides what show() has shown.
  void hide(pqPipelineSource* source);

private:
  using Representations = QList<QPointer<pqDataRepresentation>>;

  QHash<pqPipelineSource*, Representations> Visible;
  QHash<pqPipelineSource*, Representations> Restored;
};

#endif
