import BluetoothProtocol
import Bytes
import LinkLayer
import SystemLibraries

/// The encryption of a sniffed connection: its sessions, one after the other, and the packet
/// counters of both sides.
///
/// Each side counts the PDUs that it encrypts, which are all that are not empty, from 0 on in each
/// session; a PDU that is sent again keeps its number. The number is not sent: it is right where
/// the MIC is. So each PDU that opens proves how many were between it and the one before. Core
/// Vol 6, Part E, 2.1.
struct AirCipher: Sendable {
  /// What LL_ENC_REQ and LL_ENC_RSP say.
  struct Start: Sendable {
    var identity: AirKey.Identity
    var centralDiversifier: UInt64
    var centralVector: UInt32
    var peripheralDiversifier: UInt64?
    var peripheralVector: UInt32 = 0
  }

  /// One side of a session.
  struct Side: Sendable {
    /// What the next new PDU has, unless some were missed.
    var next: UInt64 = 0
    /// Below it are no numbers of those that could not be opened.
    var floor: UInt64 = 0
    /// Of the last PDU that was opened, and of the last one that could not be.
    var openedDigest: UInt64?
    var failedDigest: UInt64?
  }

  struct Opened: Sendable {
    var isFromCentral: Bool
    var counter: UInt64
    /// PDUs of the same side between it and the last one that was opened.
    var missed: Int
    /// Whether it was opened before.
    var isRepeated: Bool
  }

  private(set) var start: Start?
  private(set) var fact: AirSessionFact
  private var cipher: AESCCM?
  private var sides = [Side(), Side()]
  /// PDUs with which keys were tried in vain.
  private var searches = 0
  /// How often a key may still be tried with a counter in this session.
  private(set) var keyBudget = mostAttempts
  /// How many counters may be tried beyond what each PDU brings.
  private var credit = 1024
  private var failuresInRow = 0
  private(set) var past: [AirSessionFact] = []
  private(set) var omitted = 0

  /// Counters that each PDU may take, and how many may be saved for a PDU after a long silence.
  private static let perPacket = 32
  private static let mostCredit = 1 << 14
  /// Counters that are tried before all others: a sniffer misses some PDUs now and then.
  private static let near: UInt64 = 64
  private static let few = 4
  /// After so many PDUs that could not be opened no more are tried.
  private static let mostFailures = 4096
  /// PDUs with which keys are looked for, and counters that are tried with each.
  private static let mostSearches = 8
  private static let searchedCounters: UInt64 = 16
  static let mostSessions = 64
  private static let mostAttempts = 1 << 19

  init(at moment: Moment) {
    fact = AirSessionFact(first: moment)
  }

  /// Whether a PDU may open, now or later.
  var mayOpen: Bool {
    if cipher != nil { return failuresInRow < Self.mostFailures }
    return start?.peripheralDiversifier != nil && searches < Self.mostSearches
  }

  var isOpen: Bool { cipher != nil }

  /// Whether one of LL_ENC_REQ and LL_ENC_RSP was heard, and the other one was not.
  var lacksStart: Bool { fact.hasRequest != fact.hasResponse }

  // MARK: - Sessions

  /// LL_ENC_REQ.
  mutating func begin(_ start: Start, at moment: Moment) {
    beginFact(at: moment)
    fact.hasRequest = true
    self.start = start
  }

  private mutating func beginFact(at moment: Moment) {
    let isRefresh = fact.packets > 0 || !past.isEmpty
    endSession()
    fact = AirSessionFact(first: moment)
    fact.isRefresh = isRefresh
  }

  /// LL_ENC_RSP.
  mutating func answer(diversifier: UInt64, vector: UInt32, at moment: Moment) {
    if fact.hasResponse {
      if start?.peripheralDiversifier == diversifier, start?.peripheralVector == vector { return }
      // The LL_ENC_REQ that it answers was not heard.
      beginFact(at: moment)
    }
    fact.hasResponse = true
    start?.peripheralDiversifier = diversifier
    start?.peripheralVector = vector
  }

  /// What comes next is encrypted in no way that is known.
  mutating func endSession() {
    if fact.packets > 0 {
      if past.count < Self.mostSessions { past.append(fact) } else { omitted += 1 }
    }
    start = nil
    cipher = nil
    sides = [Side(), Side()]
    searches = 0
    keyBudget = Self.mostAttempts
    failuresInRow = 0
  }

  /// Notes an encrypted packet.
  mutating func count(_ opened: Opened?, at moment: Moment) {
    if fact.packets == 0, start == nil { fact.first = moment }
    fact.last = moment
    fact.packets += 1
    guard let opened else { return }
    fact.decrypted += 1
    if opened.isRepeated { fact.repeated += 1 }
    if opened.isFromCentral {
      fact.missedOfCentral += opened.missed
    } else {
      fact.missedOfPeripheral += opened.missed
    }
  }

  /// Nothing but its packets shows that they are encrypted.
  mutating func noteGuess() { fact.isGuessed = true }

  /// The capture holds packets from before the encryption.
  mutating func noteClear() { fact.followsClear = true }

  /// All sessions that had encrypted PDUs.
  var facts: [AirSessionFact] { fact.packets > 0 ? past + [fact] : past }

  // MARK: - PDUs

  /// A PDU as it came.
  struct Sealed: Sendable {
    /// The payload, with its MIC.
    var range: ByteRange
    /// The first octet of the header.
    var first: UInt8
    var digest: UInt64
    /// Who may have sent it, the likely one first: whether the central.
    var senders: [Bool]
    /// Whether it looks like a PDU that is never encrypted.
    var looksClear: Bool
  }

  /// Opens a PDU.
  ///
  /// - Parameter plain: takes what it holds.
  mutating func open(
    _ sealed: Sealed, in bytes: Span<UInt8>, into plain: inout [UInt8]
  ) -> Opened? {
    guard let start, var cipher else { return nil }
    defer { self.cipher = cipher }
    let octets = bytes.extracting(sealed.range.start..<sealed.range.end)
    func opens(_ counter: UInt64, _ isFromCentral: Bool) -> Bool {
      cipher.open(
        octets, sealed.first, counter: counter, isFromCentral: isFromCentral, start.vector,
        into: &plain)
    }
    for isFromCentral in sealed.senders {
      let side = side(isFromCentral)
      guard side.openedDigest == sealed.digest, side.next > 0, opens(side.next - 1, isFromCentral)
      else { continue }
      return Opened(
        isFromCentral: isFromCentral, counter: side.next - 1, missed: 0, isRepeated: true)
    }
    if hasFailed(sealed) { return nil }
    if !sealed.looksClear { credit = min(Self.mostCredit, credit + Self.perPacket) }
    // Of both sides what is likely, and only then what is far.
    for tries in sealed.looksClear ? [Self.few] : [Self.few, credit / sealed.senders.count] {
      for isFromCentral in sealed.senders {
        let side = side(isFromCentral)
        var counter = side.next
        for _ in 0..<tries {
          if opens(counter, isFromCentral) {
            change(isFromCentral) { $0 = Side(next: counter + 1, openedDigest: sealed.digest) }
            failuresInRow = 0
            return Opened(
              isFromCentral: isFromCentral, counter: counter, missed: Int(counter - side.next),
              isRepeated: false)
          }
          counter += 1
          if counter == side.next + Self.near { counter = max(counter, side.floor) }
        }
        if tries > Self.few {
          credit = max(0, credit - tries)
          // A PDU after it has a greater number.
          change(isFromCentral) { $0.floor = max($0.floor, counter) }
        }
      }
    }
    guard !sealed.looksClear else { return nil }
    failuresInRow += 1
    noteFailed(sealed)
    return nil
  }

  /// Whether it was tried before, in vain.
  func hasFailed(_ sealed: Sealed) -> Bool {
    sealed.senders.contains { side($0).failedDigest == sealed.digest }
  }

  private mutating func noteFailed(_ sealed: Sealed) {
    change(sealed.senders.first ?? true) { $0.failedDigest = sealed.digest }
  }

  private func side(_ isFromCentral: Bool) -> Side { sides[isFromCentral ? 0 : 1] }

  private mutating func change(_ isFromCentral: Bool, _ body: (inout Side) -> Void) {
    body(&sides[isFromCentral ? 0 : 1])
  }

  // MARK: - Keys

  /// Looks for the key of the session with a PDU that is one of its first.
  ///
  /// - Parameter budget: how often a key may still be tried with a counter in the capture.
  /// - Returns: whether one was found.
  mutating func findKey(
    among keys: [AirKey], _ sealed: Sealed, in bytes: Span<UInt8>, budget: inout Int
  ) -> Bool {
    guard let start, let peripheral = start.peripheralDiversifier else { return false }
    let octets = bytes.extracting(sealed.range.start..<sealed.range.end)
    var plain: [UInt8] = []
    // Each PDU before it has a number of its own.
    let counters = 0..<Self.searchedCounters + UInt64(min(fact.packets, Self.mostSearches))
    for key in keys {
      for value in key.sessionKeys(start.centralDiversifier, peripheral) {
        guard budget > 0, keyBudget > 0 else {
          fact.isUntried = true
          return false
        }
        var cipher = AESCCM(key: value)
        for isFromCentral in sealed.senders {
          for counter in counters {
            budget -= 1
            keyBudget -= 1
            guard
              cipher.open(
                octets, sealed.first, counter: counter, isFromCentral: isFromCentral,
                start.vector, into: &plain)
            else { continue }
            self.cipher = cipher
            fact.source = key.source
            return true
          }
        }
      }
    }
    return false
  }

  /// Keys were tried with a PDU, and none was the right one.
  mutating func noteSearch(_ sealed: Sealed, keys: Int) {
    searches += 1
    if !fact.isUntried { fact.keysTried = max(fact.keysTried, keys) }
    noteFailed(sealed)
  }

  /// Keys were not tried with a PDU, as too many were tried before.
  mutating func noteUntried(_ sealed: Sealed) {
    searches += 1
    fact.isUntried = true
    noteFailed(sealed)
  }

  /// Looks for the passkey of a pairing with LL_START_ENC_RSP, the first PDU of its side. It takes
  /// a million tries.
  func passkey(
    of pairing: AirPairing, _ sealed: Sealed, in bytes: Span<UInt8>
  ) -> UInt128? {
    guard let start, let peripheral = start.peripheralDiversifier,
      sealed.first & 3 == 3, sealed.range.count == 1 + AESCCM.micOctets
    else { return nil }
    let octets = bytes.extracting(sealed.range.start..<sealed.range.end)
    var plain: [UInt8] = []
    for isFromCentral in sealed.senders {
      let nonce = SecurityFunctions.nonce(
        counter: 0, isFromCentral: isFromCentral, vector: start.vector)
      // The first block of the key stream: flags, the nonce, and 1. RFC 3610, 2.3.
      let block = (UInt128(1) << 120 | nonce << 8 | 0x01).byteSwapped
      for passkey in 0..<AirPairing.passkeyCount {
        guard let key = pairing.shortTermKey(temporaryKey: passkey) else { return nil }
        let session = SecurityFunctions.sessionKey(
          longTermKey: key, central: start.centralDiversifier, peripheral: peripheral)
        let stream = AES128(key: session).encrypt(block)
        guard UInt8(stream >> 120) ^ octets[0] == Self.startResponse else { continue }
        var cipher = AESCCM(key: session)
        if cipher.open(
          octets, sealed.first, counter: 0, isFromCentral: isFromCentral, start.vector,
          into: &plain)
        {
          return passkey
        }
      }
    }
    return nil
  }

  /// The opcode of LL_START_ENC_RSP.
  private static let startResponse: UInt8 = 0x06
}

extension AirCipher.Start {
  /// Both initialization vectors, the central's in the lower bits.
  var vector: UInt64 { UInt64(centralVector) | UInt64(peripheralVector) << 32 }
}

extension AESCCM {
  fileprivate mutating func open(
    _ sealed: Span<UInt8>, _ first: UInt8, counter: UInt64, isFromCentral: Bool, _ vector: UInt64,
    into plain: inout [UInt8]
  ) -> Bool {
    open(
      sealed,
      nonce: SecurityFunctions.nonce(
        counter: counter, isFromCentral: isFromCentral, vector: vector),
      additional: SecurityFunctions.additional(first), into: &plain)
  }
}

extension AirKey {
  /// The keys that a session may have with it. People write keys in either order of their octets.
  fileprivate func sessionKeys(_ central: UInt64, _ peripheral: UInt64) -> [UInt128] {
    let values = source == .given ? [value, value.otherOrder] : [value]
    var keys: [UInt128] = []
    if kind != .session {
      keys += values.map {
        SecurityFunctions.sessionKey(longTermKey: $0, central: central, peripheral: peripheral)
      }
    }
    if kind != .longTerm { keys += values }
    return keys
  }
}

/// One session of an encrypted connection.
package struct AirSessionFact: Sendable {
  /// LL_ENC_REQ, or the first encrypted PDU where that was not heard.
  package var first: Moment
  /// The last encrypted PDU.
  package var last: Moment
  /// Whether another session of the connection was before it.
  package var isRefresh = false
  /// Encrypted packets, and those of them that hold what the one before held.
  package var packets = 0
  package var decrypted = 0
  package var repeated = 0
  /// New PDUs between those that were opened, by their counters.
  package var missedOfCentral = 0
  package var missedOfPeripheral = 0
  /// Of the key that opened it.
  package var source: AirKey.Source?
  /// Keys that were given, or found in captures, and do not open it.
  package var keysTried = 0
  /// Whether keys were left out, as too many had been tried for other sessions.
  package var isUntried = false
  /// Whether LL_ENC_REQ and LL_ENC_RSP were heard.
  package var hasRequest = false
  package var hasResponse = false
  /// Whether the capture holds earlier packets of the connection that were not encrypted.
  package var followsClear = false
  /// Whether only its packets show it, which cannot be in clear.
  package var isGuessed = false

  init(first: Moment) {
    self.first = first
    last = first
  }
}
