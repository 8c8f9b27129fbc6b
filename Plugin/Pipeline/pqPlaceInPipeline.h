#ifndef pqPlaceInPipeline_h
#define pqPlaceInPipeline_h

class pqPipelineSource;

/**
 * Shows a filter below its inputs in the pipeline browser, if it is elsewhere.
 *
 * ParaView 5.11 removes the wrong branch when a filter loses an input from which another one of its
 * inputs is computed, as with Part Surface of Topology Surface: the filter then hangs on the input
 * that it has lost, and appears there twice when it gets it again.
 */
void pqPlaceInPipeline(pqPipelineSource* source);

#endif
