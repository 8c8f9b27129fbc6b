#ifndef pqPipelineEventPlayer_h
#define pqPipelineEventPlayer_h

#include "pqWidgetEventPlayer.h"

/**
 * What a recorded test does with the pipeline, and what it expects there. Outputs are called
 * Name:number, separated by spaces.
 *
 *   activateOutput output        makes it the active one, as a click in the pipeline browser does
 *   expectInput Name.Property=output    that this is connected, or nothing
 *   expectConsumers Name=count   that so many filters have outputs of this source as input
 *   expectShown outputs          that these are shown in the active view, and no others; it waits
 *   expectLegends arrays         the same for the legends of these arrays
 *   expectLabels array=texts     that its colors have these texts, separated by bars
 *   expectInPipelineBrowser Name=count   that the name is there so often
 */
class pqPipelineEventPlayer : public pqWidgetEventPlayer
{
  Q_OBJECT
  using Superclass = pqWidgetEventPlayer;

public:
  explicit pqPipelineEventPlayer(QObject* parent = nullptr);
  ~pqPipelineEventPlayer() override = default;

  using Superclass::playEvent;
  bool playEvent(
    QObject* object, const QString& command, const QString& arguments, bool& error) override;

private:
  Q_DISABLE_COPY(pqPipelineEventPlayer)
};

#endif
