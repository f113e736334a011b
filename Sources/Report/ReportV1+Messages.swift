extension ReportV1 {
  /// What streams of values carry by one layout that no one published: which messages there are,
  /// and which octets of them vary. Where no layout was found, each value counts as a message.
  public struct Messages: ReportObject {
    /// As `--framing` takes it; `nil` where nothing was found that the values have in common.
    public var layout: String?
    /// Whether it was learned or given by hand, or is the best candidate only: that is used for
    /// nothing else.
    public var confidence: FramingConfidence = .learned
    /// The streams that it was found on.
    public var streams: [MessageStream] = []
    /// How many messages fit the layout; of values without one, how many there were.
    public var count = 0
    /// How many values were looked at, with those that do not fit.
    public var values = 0
    /// How many values came beside them, and were not looked at: the first of each characteristic
    /// are.
    public var omitted = 0
    /// Whether each message has a checksum or an end, which show that it is damaged.
    public var checked = false
    /// The frames of messages that do not fit the layout, at most 20.
    public var damaged: [Int] = []
    /// How many messages do not fit it, beside `count`.
    public var damagedCount = 0
    /// How often a counter began again.
    public var resets = 0
    /// How unlikely it is that the values agree with it by chance: one in ten to the power of so
    /// much; `nil` where the layout was given by hand.
    public var oddsLog10: Double?  // decimals: 1
    /// What each octet of a message means, and what shows it.
    public var evidence: KeyedList<String> = [:]
    /// The kinds of messages, the most frequent first; at most 64.
    public var kinds: [MessageKind] = []
    /// How many kinds there were, with those that are not listed.
    public var kindsTotal = 0
    /// How messages do not fit it, and how many: `start`, `end`, `length`, `checksum`, `glued`
    /// (several in a value, where others are one), `cut`, `stray` (no message begins there), and
    /// `other`: of a kind of which none fits, which count neither as fitting nor as damaged.
    public var flaws: KeyedList<Int> = [:]
    package static var isCompound: Bool { true }
  }

  /// A stream of values in which messages were found.
  public struct MessageStream: ReportObject {
    public var valueHandle = 0
    public var uuid: String?
    /// Which PDUs carry it.
    public var kind: ValueKind = .notification
    public var direction: Direction = .rx
  }

  /// Messages that are equal but for octets that vary.
  public struct MessageKind: ReportObject {
    /// Its number in `messages`, from 1.
    public var id = 0
    public var direction: Direction = .rx
    /// How many messages of the kind there were.
    public var count = 0
    /// The octets of the shortest one, with its header and checksum.
    public var bytes = 0
    /// The octets of the longest one.
    public var bytesMax = 0
    public var firstFrame = 0
    /// The first one, in hexadecimal digits, at most 64 octets of it.
    public var example = ""
    /// The octets that are not the same in all of them, from the first octet: `4`, `4..5`.
    public var varying: [String] = []
    /// The time from one to the next, where most are as long; `nil` where they are not.
    public var periodUs: Int?
    /// The `id` of the kind that answers most of them; `nil` where none does.
    public var answeredBy: Int?
    /// What the octets that vary hold.
    public var fields: [MessageField] = []
  }

  /// Some octets of a kind of messages that vary.
  public struct MessageField: ReportObject {
    /// From the first octet of the message.
    public var offset = 0
    /// How many octets it has.
    public var bytes = 0
    /// Whether its first octet counts most; `false` also of one octet.
    public var bigEndian = false
    /// What it is.
    public var kind: MessageFieldKind = .varying
    /// The same in words, with what shows it.
    public var text = ""
  }

  public enum MessageFieldKind: String, ReportWord {
    /// It grows by the same number from one message to the next.
    case counter
    /// It is what the message before it from the other side held.
    case echo
    /// A number that changes little from one message to the next, as a temperature does.
    case slow
    /// Few of its bits change, each alone.
    case flags
    /// It grows as time passes.
    case time
    /// Letters.
    case text
    /// It varies in another way.
    case varying
  }
}

/// One message as it was sent, for commands that show or send messages again. They are not part of
/// the report: an analysis keeps them where it is asked to.
package struct TracedMessage: Hashable, Sendable {
  /// The `id` of the connection.
  package var connection = 0
  /// Index of the layout in `messages` of the connection, and of the stream in its `streams`.
  package var messages = 0
  package var stream = 0
  /// The frames of its first and its last value.
  package var frame = 0
  package var lastFrame = 0
  /// Of its last value, from the capture's first packet.
  package var timeUs = 0
  /// With header, checksum and end.
  package var octets: [UInt8] = []
  /// The `id` of its kind; `nil` where it is damaged, or its kind is not listed.
  package var kind: Int?
  /// Whether it does not fit the layout.
  package var isDamaged = false

  package init() {}
}
