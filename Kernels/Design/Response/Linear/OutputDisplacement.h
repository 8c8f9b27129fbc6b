#ifndef TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H
#define TRABECULA_DESIGN_RESPONSE_OUTPUTDISPLACEMENT_H

#include "Design/Response/Linear/LinearResponse.h"

namespace trabecula
{
/**
 * A displacement l.u: with output weights l the objective of a compliant mechanism (Sigmund 1997;
 * Bendsoe and Sigmund 2003, section 2.6), or the mean displacement of a region of points in a
 * direction. Length.
 *
 * All load cases are summed with their weights; several chosen ones likewise, a single one without
 * its weight.
 */
template <class Space>
class OutputDisplacement : public LinearResponse<Space>
{
public:
  OutputDisplacement(const ResponseSettings& settings, const ResponseInput<Space>& input);
};

ResponseDescription outputDisplacementDescription();
}

#endif
