import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("GATT: what discovery teaches")
struct GATTTests {
  /// 9D534E8B-2153-4F6D-B2B0-8C68665A7274, as it goes over the air.
  private let longUUID = hex("74 72 5A 66 68 8C B0 B2 6D 4F 53 21 8B 4E 53 9D")
  private let longText = "9D534E8B-2153-4F6D-B2B0-8C68665A7274"

  private func peer(_ build: (inout CaptureBuilder) -> Void) -> GATTDatabase {
    let heard = Followed { story in
      story.connect()
      build(&story)
    }
    #expect(heard.tracker.sessions.undecodableRecords == 0)
    #expect(heard.connections[0].localDatabase.isEmpty)
    return heard.connections[0].peerDatabase
  }

  private func services(_ database: GATTDatabase) -> [String] {
    database.services.map {
      "\($0.start.rawValue)...\($0.end.rawValue) \($0.uuid?.description ?? "?")"
        + ($0.isPrimary ? "" : " secondary")
    }
  }

  @Test("all primary services, short and long")
  func primaryServices() {
    let database = peer { story in
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("11 06 0100 0700 0018 0800 0F00 0D18"))
      story.att(.tx, hex("10 1000 FFFF 0028"))
      story.att(.rx, hex("11 14 1000 1F00") + longUUID)
      story.att(.tx, hex("10 2000 FFFF 0028"))
      story.att(.rx, hex("01 10 2000 0A"))
    }
    #expect(services(database) == ["1...7 1800", "8...15 180D", "16...31 \(longText)"])
  }

  @Test("secondary services; groups of another type teach nothing")
  func secondaryServices() {
    let database = peer { story in
      story.att(.tx, hex("10 0100 FFFF 0128"))
      story.att(.rx, hex("11 06 3000 3700 0F18"))
      story.att(.tx, hex("10 0100 FFFF 0328"))
      story.att(.rx, hex("11 06 4000 4700 0F18"))
    }
    #expect(services(database) == ["48...55 180F secondary"])
  }

  private func searches(_ build: (inout CaptureBuilder) -> Void) -> [String] {
    let heard = Followed { story in
      story.connect()
      build(&story)
    }
    return heard.connections[0].searches(of: .peer).map {
      "\($0.kind.rawValue)\($0.uuid.map { " \($0)" } ?? "") \($0.first)...\($0.last)"
    }
  }

  @Test("of an answer that the logger cut it is not known what it held")
  func searchedAndCut() {
    let whole = searches { story in
      story.att(.tx, hex("08 0E00 1100 0328"))
      story.att(.rx, hex("09 07 0F00 10 1000 372A"))
    }
    #expect(whole == ["characteristics 14...16"])
    let cut = searches { story in
      story.att(.tx, hex("08 0E00 1100 0328"))
      story.att(.rx, hex("09 07 0F00 10 1000 372A"))
      story.entries[story.entries.count - 1].bytes.removeLast(2)
    }
    #expect(cut == [])
  }

  @Test("where attributes were looked for to the end")
  func searched() {
    let services = searches { story in
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("11 06 0100 0700 0018 0800 0F00 0D18"))
      story.att(.tx, hex("10 1000 FFFF 0028"))
      story.att(.rx, hex("01 10 1000 0A"))
      story.att(.tx, hex("06 0100 FFFF 0028 0F18"))
      story.att(.rx, hex("01 06 0100 0A"))
    }
    #expect(services == ["primary-services 1...65535", "primary-services 180F 1...65535"])
    let rest = searches { story in
      // The value of the last one declares none.
      story.att(.tx, hex("08 0800 0F00 0328"))
      story.att(.rx, hex("09 07 0900 10 0A00 372A"))
      story.att(.tx, hex("08 0B00 0F00 0328"))
      story.att(.rx, hex("01 08 0B00 0A"))
      story.att(.tx, hex("04 0B00 0F00"))
      story.att(.rx, hex("05 01 0B00 0229"))
    }
    #expect(rest == ["characteristics 8...15", "attributes 11...11"])
  }

  @Test("an error that is not Attribute Not Found, or no answer, ends no search")
  func notSearched() {
    let found = searches { story in
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("01 10 0100 05"))
      story.att(.tx, hex("08 0100 FFFF 0229"))
      story.att(.rx, hex("01 08 0100 0A"))
      story.att(.tx, hex("10 0100 FFFF 0028"))
    }
    #expect(found == [])
  }

  @Test("a service by its UUID")
  func serviceByUUID() {
    let database = peer { story in
      story.att(.tx, hex("06 0100 FFFF 0028 0D18"))
      story.att(.rx, hex("07 1000 1700 2000 2700"))
      story.att(.tx, hex("06 0100 FFFF 0028") + longUUID)
      story.att(.rx, hex("07 3000 FFFF"))
    }
    #expect(
      services(database) == ["16...23 180D", "32...39 180D", "48...65535 \(longText)"])
  }

  @Test("characteristics, short and long")
  func characteristics() {
    let database = peer { story in
      story.att(.tx, hex("08 1000 1700 0328"))
      story.att(.rx, hex("09 07 1100 10 1200 372A 1400 02 1500 382A"))
      story.att(.tx, hex("08 1500 1F00 0328"))
      story.att(.rx, hex("09 15 1800 3E 1900") + longUUID)
    }
    #expect(database.characteristics.map(\.declaration.rawValue) == [0x11, 0x14, 0x18])
    #expect(database.characteristics.map(\.value.rawValue) == [0x12, 0x15, 0x19])
    #expect(database.characteristics.map(\.properties) == [0x10, 0x02, 0x3E])
    #expect(database.characteristics.map(\.uuid.description) == ["2A37", "2A38", longText])
    #expect(database.valueType(ATTHandle(0x19))?.description == longText)
  }

  @Test("includes: a long UUID is read from the service itself")
  func includes() {
    let database = peer { story in
      story.att(.tx, hex("08 1000 1F00 0228"))
      story.att(.rx, hex("09 08 1100 3000 3700 0F18"))
      story.att(.tx, hex("08 1200 1F00 0228"))
      story.att(.rx, hex("09 06 1200 4000 4700"))
      story.att(.tx, hex("0A 4000"))
      story.att(.rx, [0x0B] + longUUID)
    }
    #expect(database.includes.map(\.handle.rawValue) == [0x11, 0x12])
    #expect(database.includes.map(\.uuid?.description) == ["180F", longText])
    #expect(
      services(database) == ["48...55 180F secondary", "64...71 \(longText) secondary"])
  }

  @Test("an include does not make a known service a secondary one")
  func includedPrimary() {
    let database = peer { story in
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("11 06 3000 3700 0F18"))
      story.att(.tx, hex("08 1000 1F00 0228"))
      story.att(.rx, hex("09 08 1100 3000 3700 0F18"))
    }
    #expect(services(database) == ["48...55 180F"])
  }

  @Test("descriptors, of both formats, and whose they are")
  func descriptors() {
    let database = peer { story in
      story.att(.tx, hex("08 1000 1700 0328"))
      story.att(.rx, hex("09 07 1100 10 1200 372A 1500 02 1600 382A"))
      story.att(.tx, hex("04 1300 1700"))
      story.att(.rx, hex("05 01 1300 0229 1400 0129 1700 0429"))
      story.att(.tx, hex("04 1800 1800"))
      story.att(.rx, hex("05 02 1800") + longUUID)
    }
    #expect(database.attributeType(ATTHandle(0x13)) == .clientCharacteristicConfiguration)
    #expect(database.attributeType(ATTHandle(0x18))?.description == longText)
    let owners = [0x13, 0x14, 0x17].map {
      database.owner(ofDescriptor: ATTHandle(UInt16($0)))?.value.rawValue
    }
    #expect(owners == [0x12, 0x12, 0x16])
    // The declaration of the second is no descriptor of the first.
    #expect(database.owner(ofDescriptor: ATTHandle(0x16)) == nil)
    #expect(database.owner(ofDescriptor: ATTHandle(0x11)) == nil)
  }

  @Test("a descriptor of a service whose characteristics are not known is no one's")
  func descriptorOfAnotherService() {
    let database = peer { story in
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("11 06 1000 1300 0F18 2000 2300 0A18"))
      story.att(.tx, hex("08 1000 2300 0328"))
      story.att(.rx, hex("09 07 1100 10 1200 372A"))
      // The declaration of 0x0021 is in a response that the capture lacks.
      story.att(.tx, hex("04 1300 2300"))
      story.att(.rx, hex("05 01 1300 0229 2300 0229"))
    }
    #expect(database.owner(ofDescriptor: ATTHandle(0x13))?.value.rawValue == 0x12)
    #expect(database.owner(ofDescriptor: ATTHandle(0x23)) == nil)
  }

  @Test("a value that is read by its type shows where it is")
  func readByType() {
    let database = peer { story in
      story.att(.tx, hex("08 0100 FFFF 002A"))
      story.att(.rx, hex("09 05 0300 424353"))
    }
    #expect(database.valueType(ATTHandle(3))?.description == "2A00")
  }

  @Test("what was cut teaches what is there")
  func cut() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.l2cap(.rx, 0x0004, hex("11 06 0100 0700 0018 0800 0F00 0D18"), keeping: 18)
    }
    #expect(services(heard.connections[0].peerDatabase) == ["1...7 1800"])
  }

  @Test("the server on our side is learned when the peer asks")
  func localServer() {
    let heard = Followed { story in
      story.connect(isPeripheral: true)
      story.att(.rx, hex("10 0100 FFFF 0028"))
      story.att(.tx, hex("11 06 0100 0700 0018"))
    }
    #expect(heard.connections[0].peerDatabase.isEmpty)
    #expect(services(heard.connections[0].localDatabase) == ["1...7 1800"])
  }

  @Test("more attributes than are kept hit the bound")
  func bound() {
    let heard = Followed { story in
      story.connect()
      for handle in 1...UInt16(Bound.gattEntries.limit + 5) {
        story.att(.tx, [0x04] + octets(handle) + octets(handle))
        story.att(.rx, [0x05, 0x01] + octets(handle) + [0x01, 0x29])
      }
    }
    #expect(heard.connections[0].peerDatabase.count == Bound.gattEntries.limit)
    #expect(heard.connections[0].bounds.names == [.gattEntries])
  }
}

@Suite("GATT: subscriptions, and what is remembered")
struct SubscriptionTests {
  private let uuid = hex("74 72 5A 66 68 8C B0 B2 6D 4F 53 21 8B 4E 53 9D")

  private func discover(_ story: inout CaptureBuilder) {
    story.discover(declaration: 0x11, value: 0x12, uuid: uuid)
    story.att(.tx, hex("04 1300 1300"))
    story.att(.rx, hex("05 01 1300 0229"))
  }

  @Test("a write to a known CCCD", arguments: [UInt16(0), 1, 2, 3])
  func known(bits: UInt16) {
    let heard = Followed { story in
      story.connect()
      discover(&story)
      story.subscribe(0x13, bits)
    }
    let subscription = heard.connections[0].subscriptions[0]
    #expect(subscription.bits == bits && !subscription.isGuess)
    #expect(subscription.cccd.rawValue == 0x13 && subscription.value.rawValue == 0x12)
    #expect(subscription.server == .peer && subscription.moment.frame == 6)
    #expect(heard.values.isEmpty)
    let observed = heard.observed.events.contains {
      if case .subscribed(0, _, ATTHandle(0x12), bits, .peer) = $0 { true } else { false }
    }
    #expect(observed)
  }

  @Test("a write to a handle of which nothing is known is a guess")
  func guessed() {
    let heard = Followed { story in
      story.subscribe(0x13)
      story.att(.tx, hex("52 23 00 02 00"))
    }
    let subscriptions = heard.connections[0].subscriptions
    #expect(subscriptions.map(\.isGuess) == [true, true])
    #expect(subscriptions.map(\.value.rawValue) == [0x12, 0x22])
    #expect(subscriptions.map(\.bits) == [1, 2])
  }

  @Test("a write of two octets to what is known to be something else is a value")
  func value() {
    let heard = Followed { story in
      story.connect()
      discover(&story)
      story.att(.tx, hex("52 12 00 01 00"))
      story.att(.tx, hex("52 30 00 03 00"))  // no value that a CCCD could have by guess
      story.att(.tx, hex("52 30 00 01"))
      story.att(.tx, hex("52 01 00 01 00"))  // handle 1 can be none
    }
    #expect(heard.connections[0].subscriptions.isEmpty)
    #expect(heard.values.map(\.handle) == [0x12, 0x30, 0x30, 0x01])
  }

  @Test("a refused subscription is none; an earlier one stays")
  func refused() {
    let heard = Followed { story in
      story.connect()
      discover(&story)
      story.subscribe(0x13, 1)
      story.att(.tx, hex("12 13 00 02 00"))
      story.att(.rx, hex("01 12 13 00 FD"))
    }
    #expect(heard.connections[0].subscriptions.map(\.bits) == [1])
  }

  @Test("the peer subscribes to ours")
  func local() {
    let heard = Followed { story in
      story.connect(isPeripheral: true)
      story.att(.rx, hex("12 13 00 01 00"))
      story.att(.tx, hex("13"))
    }
    #expect(heard.connections[0].subscriptions.map(\.server) == [.local])
  }

  @Test("a peer's attributes are remembered for its next connection")
  func remembered() {
    let heard = Followed { story in
      story.connect()
      discover(&story)
      story.disconnect()
      story.connect(peer: [9, 9, 9, 9, 9, 9])
      story.disconnect()
      story.connect()
      story.subscribe(0x13)
    }
    let databases = heard.connections.map(\.peerDatabase)
    #expect(databases.map(\.isEmpty) == [false, true, false])
    #expect(databases.map(\.isRemembered) == [false, false, true])
    #expect(heard.connections[2].subscriptions.map(\.isGuess) == [false])
  }

  @Test("what is discovered again on a connection is not remembered")
  func discoveredAgain() {
    let heard = Followed { story in
      for _ in 0..<2 {
        story.connect()
        story.att(.tx, hex("10 0100 FFFF 0028"))
        story.att(.rx, hex("11 06 1000 1700 0D18"))
        discover(&story)
        story.disconnect()
      }
    }
    #expect(heard.connections.map(\.peerDatabase.isRemembered) == [false, false])
  }

  @Test("services that went away are forgotten when all are asked for again")
  func changed() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("11 06 1000 1700 0D18"))
      discover(&story)
      story.disconnect()
      story.connect()
      story.att(.tx, hex("10 0100 FFFF 0028"))
      story.att(.rx, hex("11 06 2000 2700 0F18"))
      story.disconnect()
    }
    let database = heard.connections[1].peerDatabase
    #expect(database.services.map(\.start.rawValue) == [0x20])
    #expect(database.characteristics.isEmpty)
  }

  @Test("our own attributes are the same on every connection, whichever ends last")
  func localRemembered() {
    let heard = Followed { story in
      story.connect(0x40, isPeripheral: true)
      story.connect(0x41, peer: [1, 1, 1, 1, 1, 1], isPeripheral: true)
      story.att(.rx, hex("08 1000 1700 0328"), 0x40)
      story.att(.tx, hex("09 07 1100 10 1200 372A"), 0x40)
      story.disconnect(0x40)
      story.disconnect(0x41)
      story.connect(0x42, peer: [2, 2, 2, 2, 2, 2], isPeripheral: true)
    }
    #expect(heard.connections[2].localDatabase.isRemembered)
    #expect(heard.connections[2].localDatabase.characteristics.count == 1)
  }
}
