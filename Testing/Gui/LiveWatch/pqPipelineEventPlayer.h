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
 *   expectProperty Name.Property=values    that these are applied, separated by spaces
 *   expectCells output           that it has cells, once it is up to date
 *   expectShown outputs          that these are shown in the active view, and no others; it waits
 *   expectLegends titles         the same for the legends with these titles, which are separated by
 * bars if they have spaces
 *   expectLabels array=texts     that its colors have these texts, separated by bars
 *   expectColumn title           that a visible table has a column of this title; it waits
 *   expectChoices texts          that a combo box offers these, in this order, separated by commas
 *   expectInFile path=text       that the file has the text; $PARAVIEW_TEST_ROOT is replaced
 *   expectInPipelineBrowser Name=count   that the name is there so often, or with Parent/Name, that
 * it is so often below this parent
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
