#ifndef TRABECULA_DESIGN_RESPONSE_RESPONSELIST_H
#define TRABECULA_DESIGN_RESPONSE_RESPONSELIST_H

#include "Analysis/StructuralProblem.h"
#include "Design/Response/ResponseSettings.h"
#include "Mesh/DesignRegion.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace trabecula
{
/// The parts of a problem that responses depend on; references to its members.
struct ResponseProblem
{
  const ElasticConditions& structure;
  const Mesh& mesh; ///< that the conditions are of, for checks; empty where a model is made
  const std::vector<double>& outputWeights;      ///< one for each unknown; may be empty
  const std::vector<std::int32_t>& regions;      ///< one for each material point; may be empty
  const std::vector<std::int32_t>& pointRegions; ///< one for each unknown; may be empty
  const std::vector<DesignRegion>& designed;     ///< one for each design variable; may be empty
};

/// Numbers of entries that the memory of a response depends on.
struct ResponseSizes
{
  std::size_t unknowns = 0;
  std::size_t materialPoints = 0;
  std::size_t loadCases = 0; ///< that the response takes
  /// Whether it takes those that its settings name, which may be fewer than all.
  bool choosesLoadCases = false;
};

/**
 * The description of a kind of responses, for which no model is needed: its names, requirements and
 * checks, all on the host. Functions that are not given check nothing and return nothing.
 */
struct ResponseDescription
{
  std::string name;  ///< in settings, and of its column, as "OutputDisplacement"
  std::string label; ///< in tables and panels, as "Output Displacement"; in lower case in
                     ///< sentences
  /// In words, as "force times length"; empty for a ratio.
  std::string unit = {};

  /// It is defined for elastic structures.
  bool isOfStructures = true;
  /// It is defined for bodies that conduct heat.
  bool isOfHeat = false;
  /// It has a column in every history of what it is defined for, even if it is neither minimized
  /// nor bounded.
  bool isInEveryHistory = false;
  /// It depends on the density and on nothing else: bounds on it hold without exact derivatives,
  /// so that the sensitivity filter is allowed.
  bool isOfDensityAlone = false;
  /// It is smallest without any material: neither minimizing it nor bounding it needs a structure.
  bool vanishesWithMaterial = false;
  /// It is defined for designs that are level sets, too.
  bool isOfLevelSets = true;
  /// It is a volume, whose gradient is positive.
  bool isVolume = false;
  /// Its derivative needs no adjoint solution and is never positive where it is minimized, so that
  /// methods with sensitivities of their own minimize it.
  bool isSelfAdjoint = false;
  /// It depends on the loads of a structure, if it does not depend on the density alone.
  bool isOfLoads = true;
  /// It gives its derivatives by forces, so that it has those of loads that depend on the design;
  /// see Response::addDerivativesByForces() and LoadsOfDesign.
  bool hasLoadsOfDesign = false;
  /// It takes the problem's output weights.
  bool needsOutput = false;
  /// Its gradient depends on small displacements: minimizing it needs an accurate solver.
  bool needsAccuracy = false;
  /// It needs the mass of the model; see AnalysisModel::setMass().
  bool needsMass = false;
  /// It needs the conduction of elements; see ResponseInput::makeConduction.
  bool needsConduction = false;
  /// It is relative to the mesh of the problem, and means nothing for a body in another mesh.
  bool isOfMeshAlone = false;
  /// Lower bound of -dc / (lambda dv) in optimality criteria where it is minimized and its
  /// derivative may be positive; see OptimalityCriteria.
  double leastRatio = 1e-10;
  ///@{
  /// Which bounds have a meaning. A bound below holds up no structure that vanishesWithMaterial.
  bool takesUpperBound = true;
  bool takesLowerBound = true;
  ///@}
  bool takesRegion = false;                 ///< ResponseSettings::region, of elements
  bool takesPointRegion = false;            ///< the same, of points
  bool takesLoadCases = false;              ///< ResponseSettings::loadCases
  std::vector<std::string> parameters = {}; ///< names of ResponseSettings::parameters

  /// Names of the columns of the history, the value's first. If it is not given, the only column is
  /// that of the name.
  std::function<std::vector<std::string>(const ResponseSettings&, const ResponseProblem&)> columns =
    nullptr;
  /// @throws Error if the problem lacks what the response needs. The flag is true for the
  /// objective.
  std::function<void(const ResponseProblem&, const ResponseSettings&, bool)> checkProblem = nullptr;
  /// @throws Error if the bound is not admissible
  std::function<void(const ResponseProblem&, const ResponseConstraint&)> checkBound = nullptr;
  /// Warnings for users, a sentence each.
  std::function<std::vector<std::string>(const ResponseProblem&, const ResponseSettings&)>
    warnings = nullptr;
  /// Number of its terms, see Response::numberOfTerms(); such an objective needs the method of
  /// moving asymptotes, and is not bounded.
  std::function<std::size_t(const ResponseSettings&, const ResponseProblem&)> terms = nullptr;
  /// The distance within which it reads other material points; 0 if it reads none.
  std::function<double(const ResponseSettings&)> radius = nullptr;
  /// Bytes of an instance on the device, besides the gradients that the loop keeps.
  std::function<std::size_t(const ResponseSizes&)> memory = nullptr;
};

/// All kinds of responses.
const std::vector<ResponseDescription>& responses();
/// @throws Error if there is none of the name
const ResponseDescription& describe(const ResponseSettings& settings);
/// Adds a kind of responses; makers are added for each space, see addResponseMaker(). Not to be
/// called while problems are in use.
void addResponse(ResponseDescription description);

/// Returns the label with the region, as in tables: "Volume of Region 2".
std::string labelOf(const ResponseSettings& settings);
/// Returns the label as in a sentence: "output displacement".
std::string wordsOf(const ResponseDescription& description);
/// Names of the columns of the history, the value's first.
std::vector<std::string> columnsOf(
  const ResponseSettings& settings, const ResponseProblem& problem);

/// The end of the names of columns and states by which responses of one kind differ: region and
/// load cases.
std::string suffixOf(const ResponseSettings& settings);
/// The numbers of the load cases that a response takes.
std::vector<std::size_t> loadCasesOf(
  const ResponseSettings& settings, const ResponseProblem& problem);
/// The weights of all load cases in a sum: 0 for those that are not taken, 1 for a single one that
/// is chosen, else those of the problem.
std::vector<double> loadWeightsOf(const ResponseSettings& settings, const ResponseProblem& problem);

/// Checks the settings against their description. @throws Error for the first fault
void checkResponseSettings(const ResponseSettings& settings);
/// Does the same, and checks the problem for what the response needs.
/// @throws Error for the first fault
void checkResponse(
  const ResponseSettings& settings, const ResponseProblem& problem, bool isObjective);
/// @throws Error unless some designed element is in the region. @param what as in "The volume of"
void checkRegion(const ResponseProblem& problem, int region, const std::string& what);
}

#endif
