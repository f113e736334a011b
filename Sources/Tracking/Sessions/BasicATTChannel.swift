import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// A connection-oriented channel of BR/EDR that carries ATT, in basic mode. Core Vol 3, Part G, 5.
///
/// Channels for other PSMs are not followed, and what goes on them is not looked into.
package struct BasicATTChannel: Sendable {
  static let psm: UInt16 = 0x001F

  /// The channel identifiers at the two ends; data is addressed to the receiver's.
  var local: L2CAPChannelID?
  var remote: L2CAPChannelID?
  var requestIdentifier: UInt8
  var requestDirection: RecordDirection
  /// Index of the ATT bearer, once the channel is open.
  var bearer: Int?
  /// What each side takes; 672 octets unless it says otherwise. Core Vol 3, Part A, 5.1.
  var localMTU = 672
  var remoteMTU = 672
  /// Whether frames have more than a basic header: they are left alone.
  var hasOtherMode = false
  var isClosed = false
}

extension ConnectionState {
  /// The commands of the BR/EDR signalling channel, of which several may share a PDU. What is
  /// wrong with one is no obstacle: most are of no interest here.
  mutating func receiveBREDRSignalling(
    _ pdu: ByteRange, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) {
    var cursor = ByteCursor(.signalling, pdu)
    while cursor.rest.count > 0 {
      guard let command = try? L2CAPSignallingCommand(&cursor, in: bytes) else { return }
      try? receive(command, &context, in: bytes)
    }
  }

  private mutating func receive(
    _ command: L2CAPSignallingCommand, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    switch command.code {
    case .connectionRequest:
      let request = try L2CAPConnectionRequest(command.data, in: bytes)
      guard request.psm == BasicATTChannel.psm else { return }
      var channel = BasicATTChannel(
        requestIdentifier: command.identifier, requestDirection: context.direction)
      if context.direction == .tx {
        channel.local = request.source
      } else {
        channel.remote = request.source
      }
      basicChannels.append(channel, within: .channels, &bounds)
    case .connectionResponse:
      open(
        try L2CAPConnectionResponse(command.data, in: bytes), command.identifier, context.direction)
    case .configurationRequest:
      configure(try L2CAPConfigurationRequest(command.data, in: bytes), context.direction)
    case .disconnectionRequest:
      let disconnection = try L2CAPDisconnection(command.data, in: bytes)
      closeBasicChannel(disconnection, context.direction)
      closeChannel(disconnection, &context)
    // Credit-based channels are the same as on LE.
    case .creditBasedConnectionRequest, .creditBasedConnectionResponse, .flowControlCredit,
      .creditBasedReconfigureRequest:
      try receive(creditBased: command, &context, in: bytes)
    default: break
    }
  }

  private mutating func open(
    _ response: L2CAPConnectionResponse, _ identifier: UInt8, _ direction: RecordDirection
  ) {
    guard !response.isPending,
      let index = basicChannels.lastIndex(where: {
        $0.bearer == nil && !$0.isClosed && $0.requestIdentifier == identifier
          && $0.requestDirection == direction.reversed
          && ($0.requestDirection == .tx ? $0.local : $0.remote) == response.source
      })
    else { return }
    guard response.result == 0 else {
      basicChannels.remove(at: index, within: .channels, &bounds)
      return
    }
    if direction == .rx {
      basicChannels[index].remote = response.destination
    } else {
      basicChannels[index].local = response.destination
    }
    // Within the bound of the channels, of which each has one.
    bearers.append(ATTBearer(mtu: 672))
    basicChannels[index].bearer = bearers.count - 1
  }

  private mutating func configure(
    _ request: L2CAPConfigurationRequest, _ direction: RecordDirection
  ) {
    guard let index = basicChannel(request.destination, direction) else { return }
    if let mode = request.mode { basicChannels[index].hasOtherMode = mode != 0 }
    if let mtu = request.mtu {
      if direction == .tx {
        basicChannels[index].localMTU = Int(mtu)
      } else {
        basicChannels[index].remoteMTU = Int(mtu)
      }
    }
    guard let bearer = basicChannels[index].bearer else { return }
    bearers[bearer].mtu = min(basicChannels[index].localMTU, basicChannels[index].remoteMTU)
  }

  private mutating func closeBasicChannel(
    _ disconnection: L2CAPDisconnection, _ direction: RecordDirection
  ) {
    guard let index = basicChannel(disconnection.destination, direction) else { return }
    basicChannels[index].isClosed = true
  }

  /// The open channel whose receiver, for what goes in a direction, has this identifier.
  private func basicChannel(_ cid: L2CAPChannelID, _ direction: RecordDirection) -> Int? {
    basicChannels.lastIndex {
      !$0.isClosed && (direction == .tx ? $0.remote : $0.local) == cid
    }
  }

  /// The ATT bearer that a frame on a dynamic channel belongs to. One that was opened before the
  /// capture is not known, and what it carries is not guessed.
  func basicBearer(_ cid: L2CAPChannelID, _ direction: RecordDirection) -> Int? {
    guard !basicChannels.isEmpty, let index = basicChannel(cid, direction),
      !basicChannels[index].hasOtherMode
    else { return nil }
    return basicChannels[index].bearer
  }
}
