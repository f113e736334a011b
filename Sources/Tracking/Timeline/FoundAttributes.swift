import BluetoothProtocol
import Bytes

/// What the response to a discovery holds; nothing for any other response.
func foundAttributes(_ transaction: ATTTransaction, in bytes: Span<UInt8>) -> [FoundAttribute] {
  let body = transaction.response
  do throws(DecodeIssue) {
    switch transaction.opcode {
    case .readByGroupTypeRequest:
      let entries = try ATTReadByGroupTypeResponse(body, in: bytes).entries
      return found(entries, headOctets: 4, in: bytes)
    case .findByTypeValueRequest:
      let entries = try ATTFindByTypeValueResponse(body, in: bytes).entries
      return found(entries, headOctets: 4, in: bytes).map {
        FoundAttribute(handle: $0.handle, other: $0.other, uuid: transaction.type)
      }
    case .findInformationRequest:
      let entries = try ATTFindInformationResponse(body, in: bytes).entries
      return found(entries, headOctets: 2, in: bytes)
    case .readByTypeRequest:
      let entries = try ATTReadByTypeResponse(body, in: bytes).entries
      switch transaction.type?.short16 {
      case 0x2803: return characteristics(entries, in: bytes)
      case 0x2802: return includes(entries, in: bytes)
      default:
        return found(entries, headOctets: 2, in: bytes).map {
          FoundAttribute(handle: $0.handle, uuid: transaction.type)
        }
      }
    default: return []
    }
  } catch {
    return []
  }
}

/// Entries that begin with a handle, or with two, and end with a UUID.
private func found(
  _ entries: ATTEntryList, headOctets: Int, in bytes: Span<UInt8>
) -> [FoundAttribute] {
  guard entries.octets >= headOctets else { return [] }
  return (0..<entries.count).map { index in
    let entry = entries.entry(index)
    return FoundAttribute(
      handle: ATTHandle(bytes.u16le(entry.start)),
      other: headOctets == 4 ? ATTHandle(bytes.u16le(entry.start + 2)) : nil,
      uuid: uuid(from: entry.start + headOctets, to: entry.end, in: bytes))
  }
}

/// Declaration handle, properties, value handle, UUID.
private func characteristics(_ entries: ATTEntryList, in bytes: Span<UInt8>) -> [FoundAttribute] {
  guard entries.octets >= 7 else { return [] }
  return (0..<entries.count).map { index in
    let entry = entries.entry(index)
    return FoundAttribute(
      handle: ATTHandle(bytes.u16le(entry.start)), other: ATTHandle(bytes.u16le(entry.start + 3)),
      uuid: uuid(from: entry.start + 5, to: entry.end, in: bytes))
  }
}

/// Handle, first and last handle of the service, and its UUID if that has 16 bits.
private func includes(_ entries: ATTEntryList, in bytes: Span<UInt8>) -> [FoundAttribute] {
  guard entries.octets >= 6 else { return [] }
  return (0..<entries.count).map { index in
    let entry = entries.entry(index)
    return FoundAttribute(
      handle: ATTHandle(bytes.u16le(entry.start)), other: ATTHandle(bytes.u16le(entry.start + 4)),
      uuid: uuid(from: entry.start + 6, to: entry.end, in: bytes))
  }
}

private func uuid(from start: Int, to end: Int, in bytes: Span<UInt8>) -> BluetoothUUID? {
  switch end - start {
  case 2: BluetoothUUID(uuid16: bytes.u16le(start))
  case 16: BluetoothUUID(high: bytes.u64le(start + 8), low: bytes.u64le(start))
  default: nil
  }
}
