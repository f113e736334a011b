import LinkLayer

extension AirLink {
  /// Events of the central alone: a sniffer that misses one answer in three misses so many in a row
  /// once in 700 times.
  private static let longSilence = 6

  /// What sequence numbers prove that no hole has shown yet.
  mutating func noteMissedByNumbers(
    _ header: LLDataHeader, _ digest: UInt64, _ isCentral: Bool, at frame: Int
  ) {
    guard !senderIsDoubtful else { return }
    let before = central.missedCertain + peripheral.missedCertain
    defer { if central.missedCertain + peripheral.missedCertain > before { noteUnread(frame) } }
    // Another packet with the same number: one with the other number was between. Not where the
    // peripheral was not heard for long: a central that goes on all the same breaks the numbering.
    let mayHaveAnswer = !isCentral || (troubles.silence?.events ?? 0) < Self.longSilence
    let opening = lastOpening
    side(isCentral) { side in
      guard mayHaveAnswer, let last = side.last, last.sn == header.sn, last.digest != digest
      else { return }
      side.hasHole = true
      if side.countedUnheard == 0, opening > last.frame { side.miss(1, isCertain: true, at: frame) }
    }
    // The receiver had acknowledged the last packet that was heard, and waits for its number again:
    // it got another one after that.
    let own = isCentral ? central.last : peripheral.last
    side(!isCentral) { other in
      guard let last = other.last, let own, own.frame > last.frame, own.nesn != header.nesn,
        header.nesn == last.sn
      else { return }
      other.hasHole = true
      if other.countedUnheard == 0, opening > last.frame {
        other.miss(1, isCertain: true, at: frame)
      }
    }
  }
}
