import CTerminal

/// The terminal as a screen: lines to draw, keys to read. It never waits for the terminal, and
/// gives it back as it was when it is closed, when a signal ends the program, and for as long as
/// the program is stopped. There is one at a time.
package final class Terminal {
  private let output: Int32
  /// Whether there is no user any more who could see the screen or press a key.
  package private(set) var isGone = false
  private var picture = TerminalPicture()
  private var decoder = TerminalKeyDecoder()
  /// When the byte came that may be the escape key.
  private var waitingSince: Int64?
  /// What the terminal had no room for yet.
  private var unsent: ArraySlice<UInt8> = []

  /// So long after the escape byte no sequence is to be expected any more, in microseconds.
  private static let escapeDelay: Int64 = 50_000

  /// Takes the screen of the terminal that `output` is; `nil` where that is none.
  package init?(output: Int32 = 1) {
    self.output = terminal_open(output)
    guard self.output >= 0, terminal_enter(self.output) == 0 else {
      // There is nothing to give back: the screen may be that of another.
      if self.output >= 0 { LiveSystem.closeFile(self.output) }
      isGone = true
      return nil
    }
    SignalWatch.beforeForcedEnd { terminal_restore() }
  }

  deinit { close() }

  /// Gives the terminal back. After that nothing is drawn.
  package func close() {
    guard !isGone else { return }
    terminal_leave()
    LiveSystem.closeFile(output)
    isGone = true
  }

  /// Can be read once a key was pressed; negative while there is no key to come: the terminal is
  /// gone, or the program is in the background.
  package var descriptor: Int32 { !isGone && terminal_is_ours() != 0 ? output : -1 }

  /// As it is now: ask before each drawing. 80 by 24 where the terminal does not say; never more
  /// than a screen can have, whatever it says.
  package var size: (columns: Int, rows: Int) {
    let size = terminal_get_size(output)
    return size.columns > 0 && size.rows > 0
      ? (min(Int(size.columns), 1000), min(Int(size.rows), 500)) : (80, 24)
  }

  /// Shows `lines`, made for `size`. Where the terminal has not yet taken the picture before, this
  /// one is left out: the next will come.
  package func draw(_ lines: [String], columns: Int, rows: Int) {
    guard !isGone, terminal_is_ours() != 0 else { return }
    if terminal_take_redraw() != 0 {
      picture.forget()
      unsent = []
    }
    send()
    guard unsent.isEmpty else { return }
    unsent = picture.change(to: lines, columns: columns, rows: rows)[...]
    send()
  }

  /// The keys that were pressed. Control-L draws the screen again.
  package func keys() -> [TerminalKey] {
    guard !isGone, terminal_is_ours() != 0 else { return [] }
    var keys: [TerminalKey] = []
    reading: while true {
      switch LiveSystem.readChunk(output, 256) {
      case .octets(let octets):
        keys += decoder.feed(octets)
        waitingSince = decoder.isWaiting ? LiveSystem.now : nil
        if octets.count < 256 { break reading }
      case .nothingNow: break reading
      case .end, .failure:
        close()
        return keys
      }
    }
    if let since = waitingSince, LiveSystem.now - since >= Self.escapeDelay {
      keys += decoder.flush()
      waitingSince = nil
    }
    if keys.contains(.character("\u{C}")) { picture.forget() }
    return keys
  }

  private func send() {
    while !unsent.isEmpty {
      guard let count = LiveSystem.writeSome(unsent, to: output), count > 0 else { return }
      unsent = unsent.dropFirst(count)
    }
  }
}
