extension ReportV1 {
  /// A time in which a sniffed connection was encrypted with one key: from LL_ENC_REQ to the next
  /// one, or to the end.
  public struct AirEncryption: ReportObject {
    /// LL_ENC_REQ, or the first encrypted packet where that was not heard.
    public var firstFrame = 0
    /// The last encrypted packet.
    public var lastFrame = 0
    /// Whether its packets were decrypted, and if not, why.
    public var outcome: AirDecryption = .noKey
    /// Where the key comes from; the key itself is in no report. `nil` where none fits.
    public var key: AirKeyOrigin?
    /// Whether the connection was encrypted before, and got a new key.
    public var refresh = false
    /// Encrypted packets, those that were sent again included, and what became of them.
    public var packets = 0
    /// Packets that were decrypted.
    public var decrypted = 0
    /// Of those that were decrypted, the ones that were sent again, by their packet counters.
    public var repeated = 0
    /// New packets that the sniffer did not hear whole, as the packet counters of those that were
    /// decrypted prove: of the central, and of the peripheral.
    public var missedCentral = 0
    /// Packets of the peripheral that the sniffer missed, by the packet counter.
    public var missedPeripheral = 0
  }

  /// Whether encrypted packets were decrypted, and why not.
  public enum AirDecryption: String, ReportWord {
    /// A key fits. Packets may be left that could not be decrypted.
    case decrypted
    /// There was no key to try.
    case noKey = "no-key"
    /// None of the keys fits.
    case wrongKey = "wrong-key"
    /// There were more keys and connections than are tried.
    case notTried = "not-tried"
    /// The sniffer missed LL_ENC_REQ or LL_ENC_RSP, without which no key is of use.
    case startMissed = "start-missed"
    /// The connection was encrypted before the capture began.
    case beganBefore = "began-before"
    /// Nothing that was heard began an encryption, and packets in clear were heard before: they are
    /// encrypted, or damaged.
    case unreadable
  }

  /// Where the key of an encrypted connection comes from.
  public enum AirKeyOrigin: String, ReportWord {
    /// The user gave it.
    case given
    /// An HCI capture of one of the devices.
    case hciCapture = "hci-capture"
    /// The pairing that was heard, whose temporary key is 0.
    case temporaryKeyZero = "temporary-key-zero"
    /// The pairing that was heard, and a passkey that was guessed or given.
    case passkey
    /// One device handed it to the other, as the capture shows.
    case distributed
    /// The pairing that was heard, and what its sides had exchanged out of band, which was given.
    case outOfBand = "out-of-band"
    /// The pairing that was heard, in which a side used the debug key.
    case debugKey = "debug-key"
  }
}
