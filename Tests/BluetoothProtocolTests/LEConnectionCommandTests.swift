import BletraceTestSupport
import BluetoothProtocol
import Testing

@Suite("Commands about connections")
struct LEConnectionCommandTests {
  private let address = DeviceAddress(littleEndian48: 0x660D_F30A_7B1C)

  /// As in several commands: 30 ms to 50 ms, latency 0, timeout 420 ms, events up to 10 ms.
  private let wanted = hex(
    """
    18 00   // interval min 24: 30 ms
    28 00   // interval max 40: 50 ms
    03 00   // latency 3
    2A 00   // supervision timeout 42: 420 ms
    02 00   // events of at least 1.25 ms
    10 00   // and at most 10 ms
    """)

  private func expectWanted(_ parameters: WantedConnectionParameters?) {
    #expect(parameters?.intervalMin.microseconds == 30_000)
    #expect(parameters?.intervalMax.microseconds == 50_000)
    #expect(parameters?.maxLatency == 3)
    #expect(parameters?.supervisionTimeout.microseconds == 420_000)
    #expect(parameters?.minCELength.microseconds == 1_250)
    #expect(parameters?.maxCELength.microseconds == 10_000)
  }

  @Test func createConnection() throws {
    let vector =
      hex(
        """
        60 00               // scan interval 96: 60 ms
        30 00               // scan window 48: 30 ms
        00                  // that peer only
        01                  // random address
        1C 7B 0A F3 0D 66   // peer address
        02                  // own address: resolvable, else public
        """) + wanted
    let command = try decode(vector, LECreateConnection.init)
    #expect(command.scanInterval.microseconds == 60_000)
    #expect(command.scanWindow.microseconds == 30_000)
    #expect(!command.usesFilterAcceptList)
    #expect(command.peerAddressType == .randomDevice)
    #expect(command.peerAddress == address)
    #expect(command.ownAddressType == .resolvableOrPublic)
    expectWanted(command.wanted)
    sweep(vector, LECreateConnection.init)
  }

  @Test func extendedCreateConnection() throws {
    let vector =
      hex(
        """
        01                  // any device of the Filter Accept List
        03                  // own address: resolvable, else random
        00                  // public address
        1C 7B 0A F3 0D 66   // peer address
        05                  // on 1M and Coded
        60 00 30 00         // 1M: scan interval 60 ms, window 30 ms
        """) + wanted + hex("40 01 20 01  // Coded: scan interval 200 ms, window 180 ms") + wanted
    let command = try decode(vector, LEExtendedCreateConnection.init)
    #expect(command.usesFilterAcceptList)
    #expect(command.ownAddressType == .resolvableOrRandom)
    #expect(command.peerAddressType == .publicDevice)
    #expect(command.peerAddress == address)
    #expect(command.initiatingPHYs == [.le1M, .leCoded])
    #expect(command.le1M?.scanInterval.microseconds == 60_000)
    #expect(command.le1M?.scanWindow.microseconds == 30_000)
    expectWanted(command.le1M?.wanted)
    #expect(command.le2M == nil)
    #expect(command.leCoded?.scanInterval.microseconds == 200_000)
    #expect(command.leCoded?.scanWindow.microseconds == 180_000)
    expectWanted(command.leCoded?.wanted)
    sweep(vector, LEExtendedCreateConnection.init)
  }

  @Test func connectionUpdate() throws {
    let vector = hex("40 00  // handle 0x0040") + wanted
    let command = try decode(vector, LEConnectionUpdate.init)
    #expect(command.handle.rawValue == 0x0040)
    expectWanted(command.wanted)
    sweep(vector, LEConnectionUpdate.init)
  }

  @Test func remoteConnectionParameterRequestReply() throws {
    let vector = hex("40 00  // handle 0x0040") + wanted
    let command = try decode(vector, LERemoteConnectionParameterRequestReply.init)
    #expect(command.handle.rawValue == 0x0040)
    expectWanted(command.wanted)
    sweep(vector, LERemoteConnectionParameterRequestReply.init)
  }

  @Test func remoteConnectionParameterRequestNegativeReply() throws {
    let vector = hex("40 00 3B  // handle 0x0040, unacceptable connection parameters")
    let command = try decode(vector, LERemoteConnectionParameterRequestNegativeReply.init)
    #expect(command.handle.rawValue == 0x0040)
    #expect(command.reason == HCIStatus(0x3B))
    sweep(vector, LERemoteConnectionParameterRequestNegativeReply.init)
  }

  @Test func disconnect() throws {
    let vector = hex("40 00 13  // handle 0x0040, remote user terminated connection")
    let command = try decode(vector, Disconnect.init)
    #expect(command.handle.rawValue == 0x0040)
    #expect(command.reason == .remoteUserTerminatedConnection)
    sweep(vector, Disconnect.init)
  }
}
