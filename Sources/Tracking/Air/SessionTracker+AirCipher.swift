import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import SystemLibraries

/// Encrypted packets that a sniffer received, where there is a key for them.
extension SessionTracker {
  /// What is at hand to decrypt sniffed connections.
  package var airKeys: AirKeys {
    get { sessions.air.keys }
    set { sessions.air.keys = newValue }
  }

  /// Opens what a packet holds, if it is encrypted and there is a key. What it holds is in
  /// `opened` then, in place of what was there.
  mutating func open(
    _ packet: AirPacket, _ header: LLDataHeader, _ digest: UInt64, on place: Int,
    in bytes: Span<UInt8>
  ) -> AirCipher.Opened? {
    let index = sessions.air.links[place].cipher
    guard index >= 0, !packet.isDecrypted, !header.payload.isCut,
      header.payload.count > AESCCM.micOctets, sessions.air.ciphers[index].mayOpen
    else { return nil }
    let sealed = AirCipher.Sealed(
      range: header.payload, first: bytes[packet.pdu.start], digest: digest,
      senders: sessions.air.links[place].likelySenders(of: packet),
      looksClear: !sessions.air.links[place].looksHidden(header, in: bytes))
    if !sessions.air.ciphers[index].isOpen {
      guard !sealed.looksClear, !sessions.air.ciphers[index].hasFailed(sealed) else { return nil }
      guard findKey(sealed, on: place, in: bytes) else { return nil }
    }
    return sessions.air.ciphers[index].open(sealed, in: bytes, into: &opened)
  }

  /// - Returns: whether a key was found.
  private mutating func findKey(
    _ sealed: AirCipher.Sealed, on place: Int, in bytes: Span<UInt8>
  ) -> Bool {
    let index = sessions.air.links[place].cipher
    guard
      min(sessions.air.keyBudget, sessions.air.ciphers[index].keyBudget) > 0
        || sessions.air.keys.guessesPasskeys && sessions.air.passkeySearches > 0
    else {
      sessions.air.ciphers[index].noteUntried(sealed)
      return false
    }
    let pairing = sessions.air.links[place].pairing
    var derived: [AirKey] = []
    if let pairing, let key = pairing.shortTermKey(temporaryKey: 0) {
      derived.append(AirKey(key, kind: .longTerm, source: .temporaryKeyZero))
      for temporary in sessions.air.keys.temporaryKeys {
        guard let key = pairing.shortTermKey(temporaryKey: temporary) else { continue }
        derived.append(AirKey(key, kind: .longTerm, source: .passkey))
      }
    }
    if let pairing {
      let source: AirKey.Source = pairing.isOutOfBand ? .outOfBand : .passkey
      for temporary in sessions.air.keys.outOfBandKeys {
        guard let key = pairing.shortTermKey(temporaryKey: temporary) else { continue }
        derived.append(AirKey(key, kind: .longTerm, source: source))
      }
    }
    let debugKey = debugKey(on: place)
    if let debugKey { derived.append(debugKey) }
    let others = candidates(on: place, for: sessions.air.ciphers[index].start?.identity)
    var budget = sessions.air.keyBudget
    defer { sessions.air.keyBudget = budget }
    if sessions.air.ciphers[index].findKey(
      among: derived + others, sealed, in: bytes, budget: &budget)
    {
      // The next connection of the two has it, too.
      if var debugKey, sessions.air.ciphers[index].fact.source == .debugKey {
        debugKey = AirKey(debugKey.value, kind: .longTerm, source: .distributed)
        let link = sessions.air.links[place]
        debugKey.devices = [link.initiator?.address, link.responder?.address].compactMap { $0 }
        sessions.air.keep(distributed: debugKey)
      }
      return true
    }
    if let pairing, let guessed = guessPasskey(of: pairing, sealed, on: place, in: bytes),
      let key = pairing.shortTermKey(temporaryKey: guessed)
    {
      var enough = Int(Int16.max)
      let found = AirKey(key, kind: .longTerm, source: .passkey)
      if sessions.air.ciphers[index].findKey(
        among: [found], sealed, in: bytes, budget: &enough)
      {
        return true
      }
    }
    // All passkeys were guessed in vain.
    let guessed = sessions.air.links[place].passkeyIsUnknown ? Int(AirPairing.passkeyCount) : 0
    sessions.air.ciphers[index].noteSearch(
      sealed, keys: others.count + sessions.air.keys.temporaryKeyCount + guessed)
    return false
  }

  /// The key of a pairing with the debug key.
  private mutating func debugKey(on place: Int) -> AirKey? {
    guard let initiator = sessions.air.links[place].initiator,
      let responder = sessions.air.links[place].responder,
      let key = sessions.air.links[place].pairing?.debugLongTermKey(
        initiator: initiator.number, responder: responder.number)
    else { return nil }
    return AirKey(key, kind: .longTerm, source: .debugKey)
  }

  /// The keys that are not of the pairing itself, the likely ones first.
  private func candidates(on place: Int, for identity: AirKey.Identity?) -> [AirKey] {
    let link = sessions.air.links[place]
    let devices = [link.initiator?.address, link.responder?.address].compactMap { $0 }
    var ranks: [[AirKey]] = [[], [], [], []]
    for key in sessions.air.distributed + sessions.air.keys.keys {
      if let identity, !identity.isZero, key.identity == identity {
        ranks[0].append(key)
      } else if key.devices.contains(where: devices.contains) {
        ranks[1].append(key)
      } else if let known = key.identity, known != identity {
        // One side may have noted it for the other direction.
        ranks[3].append(key)
      } else {
        ranks[2].append(key)
      }
    }
    return ranks.flatMap(\.self)
  }

  /// Guesses the passkey of a pairing, where that is wanted: by what its central confirms, which
  /// needs the addresses, else by the first encrypted PDU.
  private mutating func guessPasskey(
    of pairing: AirPairing, _ sealed: AirCipher.Sealed, on place: Int, in bytes: Span<UInt8>
  ) -> UInt128? {
    guard sessions.air.keys.guessesPasskeys, sessions.air.passkeySearches > 0,
      !sessions.air.links[place].passkeyIsUnknown
    else { return nil }
    sessions.air.passkeySearches -= 1
    sessions.air.links[place].passkeyIsUnknown = true
    let link = sessions.air.links[place]
    if let initiator = link.initiator, let responder = link.responder,
      let passkeys = pairing.passkeys(initiator: initiator.number, responder: responder.number)
    {
      return passkeys.first
    }
    return sessions.air.ciphers[link.cipher].passkey(of: pairing, sealed, in: bytes)
  }

  // MARK: - Sessions

  /// The encryption of a link, which begins to be followed; nil where there is no room.
  mutating func cipher(on place: Int) -> Int? {
    let known = sessions.air.links[place].cipher
    if known >= 0 { return known }
    guard sessions.bounds.take(AirCipher.weight, for: .connections) else { return nil }
    sessions.air.ciphers.append(AirCipher(at: now))
    sessions.air.links[place].cipher = sessions.air.ciphers.count - 1
    return sessions.air.ciphers.count - 1
  }

  /// LL_ENC_REQ.
  mutating func beginEncryption(_ start: AirCipher.Start, on place: Int) {
    sessions.air.links[place].passkeyIsUnknown = false
    guard let index = cipher(on: place) else { return }
    sessions.air.ciphers[index].begin(start, at: now)
  }

  /// LL_ENC_RSP.
  mutating func answerEncryption(diversifier: UInt64, vector: UInt32, on place: Int) {
    guard let index = cipher(on: place) else { return }
    sessions.air.ciphers[index].answer(
      diversifier: diversifier, vector: vector, at: now)
  }

  /// Notes an encrypted packet.
  mutating func countEncrypted(
    _ opened: AirCipher.Opened?, on place: Int, _ isCentral: Bool, isFirst: Bool
  ) {
    if isFirst {
      let frame = now.frame
      sessions.air.links[place].encryptedPackets += 1
      sessions.air.links[place].side(isCentral) { side in
        guard let opened else {
          side.undecrypted += 1
          return
        }
        side.decrypted += 1
        side.prove(missed: opened.missed, at: frame)
      }
      if let opened, opened.missed > 0 {
        sessions.air.links[place].noteUnread(frame)
        sessions.air.links[place].troubles.dropBurst()
      }
    }
    if opened != nil { sessions.air.links[place].isDecrypted = true }
    guard let index = cipher(on: place) else { return }
    sessions.air.ciphers[index].count(opened, at: now)
    if sessions.air.links[place].isGuessedEncrypted { sessions.air.ciphers[index].noteGuess() }
    if sessions.air.links[place].clearPackets > 0 || sessions.air.links[place].isFromBeginning {
      sessions.air.ciphers[index].noteClear()
    }
  }

  /// Notes a packet that the sniffer could not decrypt, of a session of which it heard only one of
  /// LL_ENC_REQ and LL_ENC_RSP: no key would help.
  mutating func countWithoutStart(on place: Int) {
    let index = sessions.air.links[place].cipher
    guard index >= 0, sessions.air.ciphers[index].lacksStart,
      sessions.air.links[place].central.micFitted + sessions.air.links[place].peripheral.micFitted
        == 0
    else { return }
    sessions.air.ciphers[index].count(nil, at: now)
    sessions.air.ciphers[index].noteClear()
  }

  /// Takes what a pairing shows of keys.
  mutating func notePairing(
    _ pdu: ByteRange, on place: Int, isFromCentral: Bool, in bytes: Span<UInt8>
  ) {
    var pairing = sessions.air.links[place].pairing ?? AirPairing()
    defer { sessions.air.links[place].pairing = pairing }
    guard var key = pairing.take(pdu, isFromCentral: isFromCentral, in: bytes) else { return }
    let link = sessions.air.links[place]
    key.devices = [link.initiator?.address, link.responder?.address].compactMap { $0 }
    sessions.air.keep(distributed: key)
  }
}

extension AirCipher {
  /// In octets, with the sessions that it may list.
  static var weight: Int {
    MemoryLayout<AirCipher>.size + 256 + 8 * MemoryLayout<AirSessionFact>.size
  }
}

extension AirLink {
  /// A device with the type of its address.
  struct Device: Sendable {
    var address: DeviceAddress
    var type: AddressType

    /// As pairing calculates with it: the address, and above its 48 bits the type.
    var number: UInt64 { address.rawValue | UInt64(type.rawValue & 1) << 48 }
  }

  /// Who may have sent a packet, the likely one first: whether the central.
  func likelySenders(of packet: AirPacket) -> [Bool] {
    switch packet.sender {
    case .central: directions.areWrong ? [true, false] : [true]
    case .peripheral: directions.areWrong ? [false, true] : [false]
    case .unknown: event.last == .central ? [false, true] : [true, false]
    }
  }
}
