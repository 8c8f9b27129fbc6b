#ifndef pqHideOtherResults_h
#define pqHideOtherResults_h

class pqPipelineSource;
class pqView;

/**
 * Hides in a view what a new result would cover: results of other analyses and optimizations with
 * the same input, designs of other optimizations in any case if the result is one, and regions of
 * conditions; and the legends that are then unused in the view.
 */
void pqHideOtherResults(pqPipelineSource* source, pqView* view);

/// Hides the legends of arrays by which nothing visible in a view is colored, unless the user's
/// settings leave legends to the user.
void pqHideUnusedLegends(pqView* view);

#endif
