#ifndef pqBodyInputs_h
#define pqBodyInputs_h

class pqPipelineSource;

/**
 * Connects a new filter with the hint DesignAndSurface, whose attribute `surface` names the input
 * of the surface, to a design and to its surface, of which one may be missing among its inputs: a
 * surface's design is found upstream, the latest surface of a design downstream.
 *
 * @return whether any input was changed
 */
bool pqCompleteBodyInputs(pqPipelineSource* source);

#endif
