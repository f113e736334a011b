import Report
import Text

/// Two captures of one session next to each other: what `align --format json` prints.
package struct AlignmentReport: ReportObject {
  package static let schemaName = "bletrace-align/1"

  package var bletrace = ""
  package var a = Capture()
  package var b = Capture()
  /// What can be said to who asks where data were lost, a sentence each.
  package var answer: [String] = []
  /// The clock of B by that of A, a piece for each time in which neither was set.
  package var clock: [Clock] = []
  package var links: [Link] = []
  /// Connections that are in one capture only, by their ids.
  package var onlyA: [Int] = []
  package var onlyB: [Int] = []
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.constant("schema", Self.schemaName)
    visitor.field("bletrace", &bletrace)
    visitor.field("a", &a)
    visitor.field("b", &b)
    visitor.field("answer", &answer)
    visitor.field("clock", &clock)
    visitor.field("links", &links)
    visitor.field("only_a", &onlyA)
    visitor.field("only_b", &onlyB)
  }

  package func json() -> [UInt8] {
    var report = self
    var json = JSONWriter(layout: .pretty)
    report.write(to: &json)
    json.finish()
    return json.bytes
  }

  package struct Capture: ReportObject {
    package var path = ""
    package var linkType: String?
    package var records = 0
    package var start: String?
    package var durationUs: Int?

    /// Whether a sniffer made it.
    var isAir: Bool { ReportV1.Capture.isAir(linkType) }
  }

  package struct Clock: ReportObject {
    /// Records of A.
    package var firstFrame = 0
    package var lastFrame = 0
    /// PDUs that are in both captures.
    package var samples = 0
    /// To be added to a time of A for one of B, at the first of them.
    package var offsetUs = 0
    /// By how much the clock of B is faster; a clock of 100 ppm gains 6 ms a minute.
    package var driftPpm: Double?  // decimals: 2
    /// The offset is at most so far from this; `nil` where PDUs went one way only.
    package var uncertaintyUs: Int?
    /// How far it is from this by all likelihood, where the completions of the controllers show it;
    /// that the hosts get what arrives at once is not certain.
    package var likelyUs: Int?
    /// How far the drift may be off: in a short time, clocks hardly show it.
    package var driftUncertaintyPpm: Double?  // decimals: 2
    /// By the clock of A, from its first packet.
    package var startUs = 0
    package var durationUs = 0
  }

  package struct Link: ReportObject {
    /// Ids of the connection in both captures.
    package var a = 0
    package var b = 0
    package var aToB = Way()
    package var bToA = Way()
    package var gaps: [Gap] = []
    package var gapsOmitted = 0
    package var mtuA: Int?
    package var mtuB: Int?
    package var transfersA = 0
    package var transfersB = 0
    /// Those with the same payload, in the same order.
    package var transfersEqual = 0
    package static var isCompound: Bool { true }
  }

  /// PDUs of one way.
  package struct Way: ReportObject {
    /// Whole ones in the capture where they came first, in the other one, and in both.
    package var sent = 0
    package var received = 0
    package var matched = 0
    /// From the record in the first capture to that in the other one; at most `uncertainty_us`
    /// of the clock away from this. Empty where nothing bounds the offset of the clocks.
    package var latencyUs: ReportV1.Summary?
    /// Those of the first capture that are not in the other one, at most 256.
    package var lost: [Lost] = []
    package var lostCount = 0
    package var lostByPlace = ReportV1.KeyedList<Int>()
    /// Those of the other capture that are not in the first one, which its logger lost.
    package var unrecorded = 0
    /// Those of which a logger kept a part only: they cannot be compared.
    package var cut = 0
    /// Those in both captures of which several are equal: which one is which is not known.
    package var unpaired = 0
    package static var isCompound: Bool { true }
  }

  package enum Place: String, ReportWord {
    /// The sender's host, or the app on it, handed it over late.
    case senderHost = "sender-host"
    /// The sender's controller never sent it, or had no acknowledgement, when the link ended.
    case senderController = "sender-controller"
    /// The sender's controller held it, or it had to be sent again: HCI does not show which.
    case controllerOrAir = "controller-or-air"
    /// The receiver's controller acknowledged it; its host did not get it, or not at once.
    case receiver
    /// The capture of the receiver lost records there, or has only a part of it.
    case receiverLog = "receiver-log"
    case notCovered = "not-covered"
    case undecidable
  }

  package struct Lost: ReportObject {
    /// In the first capture.
    package var frame = 0
    package var pdu = ""
    package var bytes = 0
    package var place: Place = .undecidable
    package var reason = ""
    /// By the clock of A, from its first packet; `nil` where that is not known.
    package var timeUs: Int?
  }

  /// A gap of the receiver, and where it was made.
  package struct Gap: ReportObject {
    /// `b` where A sent.
    package var receiver = ""
    /// In the capture of the receiver.
    package var frame = 0
    package var afterFrame = 0
    package var gapUs = 0
    /// In the capture of the sender.
    package var senderFrame: Int?
    package var place: Place = .undecidable
    /// Of the gap, the time until the sender's host handed over what ended it.
    package var hostUs: Int?
    package var reason = ""
  }
}
