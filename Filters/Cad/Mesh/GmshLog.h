#ifndef TRABECULA_FILTERS_GMSHLOG_H
#define TRABECULA_FILTERS_GMSHLOG_H

#include <cstdint>
#include <string>
#include <vector>

namespace trabecula::filters
{
/// Progress of Gmsh by what it prints.
class GmshLog
{
public:
  /// Takes the next piece of the output, which may end within a line.
  void add(const std::string& output);

  /// Estimated share of the work that is done, from 0 to 1; never decreases.
  double fraction() const { return this->Fraction; }
  /// What Gmsh does, in words.
  const std::string& activity() const { return this->Activity; }

private:
  void addLine(const std::string& line);

  std::string Rest; ///< of a line that has not ended
  double Fraction = 0.0;
  double Begin = 0.0; ///< of the stage that its percentages are of
  double End = 0.0;
  std::string Activity = "Starting the mesher";
};

/// The first of Gmsh's errors in its messages, as a sentence; empty if there is none.
/// @param faces,solids numbers CadFace and CadSolid of the surfaces and volumes of the shape, which
/// the sentence then has
std::string firstErrorOf(const std::string& messages, const std::vector<std::int64_t>& faces,
  const std::vector<std::int64_t>& solids);
}

#endif
