import BluetoothProtocol
import Report

/// What an ATT error means to the app that got it.
///
/// Core Vol 3, Part F, 3.4.1.1, table 3.4; from 0xE0 on the Core Specification Supplement, Part B.
/// 0x85 is `GATT_ERROR` of Bluedroid (stack/include/gatt_api.h), the Bluetooth stack of Android
/// and, under other names, of ESP-IDF.
struct ATTErrorMeaning {
  /// Follows a colon.
  var words: String
  var advice: String
  /// The server failed, or the request was wrong: no app is designed to answer so.
  var isFailure: Bool

  /// - Parameters:
  ///   - names: the attributes of all errors that are alike.
  ///   - connection: in which they came.
  init(
    _ error: ReportV1.ATTError, _ names: [AttributeName], in connection: ReportV1.Connection
  ) {
    if let known = Self.ofRequest(error, names, connection) ?? Self.table[error.code] {
      self = known
    } else if (0x80...0x9F).contains(error.code) {
      self = ATTErrorMeaning(
        words: "an error that the app or its profile defines",
        advice: "Look up the code in the profile, or in the server's source; if the peer runs "
          + "Android or ESP-IDF, in Bluedroid's list of GATT status codes.", isFailure: false)
    } else {
      self = ATTErrorMeaning(
        words: "a code that the specification does not define",
        advice: "Ask the manufacturer of the server what it means.", isFailure: true)
    }
  }

  private init(words: String, advice: String, isFailure: Bool) {
    self.words = words
    self.advice = advice
    self.isFailure = isFailure
  }

  private static let table: [Int: ATTErrorMeaning] = [
    0x01: failure(
      "the server has no such attribute",
      "The client has to discover the attributes instead of relying on fixed handles."),
    0x02: design(
      "the attribute cannot be read",
      "Look at the characteristic's properties before reading it."),
    0x03: design(
      "the attribute cannot be written",
      "Look at the characteristic's properties, and at what the server lets a client write."),
    0x04: failure(
      "the server found the request malformed",
      "Look at the bytes of the request: its length, and the order of its handles."),
    0x06: design(
      "the server does not support this request",
      "The client has to work without this request: it is optional."),
    0x07: failure(
      "the offset is after the end of the value",
      "Look at how the client counts the parts of a long value."),
    0x09: failure(
      "the server cannot keep more parts of a long write",
      "Write a shorter value, exchange a larger MTU, or give the server a longer queue."),
    0x0A: failure(
      "the server has no such attribute",
      "The client has to discover the attributes instead of relying on fixed handles."),
    0x0B: failure(
      "the value fits into one PDU and cannot be read in parts", "Read it with a plain read."),
    0x0D: failure(
      "the value has a length that the attribute does not accept",
      "Compare the length that was written with the one that the server expects."),
    0x0E: failure(
      "the server failed for a reason that it does not give",
      "Look at the server's app: a handler that fails or returns an error."),
    0x10: design(
      "the server does not group attributes by this type", "Discover by another type."),
    0x11: failure(
      "the server has no memory or queue entry left",
      "Send less at a time, and look at what the server keeps for each client."),
    0x13: design(
      "the server does not accept this value", "Compare the value with those that are allowed."),
    0x85: failure(
      "Android's \"GATT 133\", which gives no exact reason",
      "The server sent the error: look at the server's app. If Android reports status 133 without "
        + "such an error, it could not connect, or it lost the connection."),
    0xFC: design(
      "the server rejected the write", "Look at what the service allows at that moment."),
    0xFD: failure(
      "the client has to subscribe first",
      "Enable notifications or indications of that characteristic, then write."),
    0xFE: design(
      "the server is still busy with an earlier request of this kind",
      "The client has to wait for the end of the procedure before it starts another."),
    0xFF: design("the value is out of range", "Compare the value with those that are allowed."),
  ]

  private static func failure(_ words: String, _ advice: String) -> ATTErrorMeaning {
    ATTErrorMeaning(words: words, advice: advice, isFailure: true)
  }

  private static func design(_ words: String, _ advice: String) -> ATTErrorMeaning {
    ATTErrorMeaning(words: words, advice: advice, isFailure: false)
  }
}

/// Codes that mean something else, or something more, in the answer to one kind of request.
extension ATTErrorMeaning {
  private static func ofRequest(
    _ error: ReportV1.ATTError, _ names: [AttributeName], _ connection: ReportV1.Connection
  ) -> ATTErrorMeaning? {
    let isOfCCCDs = names.allSatisfy(\.isCCCD)
    switch (error.code, error.request) {
    case (0x06, .exchangeMTURequest?): return noExchange(connection.mtu)
    case (_, .exchangeMTURequest?): return refusedExchange(error.code)
    case (0x02, .readRequest?), (0x02, .readBlobRequest?):
      return declared("read", "read", error, names, connection)
    case (0x03, .writeRequest?), (0x03, .prepareWriteRequest?):
      return declared("write", "written", error, names, connection)
    case (0x06, .prepareWriteRequest?), (0x06, .executeWriteRequest?):
      return design(
        "the server does not support long writes",
        "Write values that fit into one PDU, or exchange a larger MTU.")
    case (0x06, .readBlobRequest?):
      return design(
        "the server does not support reads of long values: only the first part can be read",
        "Exchange a larger MTU, so that the value fits into one PDU.")
    case (0x06, let request?) where request.isDiscovery:
      return failure(
        "the server does not support this request, although each server has to",
        "Look at the server's stack: without this request a client cannot find its attributes.")
    case (0x07, .prepareWriteRequest?), (0x07, .executeWriteRequest?):
      return failure(
        "a part begins after the end of what was written before it",
        "Look at how the client counts the parts of a long write.")
    case (0x0B, .readBlobRequest?):
      return design(
        "the value fits into one PDU, so that there is no further part",
        "The client does not need this request.")
    case (0x0B, _): return undefined
    case (0x09, .executeWriteRequest?), (0x09, .prepareWriteRequest?): return nil
    case (0x09, _): return undefined
    case (0x0D, .executeWriteRequest?), (0x0D, .prepareWriteRequest?):
      return failure(
        "the parts make a value of a length that the attribute does not accept",
        "Compare the length of all parts together with the one that the server expects.")
    case (0x0D, .writeRequest?) where isOfCCCDs && error.written == nil:
      return failure(
        "a Client Characteristic Configuration takes two octets",
        "Write 0x0001, 0x0002 or 0x0000 as two octets.")
    case (0xFD, .writeRequest?) where isOfCCCDs:
      return design(
        "the server does not accept this configuration",
        "Compare what was written with the characteristic's properties: 0x0001 needs Notify, "
          + "0x0002 needs Indicate.")
    default: return nil
    }
  }

  private static func noExchange(_ mtu: ReportV1.MTU) -> ATTErrorMeaning {
    guard let frame = mtu.frame, let agreed = mtu.effective else {
      return design(
        "this server takes part in no exchange, and the MTU stays "
          + "\(mtu.effective ?? ATTExchangeMTU.defaultMTU)",
        "The server's stack should answer the request: without an exchange, values and reads are "
          + "cut to 20 and 22 octets.")
    }
    return design(
      "this server takes part in no exchange, and the MTU stays \(agreed), as the other side's "
        + "exchange agreed (#\(frame))",
      "The server's stack should answer the request: a device whose own request was refused may go "
        + "on with an MTU of 23.")
  }

  private static func refusedExchange(_ code: Int) -> ATTErrorMeaning? {
    guard code == 0x04 else { return nil }
    return failure(
      "the server found the request malformed",
      "Look at the client's MTU in the request: it must be 23 or more.")
  }

  /// Whether the declaration of the characteristic allows what was refused says whose fault it is.
  private static func declared(
    _ property: String, _ verb: String, _ error: ReportV1.ATTError, _ names: [AttributeName],
    _ connection: ReportV1.Connection
  ) -> ATTErrorMeaning? {
    guard names.count <= 64 else { return nil }
    let side = error.asked ?? connection.gatt.server
    let allow = names.map { name in
      connection.declaration(name.handle, of: side).map { $0.properties.contains(property) }
    }
    // What is said is said of all.
    guard let first = allow.first, let isAllowed = first, allow.allSatisfy({ $0 == first }) else {
      return nil
    }
    let (name, isOne) = (Name.ofSpecification(property), names.count == 1)
    let refused = "the attribute\(isOne ? "" : "s") cannot be \(verb)"
    let owner = isOne ? "its declaration" : "their declarations"
    return isAllowed
      ? design(
        "\(refused), although \(owner) \(isOne ? "has" : "have") the property \(name)",
        "Look at what the server allows at that moment, or mend the properties that its firmware "
          + "declares.")
      : design(
        "\(refused), and \(owner) \(isOne ? "does" : "do") not have the property \(name)",
        "Look at the characteristic's properties before using it.")
  }

  private static var undefined: ATTErrorMeaning {
    failure(
      "an error that does not belong to this request",
      "Look at the server's stack, and at whether this is the answer to an earlier request.")
  }
}

extension ReportV1.ATTError {
  /// Insufficient Authentication, Authorization, Encryption Key Size, Encryption.
  var asksForSecurity: Bool { [0x05, 0x08, 0x0C, 0x0F].contains(code) }
}
