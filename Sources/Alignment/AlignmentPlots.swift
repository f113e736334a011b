/// What is drawn of an alignment. Times are microseconds from the first packet of A, by its clock.
package struct AlignmentPlots: Sendable {
  /// How long a PDU was on the way.
  struct Point: Sendable {
    var timeUs: Int
    var us: Int
  }

  struct Link: Sendable {
    var aToB: [Point] = []
    var bToA: [Point] = []
  }

  /// In the order of the report.
  var links: [Link] = []

  package init() {}
}
