import Report
import Text

/// The losses of a capture that is still being made, each as an event at its place.
package struct LostRecords {
  private var reported = 0
  private var events: [LiveEvent] = []

  package init() {}

  /// So many records were lost.
  ///
  /// - Parameters:
  ///   - frame: of the last record before them; 0 where they were the first.
  ///   - timeUs: of that record.
  package mutating func lose(_ count: Int, after frame: Int, timeUs: Int) {
    guard count > 0 else { return }
    reported = Int(reported: reported + count)
    events.append(
      LiveEvent(
        .recordsLost, frame: frame, timeUs: timeUs,
        "\(Quantity.count(count, "record")), \(Quantity.count(reported)) in total",
        ["records": .int(count), "dropped_records": .int(reported)]))
  }

  /// So many were lost up to a record, of some of which nothing more is known.
  package mutating func lose(total: Int, upTo frame: Int, timeUs: Int) {
    if total > reported { lose(total - reported, after: frame, timeUs: timeUs) }
  }

  /// What was not taken so far, among other events in the order of their frames: behind those of
  /// the record before the loss.
  ///
  /// - Parameter frame: what comes from there on is left for the next call.
  package mutating func take(
    among others: [LiveEvent], before frame: Int? = nil
  ) -> [LiveEvent] {
    guard !events.isEmpty else { return others }
    let kept = frame.map { frame in events.filter { $0.frame >= frame } } ?? []
    events.removeLast(kept.count)
    defer { events = kept }
    var (all, next) = ([LiveEvent](), 0)
    all.reserveCapacity(others.count + events.count)
    for event in others {
      // An event without a frame is about those before it.
      while event.frame > 0, next < events.count, events[next].frame < event.frame {
        all.append(events[next])
        next += 1
      }
      all.append(event)
    }
    return all + events[next...]
  }

  package var isEmpty: Bool { events.isEmpty }
}
