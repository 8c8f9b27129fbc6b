#include "ChosenFaces.h"

#include "Core/Error.h"
#include "Core/Text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace trabecula::filters
{
namespace
{
/// Differences up to which a face is the one that was clicked: steps of voxels have an area up to
/// 1.7 times that of the surface. The centre is compared with the size of the face.
constexpr double MostOfArea = 2.0;
constexpr double MostOfSize = 0.5;
constexpr std::size_t ValuesOfMark = 4;

using FaceMark = std::array<double, ValuesOfMark>; // area and centre

std::string inBrackets(double x, double y, double z)
{
  return "(" + shortText(x) + ", " + shortText(y) + ", " + shortText(z) + ")";
}

std::string textOf(const FaceMark& mark)
{
  return "area " + shortText(mark[0]) + ", centre " + inBrackets(mark[1], mark[2], mark[3]);
}

/// Returns what was known of each chosen face when it was chosen; nothing if lengths differ.
std::map<vtkIdType, FaceMark> marksOf(const RegionSettings& region)
{
  std::map<vtkIdType, FaceMark> marks;
  if (region.faceMarks.size() == ValuesOfMark * region.faces.size())
  {
    for (std::size_t i = 0; i < region.faces.size(); ++i)
    {
      const auto begin = region.faceMarks.begin() + static_cast<std::ptrdiff_t>(ValuesOfMark * i);
      std::copy_n(begin, ValuesOfMark, marks[region.faces[i]].begin());
    }
  }
  return marks;
}

bool isOther(const BodyFace& face, const FaceMark& mark)
{
  const double size = std::sqrt(std::max(face.area, mark[0]));
  const double moved =
    std::hypot(face.centre[0] - mark[1], face.centre[1] - mark[2], face.centre[2] - mark[3]);
  return !(face.area <= MostOfArea * mark[0] && mark[0] <= MostOfArea * face.area) ||
    moved > MostOfSize * size;
}

std::string joined(const std::vector<std::string>& texts)
{
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < texts.size() && i < most; ++i)
  {
    text += (i > 0 ? ", " : "") + texts[i];
  }
  return text + (texts.size() > most ? " and others" : "");
}

ChosenFaces chooseByNumber(const BodyFaces& body, const RegionSettings& region)
{
  const std::set<vtkIdType> numbers(region.faces.begin(), region.faces.end());
  const std::map<vtkIdType, FaceMark> marks = marksOf(region);
  if (numbers.empty())
  {
    throw Error("No face is chosen. Press Pick Faces and click on faces in the view, or choose "
                "another Region.");
  }
  ChosenFaces chosen;
  std::vector<std::string> absent;
  std::vector<std::string> others;
  for (const vtkIdType number : numbers)
  {
    const std::ptrdiff_t index = body.find(number);
    const auto mark = marks.find(number);
    const bool isMarked = mark != marks.end() && mark->second[0] > 0.0;
    const std::string name = std::to_string(number);
    if (index < 0)
    {
      absent.push_back(name + (isMarked ? " (" + textOf(mark->second) + ")" : ""));
      continue;
    }
    const BodyFace& face = body.faces[static_cast<std::size_t>(index)];
    chosen.faces.push_back(static_cast<std::size_t>(index));
    if (isMarked && isOther(face, mark->second))
    {
      const FaceMark now = { face.area, face.centre[0], face.centre[1], face.centre[2] };
      others.push_back(
        name + " (" + textOf(mark->second) + " when chosen, " + textOf(now) + " now)");
    }
  }
  if (!absent.empty())
  {
    throw Error(std::to_string(absent.size()) + " of " + std::to_string(numbers.size()) +
      " chosen faces not found: " + joined(absent) +
      ". The part has changed: remove them from the list of faces, and click on those that are "
      "meant "
      "now.");
  }
  if (!others.empty())
  {
    chosen.note = "The part has changed: " + joined(others) + " may be " +
      (others.size() == 1 ? "another face" : "other faces") + " than chosen.";
  }
  return chosen;
}

ChosenFaces chooseHoles(const BodyFaces& body, const RegionSettings& region)
{
  const double low = region.holeRadius[0];
  const double high = region.holeRadius[1];
  if (!(low >= 0.0) || !(high >= low || high == 0.0))
  {
    throw Error("Hole Radius is from " + shortText(low) + " to " + shortText(high) +
      "; it must be from a number of at least 0 to a larger one, or to 0 for no limit.");
  }
  constexpr double rounding = 1e-5; // relative, of the coordinates of surfaces
  ChosenFaces chosen;
  std::set<std::string> radii;
  for (std::size_t f = 0; f < body.faces.size(); ++f)
  {
    const double radius = body.faces[f].holeRadius;
    if (radius > 0.0)
    {
      radii.insert(shortText(radius));
      if (radius >= low * (1.0 - rounding) && (high == 0.0 || radius <= high * (1.0 + rounding)))
      {
        chosen.faces.push_back(f);
      }
    }
  }
  if (radii.empty())
  {
    throw Error(
      "No hole is known: the part has no cylinders around which there is material. Where "
      "steps of voxels are its surface, find faces with the filter Surface Faces, or read "
      "the part with CAD Reader, before Voxelize Surface.");
  }
  if (chosen.faces.empty())
  {
    throw Error("No hole has a radius from " + shortText(low) + " to " + shortText(high) +
      ". The holes have the radii " + joined({ radii.begin(), radii.end() }) +
      ": change Hole Radius.");
  }
  return chosen;
}
}

ChosenFaces chooseFaces(const BodyFaces& body, const RegionSettings& region)
{
  return region.kind == RegionSettings::Holes ? chooseHoles(body, region)
                                              : chooseByNumber(body, region);
}
}
