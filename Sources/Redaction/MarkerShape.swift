/// What analysis sees in a value beside its length and which other values are equal: where markers
/// stand in it, and whether it has so few different octets that a repetition means nothing.
struct MarkerShape: Sendable {
  /// Shorter values are never taken for resends.
  static let plainLength = 8
  private static let fewSymbols = 4

  struct Form: Hashable {
    /// Octets of markers, and what ends a line or a string behind one.
    var kept: [Bool]
    /// Whether it has fewer than four different octets.
    var isPlain: Bool
  }

  private let markers: [[UInt8]]

  init(_ markers: [[UInt8]]) {
    self.markers = markers.filter { !$0.isEmpty }
  }

  /// Whether it is a marker, or may be a part of one that came in several values.
  func isPiece(_ octets: [UInt8]) -> Bool {
    markers.contains { marker in
      octets.count <= marker.count
        && (0...marker.count - octets.count).contains {
          marker[$0..<$0 + octets.count].elementsEqual(octets)
        }
    }
  }

  func form(_ octets: [UInt8]) -> Form {
    var kept = [Bool](repeating: false, count: octets.count)
    for marker in markers where marker.count <= octets.count {
      for start in 0...octets.count - marker.count where isMarker(marker, octets, at: start) {
        for index in start..<start + marker.count { kept[index] = true }
      }
    }
    // A NUL or the end of a line behind a marker is what nearly is one.
    for index in octets.indices.dropFirst() where kept[index - 1] && isEnding(octets[index]) {
      kept[index] = true
    }
    var seen: [UInt8] = []
    for octet in octets where seen.count < Self.fewSymbols && !seen.contains(octet) {
      seen.append(octet)
    }
    return Form(
      kept: kept, isPlain: octets.count >= Self.plainLength && seen.count < Self.fewSymbols)
  }

  private func isEnding(_ octet: UInt8) -> Bool {
    octet == 0 || octet == 0x0A || octet == 0x0D || octet == 0x20
  }

  private func isMarker(_ marker: [UInt8], _ octets: [UInt8], at start: Int) -> Bool {
    for index in marker.indices where lower(marker[index]) != lower(octets[start + index]) {
      return false
    }
    return true
  }

  private func lower(_ octet: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
  }
}
