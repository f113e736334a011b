/// The same thing in several runs: the position of it in each run that has it.
struct Slot: Equatable {
  /// By run.
  var indices: [Int: Int] = [:]
  /// In which pass the thing of a run was found to be the same; the first run's in none.
  var passes: [Int: Int] = [:]
}

/// What is the same in all runs, found in several passes: things that share a key of the first pass
/// are the same, in their order; of those that are left, those that share one of the second; and so
/// on. What matches nothing is a slot of its own.
///
/// - Parameters:
///   - runs: for each run, for each thing, its keys in each pass.
///   - names: what the things call themselves, where they do.
///   - firstGuess: the pass from which on things of different names are not the same.
func matched(
  _ runs: [[[PassKeys]]], names: [[String?]] = [], firstGuess: Int = .max
) -> [Slot] {
  var slots: [Slot] = []
  // The first name that a thing of each slot has.
  var slotNames: [String?] = []
  // The slots that have a key, in their order, pass by pass.
  var index: [[String: [Int]]] = []
  func add(_ thing: [PassKeys], to slot: Int) {
    while index.count < thing.count { index.append([:]) }
    for (pass, keys) in thing.enumerated() {
      for key in keys.own { insert(slot, into: &index[pass][key, default: []]) }
    }
  }
  for (run, things) in runs.enumerated() {
    func name(_ position: Int) -> String? { names.isEmpty ? nil : names[run][position] }
    var free = Set(things.indices)
    for pass in index.indices {
      var waiting = WaitingSlots()
      for position in things.indices where free.contains(position) {
        guard pass < things[position].count else { continue }
        let ownName = pass < firstGuess ? nil : name(position)
        for key in things[position][pass].wanted {
          let found = waiting.take(key, from: index[pass][key] ?? []) { slot in
            slots[slot].indices[run] == nil
              && (ownName == nil || (slotNames[slot] ?? ownName) == ownName)
          }
          guard let slot = found else { continue }
          slots[slot].indices[run] = position
          slots[slot].passes[run] = pass
          slotNames[slot] = slotNames[slot] ?? name(position)
          free.remove(position)
          add(things[position], to: slot)
          break
        }
      }
    }
    for position in things.indices where free.contains(position) {
      add(things[position], to: slots.count)
      slots.append(Slot(indices: [run: position]))
      slotNames.append(name(position))
    }
  }
  return slots
}

/// Keeps the list in order, each slot once. New slots come last.
private func insert(_ slot: Int, into list: inout [Int]) {
  if let last = list.last, last >= slot {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < slot { low = middle + 1 } else { high = middle }
    }
    if list[low] != slot { list.insert(slot, at: low) }
  } else {
    list.append(slot)
  }
}

/// How far the slots of each key were looked at for one run, in one pass.
private struct WaitingSlots {
  private var next: [String: Int] = [:]

  /// The first slot that waits for a thing of the run.
  mutating func take(_ key: String, from slots: [Int], if isOpen: (Int) -> Bool) -> Int? {
    var index = next[key] ?? 0
    defer { next[key] = index }
    while index < slots.count {
      index += 1
      if isOpen(slots[index - 1]) { return slots[index - 1] }
    }
    return nil
  }
}
