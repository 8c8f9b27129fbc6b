#include "GmshLog.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <regex>
#include <sstream>

namespace trabecula::filters
{
namespace
{
struct Stage
{
  const char* words; ///< in a line of Gmsh at its begin
  const char* activity;
  double begin;
  double end;
};

/// Shares of the time are rough: those of a part of ten thousand tetrahedra of ten nodes.
constexpr std::array<Stage, 6> Stages = { { { "Meshing 1D", "Meshing edges", 0.0, 0.05 },
  { "Meshing 2D", "Meshing faces", 0.05, 0.35 }, { "Meshing 3D", "Meshing solids", 0.35, 0.7 },
  { "Optimizing mesh", "Improving tetrahedra", 0.7, 0.85 },
  { "Meshing order 2", "Curving edges", 0.85, 0.97 },
  { "Writing", "Writing the mesh", 0.97, 1.0 } } };
}

void GmshLog::add(const std::string& output)
{
  this->Rest += output;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = this->Rest.find('\n', begin)) != std::string::npos;
       begin = end + 1)
  {
    this->addLine(this->Rest.substr(begin, end - begin));
  }
  this->Rest.erase(0, begin);
}

void GmshLog::addLine(const std::string& line)
{
  const auto has = [&](const char* words) { return line.find(words) != std::string::npos; };
  const auto stage = std::find_if(
    Stages.begin(), Stages.end(), [&](const Stage& of) { return has(of.words) && !has("Done"); });
  if (stage != Stages.end())
  {
    this->Begin = stage->begin;
    this->End = stage->end;
    this->Activity = stage->activity;
    this->Fraction = std::max(this->Fraction, this->Begin);
  }
  const std::size_t open = line.find('[');
  const std::size_t percent = line.find("%]");
  if (open != std::string::npos && percent != std::string::npos && open < percent)
  {
    const double share = std::atof(line.c_str() + open + 1) / 100.0;
    this->Fraction = std::max(
      this->Fraction, this->Begin + std::clamp(share, 0.0, 1.0) * (this->End - this->Begin));
  }
  const std::size_t nodes = line.find(" nodes created");
  if (has("It. ") && nodes != std::string::npos)
  {
    const std::size_t number = line.rfind(' ', nodes - 1) + 1;
    this->Activity = "Meshing solids, " + line.substr(number, nodes - number) + " nodes inside";
    constexpr double step = 0.02; // nobody knows how many there will be
    this->Fraction += step * std::max(0.0, this->End - this->Fraction);
  }
}

std::string firstErrorOf(const std::string& messages, const std::vector<std::int64_t>& faces,
  const std::vector<std::int64_t>& solids)
{
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);)
  {
    std::smatch found;
    static const std::regex error("Error\\s*:\\s*(.*\\S)");
    if (!std::regex_search(line, found, error))
    {
      continue;
    }
    std::string text = found[1];
    std::string sentence;
    static const std::regex entity("\\b(surface|volume) ([0-9]+)");
    for (std::smatch at; std::regex_search(text, at, entity);)
    {
      const bool isFace = at[1] == "surface";
      const std::vector<std::int64_t>& numbers = isFace ? faces : solids;
      const auto number = static_cast<std::size_t>(std::atoi(at[2].str().c_str()));
      sentence += at.prefix();
      sentence += number >= 1 && number <= numbers.size()
        ? (isFace ? "CadFace " : "CadSolid ") + std::to_string(numbers[number - 1])
        : at.str();
      text = std::string(at.suffix());
    }
    sentence += text;
    return sentence.back() == '.' ? sentence : sentence + ".";
  }
  return "";
}
}
