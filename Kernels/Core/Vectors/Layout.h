#ifndef TRABECULA_CORE_VECTORS_LAYOUT_H
#define TRABECULA_CORE_VECTORS_LAYOUT_H

#include "Core/Context.h"
#include "Core/Error.h"
#include "Core/Vectors/Halo.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace trabecula
{
/// The kind of entities to which the entries of a vector belong.
enum class Entity
{
  Node,
  Element,
  MaterialPoint,
  ControlPoint,
  Variable ///< of a design
};

/// The plural of the entity's name, as in "nodes".
const char* pluralOf(Entity entity);

template <class Space>
class Layout;
template <class Space>
using LayoutPointer = std::shared_ptr<const Layout<Space>>;

/**
 * The meaning of the entries of a vector: components of entities of a part, entry components *
 * entity + component. The entities that the part owns come first, then ghosts, which are copies of
 * entities of other parts. With a single part all are owned.
 */
template <class Space>
class Layout
{
public:
  /// Layout of a part that owns all its entities. @param count of entities
  Layout(const Context<Space>& context, Entity entity, std::int64_t count, int components)
    : Computing(&context), Of(entity), Components(components), Owned(count), Count(count)
  {
  }
  /// @param halo of the entities; null means that the part owns all of them
  Layout(const Context<Space>& context, Entity entity, std::int64_t count, int components,
    std::shared_ptr<const Halo<Space>> halo)
    : Computing(&context), Of(entity), Components(components), Owned(halo ? halo->owned() : count),
      Count(count), Exchange(std::move(halo))
  {
    if (this->Exchange && this->Exchange->owned() + this->Exchange->ghosts() != count)
    {
      throw Error("A layout of " + std::to_string(count) + " " + pluralOf(entity) +
        " has a halo of another number of them.");
    }
  }

  const Context<Space>& context() const { return *this->Computing; }
  Entity entity() const { return this->Of; }
  int components() const { return this->Components; }
  /// Number of entities of the part, with ghosts.
  std::int64_t count() const { return this->Count; }
  /// Number of entities that the part owns.
  std::int64_t owned() const { return this->Owned; }
  /// Whether entries are exchanged with other parts; true even if this part itself has no ghosts.
  bool hasGhosts() const { return this->Exchange != nullptr; }
  const std::shared_ptr<const Halo<Space>>& halo() const { return this->Exchange; }

  /// Number of entries in memory, and of those that are owned.
  std::int64_t size() const { return this->Components * this->Count; }
  std::int64_t ownedSize() const { return this->Components * this->Owned; }

  /// The same entities with another number of components.
  LayoutPointer<Space> withComponents(int components) const
  {
    return std::make_shared<const Layout>(
      *this->Computing, this->Of, this->Count, components, this->Exchange);
  }

  /// Whether vectors of both have the same entries in the same context.
  bool matches(const Layout& other) const
  {
    return this == &other ||
      (this->Computing == other.Computing && this->Of == other.Of &&
        this->Components == other.Components && this->Owned == other.Owned &&
        this->Count == other.Count && this->Exchange == other.Exchange);
  }

  /// A description, as in "3 components of each of 120 nodes".
  std::string text() const
  {
    return std::to_string(this->Components) +
      (this->Components == 1 ? " component" : " components") + " of each of " +
      std::to_string(this->Count) + " " + pluralOf(this->Of);
  }

private:
  const Context<Space>* Computing;
  Entity Of;
  int Components;
  std::int64_t Owned;
  std::int64_t Count;
  std::shared_ptr<const Halo<Space>> Exchange;
};

template <class Space>
LayoutPointer<Space> makeLayout(const Context<Space>& context, Entity entity, std::int64_t count,
  int components, std::shared_ptr<const Halo<Space>> halo = nullptr)
{
  return std::make_shared<const Layout<Space>>(context, entity, count, components, std::move(halo));
}

/// The layout of the entities of a halo.
template <class Space>
LayoutPointer<Space> makeLayout(
  std::shared_ptr<const Halo<Space>> halo, Entity entity, int components)
{
  const Context<Space>& context = halo->context();
  const std::int64_t count = halo->owned() + halo->ghosts();
  return makeLayout(context, entity, count, components, std::move(halo));
}
}

#endif
