#ifndef TRABECULA_DESIGN_RESPONSE_REACTION_H
#define TRABECULA_DESIGN_RESPONSE_REACTION_H

#include "Design/Response/Linear/LinearResponse.h"

namespace trabecula
{
/// The sum of the forces by which the supports of a region of points act on the body in a
/// direction, d.(K u - f). Force. Load cases are summed as by OutputDisplacement.
template <class Space>
class Reaction : public LinearResponse<Space>
{
public:
  Reaction(const ResponseSettings& settings, const ResponseInput<Space>& input);
  /// Sets the load -K d, which depends on the design.
  void computeAdjointLoads(const SolvedDesign<Space>& trial) override;
};

ResponseDescription reactionDescription();
}

#endif
