import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// Records of the Linux monitor about controllers themselves.
extension SessionTracker {
  /// A controller appeared. Its number may have been another's before. A reader that comes late is
  /// informed of each controller that is there already; then nothing has changed.
  ///
  ///     octet   0      1     2..7      8..15
  ///             type   bus   address   name, NUL padded
  mutating func receiveNewIndex(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.monitor, record.bytes)
    let controller = sessions.controller(record.controller)
    lose(controller, to: nil)
    _ = try cursor.u16le(in: bytes)
    let address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    sessions.controllers[controller].address = address.rawValue == 0 ? nil : address
    sessions.controllers[controller].manufacturer = nil
    sessions.controllers[controller].leFeatures = nil
    sessions.controllers[controller].leBuffers = nil
    sessions.controllers[controller].sharedBuffers = nil
    let name = cursor.rest
    var octets: [UInt8] = []
    octets.append(ByteRange(start: name.start, end: min(name.end, name.start + 8)), of: bytes)
    sessions.controllers[controller].name = Array(octets.prefix { $0 != 0 })
  }

  ///     octet   0..5      6..7
  ///             address   manufacturer, a company identifier
  mutating func receiveIndexInfo(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.monitor, record.bytes)
    let controller = sessions.controller(record.controller)
    let address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    if address.rawValue != 0 { sessions.controllers[controller].address = address }
    sessions.controllers[controller].manufacturer = try cursor.u16le(in: bytes)
  }

  mutating func receiveCloseIndex(_ number: UInt16) {
    note(.poweredOff, of: number)
    let controller = sessions.controller(number)
    sessions.controllers[controller].switchedOff = SwitchOff(
      moment: now, ended: sessions.controllers[controller].openIndices)
    lose(controller, to: .controllerOff)
  }

  /// The kernel switches a controller off that is unplugged, and then removes it, for which it may
  /// wait for a command that cannot be answered any more. Who switches Bluetooth off and then pulls
  /// the controller takes longer, and ends the connections first.
  mutating func receiveDeleteIndex(_ number: UInt16) {
    let controller = sessions.controller(number)
    if let off = sessions.controllers[controller].switchedOff,
      off.mayBePulled(at: now.time)
    {
      let index = sessions.adapterStates.lastIndex {
        $0.moment == off.moment && $0.state == .poweredOff
      }
      if let index {
        sessions.adapterStates.remove(at: index)
        sessions.pulledFrames.insert(off.moment.frame)
      }
      for index in off.ended where sessions.connections[index].end?.cause == .controllerOff {
        sessions.connections[index].end?.cause = .controllerGone
      }
    }
    sessions.controllers[controller].switchedOff = nil
    note(.gone, of: number)
    lose(controller, to: .controllerGone)
  }

  /// What `bletrace live` wrote into the capture, or what another program has to say.
  mutating func receiveUserLogging(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    guard let note = RecorderNote(record.bytes, in: bytes) else {
      return receiveKernelConnection(record, in: bytes)
    }
    sessions.ownRecords += 1
    if case .clockSet(let microseconds) = note {
      sessions.clockSettings.append(
        ClockWatch.Step(frame: record.number, microseconds: microseconds), within: .clockSteps,
        &sessions.bounds)
    }
  }

  /// What the kernel said of a connection that is older than the capture. It adds what the capture
  /// itself does not show, and changes nothing else.
  private mutating func receiveKernelConnection(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    guard let note = KernelConnectionNote(record.bytes, in: bytes) else { return }
    sessions.ownRecords += 1
    let controller = sessions.controller(record.controller)
    var index = sessions.controllers[controller].links[Int(note.handle.rawValue)]
    if index == -1, sessions.justEnded(note.handle, on: controller, at: now) == nil {
      index = Int32(open(note.handle, on: controller, transport: nil, mtu: 0) ?? -1)
    }
    guard index >= 0, sessions.connections[Int(index)].completeFrame == nil,
      sessions.connections[Int(index)].peer == nil
    else { return }
    let transport: ReportV1.Transport = note.transport == .le ? .le : .brEDR
    guard sessions.connections[Int(index)].likelyTransport ?? transport == transport else { return }
    sessions.connections[Int(index)].transport = transport
    sessions.connections[Int(index)].role = note.role
    sessions.connections[Int(index)].peer = note.peer
    sessions.connections[Int(index)].peerType = transport == .brEDR ? .publicDevice : nil
    sessions.notePeerTexts(of: Int(index))
    sessions.connections[Int(index)].learnedFrom = .kernel
    context.observer.observe(.peerKnown(connection: Int(index)), at: now)
  }

  /// A program opened a socket.
  ///
  ///     octet   0..3     4..5     6..8      9..12   13             14..
  ///             cookie   format   version   flags   ident length   ident, NUL padded
  mutating func receiveControlOpen(_ record: ByteRange, in bytes: Span<UInt8>) {
    var cursor = ByteCursor(.monitor, record)
    guard let cookie = try? cursor.u32le(in: bytes), let format = try? cursor.u16le(in: bytes),
      (try? cursor.skip(7)) != nil, let count = try? cursor.u8(in: bytes),
      let start = try? cursor.skip(Int(count))
    else { return }
    var ident: [UInt8] = []
    ident.append(ByteRange(start: start, end: start + min(Int(count), 16)), of: bytes)
    let isRaw = format == 0
    guard isRaw, ident.prefix(while: { $0 != 0 }) == Array("bletrace".utf8)[...] else {
      sessions.ownSockets.remove(cookie)
      return
    }
    sessions.ownRecords += 1
    // No more programs than that run at a time.
    if sessions.ownSockets.count < 64 { sessions.ownSockets.insert(cookie) }
  }

  mutating func receiveControlClose(_ record: ByteRange, in bytes: Span<UInt8>) {
    var cursor = ByteCursor(.monitor, record)
    guard let cookie = try? cursor.u32le(in: bytes) else { return }
    if sessions.ownSockets.remove(cookie) != nil { sessions.ownRecords += 1 }
  }
}
