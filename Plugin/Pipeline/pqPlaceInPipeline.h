#ifndef pqPlaceInPipeline_h
#define pqPlaceInPipeline_h

class pqPipelineSource;

/**
 * Moves a filter below its inputs in the pipeline browser, if it is shown elsewhere.
 *
 * ParaView 5.11 removes the wrong branch when a filter loses an input from which another of its
 * inputs is computed, as with Part Surface of Topology Surface: the filter then remains below the
 * input that it has lost, and appears there twice when the input is connected again.
 */
void pqPlaceInPipeline(pqPipelineSource* source);

#endif
