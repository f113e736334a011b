import BluetoothProtocol
import Bytes
import CaptureFiles

/// A time in which a controller looked for BR/EDR devices.
struct InquiryFact: Sendable {
  var controller: Int
  var start: Moment
  /// Where neither the event nor a command ended it, when it was over by its length.
  var end: TraceTime

  /// The inquiries of a capture that are kept.
  static let kept = 1024

  /// How long it ran within a stretch of time, in microseconds.
  func overlap(_ start: TraceTime, _ end: TraceTime) -> Int64 {
    max(0, min(self.end, end).since(max(self.start.time, start)))
  }
}

extension HCIOpcode {
  static let inquiry = HCIOpcode(0x0401)
  static let inquiryCancel = HCIOpcode(0x0402)
}

extension HCIEventCode {
  static let inquiryComplete = HCIEventCode(0x01)
}

extension SessionTracker {
  /// HCI_Inquiry: for how long, in units of 1.28 s. Core Vol 4, Part E, 7.1.1.
  ///
  ///     octet   0...2   3                4
  ///             LAP     Inquiry_Length   Num_Responses
  mutating func beginInquiry(_ parameters: ByteRange, on controller: Int, in bytes: Span<UInt8>) {
    guard parameters.count >= 4, sessions.inquiries.count < InquiryFact.kept else { return }
    let length = Int64(bytes[parameters.start + 3]) * 1_280_000
    sessions.inquiries.append(
      InquiryFact(
        controller: controller, start: now,
        end: TraceTime(microseconds: now.time.microseconds &+ length)))
  }

  mutating func endInquiry(on controller: Int) {
    guard let index = sessions.inquiries.lastIndex(where: { $0.controller == controller }),
      now.time < sessions.inquiries[index].end
    else { return }
    sessions.inquiries[index].end = now.time
  }
}
