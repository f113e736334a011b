import Report

/// What a host captured, or what a sniffer did: a file may hold both, and each has its own rules.
///
/// Where it does, the connections of the other part are empty ones: the rest keep their places.
struct CapturePart {
  let capture: ReportV1.Capture
  let isAir: Bool
  /// Connections of which findings are left out.
  private var omitted: Set<Int> = []
  /// Whether findings about the capture as a whole are of this part.
  private var isWhole = true

  static func all(of capture: ReportV1.Capture) -> [CapturePart] {
    guard !capture.isAir, capture.connections.containsIndex(where: { $0[$1].air != nil }) else {
      return [CapturePart(capture, isAir: capture.isAir)]
    }
    let isAllAir =
      capture.controllers.isEmpty && !capture.connections.containsIndex { $0[$1].air == nil }
    if isAllAir { return [CapturePart(capture, isAir: true)] }
    return [
      CapturePart(capture, isAir: false) { $0.air != nil },
      CapturePart(capture, isAir: true) { $0.air == nil },
    ]
  }

  private init(_ capture: ReportV1.Capture, isAir: Bool) {
    self.capture = capture
    self.isAir = isAir
  }

  private init(
    _ capture: ReportV1.Capture, isAir: Bool, without isOther: (ReportV1.Connection) -> Bool
  ) {
    var part = capture
    for index in part.connections.indices where isOther(part.connections[index]) {
      var empty = ReportV1.Connection()
      empty.id = part.connections[index].id
      omitted.insert(empty.id)
      part.connections[index] = empty
    }
    self.capture = part
    self.isAir = isAir
    isWhole = !isAir
  }

  func includes(_ finding: RuleFinding) -> Bool {
    finding.connection.map { !omitted.contains($0) } ?? isWhole
  }
}
