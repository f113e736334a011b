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

  init(_ error: ReportV1.ATTError) {
    if let known = Self.table[error.code] {
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

extension ReportV1.ATTError {
  /// Insufficient Authentication, Authorization, Encryption Key Size, Encryption.
  var asksForSecurity: Bool { [0x05, 0x08, 0x0C, 0x0F].contains(code) }
}
