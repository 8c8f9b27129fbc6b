#ifndef pqDesignView_h
#define pqDesignView_h

class pqPipelineSource;

/// How views show the design of an optimization, port 0 of its source.
namespace pqDesignView
{
/// Colors the design in all views that show it: by the design array with the fixed range [0, 1], or
/// as pqShowBoundary() does.
void showColors(pqPipelineSource* source);
/// Fits cameras to the design, or to the input where an early design is much smaller.
void fitCameras(pqPipelineSource* source);
/// The first few cells of a live run are not representative of the final bounds.
void fitCamerasToInput(pqPipelineSource* source);
/// Hides results of other sources in the views of the design.
void hideOthers(pqPipelineSource* source);
/// Reports that no cell is above the density threshold.
void tellOfNoCells();
}

#endif
