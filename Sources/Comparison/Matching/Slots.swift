/// The same thing in several runs: the place of it in each run that has it.
struct Slot: Equatable {
  /// By run.
  var places: [Int: Int] = [:]
}

/// What is the same in all runs, found in several passes: things that share a key of the first pass
/// are the same, in their order; of those that are left, those that share one of the second; and so
/// on. What matches nothing is a slot of its own.
///
/// - Parameter runs: for each run, for each thing, its keys in each pass.
func matched(_ runs: [[[[String]]]]) -> [Slot] {
  var slots: [Slot] = []
  // The keys, pass by pass, of all things in a slot.
  var keys: [[Set<String>]] = []
  for (run, things) in runs.enumerated() {
    var free = Set(things.indices)
    let passes = things.map(\.count).max() ?? 0
    for pass in 0..<passes {
      var waiting = openSlots(slots, keys, run: run, pass: pass)
      for place in things.indices where free.contains(place) {
        guard pass < things[place].count else { continue }
        for key in things[place][pass] {
          guard let slot = waiting.take(key) else { continue }
          slots[slot].places[run] = place
          free.remove(place)
          for pass in things[place].indices { keys[slot][pass].formUnion(things[place][pass]) }
          break
        }
      }
    }
    for place in things.indices where free.contains(place) {
      slots.append(Slot(places: [run: place]))
      keys.append(things[place].map { Set($0) })
    }
  }
  return slots
}

/// Slots that wait for a thing of one run, by key, in their order.
private struct WaitingSlots {
  var byKey: [String: [Int]] = [:]
  var taken: Set<Int> = []

  mutating func take(_ key: String) -> Int? {
    while let slot = byKey[key]?.last {
      byKey[key]?.removeLast()
      if taken.insert(slot).inserted { return slot }
    }
    return nil
  }
}

private func openSlots(
  _ slots: [Slot], _ keys: [[Set<String>]], run: Int, pass: Int
) -> WaitingSlots {
  var waiting = WaitingSlots()
  // Backwards, as the first is taken from the end.
  for slot in slots.indices.reversed() where slots[slot].places[run] == nil {
    guard pass < keys[slot].count else { continue }
    for key in keys[slot][pass] { waiting.byKey[key, default: []].append(slot) }
  }
  return waiting
}
