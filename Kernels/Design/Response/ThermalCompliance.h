#ifndef TRABECULA_DESIGN_RESPONSE_THERMALCOMPLIANCE_H
#define TRABECULA_DESIGN_RESPONSE_THERMALCOMPLIANCE_H

#include "Design/Response/Compliance.h"

namespace trabecula
{
/**
 * The thermal compliance of a body that conducts heat, q.T of heat flows and sources q, with T
 * counted from the one temperature of all fixed nodes and ambient temperatures, power times
 * temperature (Bendsoe and Sigmund, Topology Optimization, section 5.1.6).
 *
 * With one unknown a node it is the work of the loads, so that its class is Compliance: its
 * derivative with respect to a conductivity is -T.K_p T, as sources and films do not depend on it.
 */
ResponseDescription thermalComplianceDescription();
}

#endif
