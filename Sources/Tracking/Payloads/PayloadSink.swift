/// Takes the payloads of transfers, a piece at a time, for `--extract`.
package protocol PayloadSink: AnyObject {
  /// More of a payload. Pieces of different payloads may come in turns.
  func append(_ bytes: ArraySlice<UInt8>, to payload: Int)
  /// The payload is whole, or as whole as it will be.
  func finish(_ payload: Int, as info: ExtractedPayload)
  /// It turned out to be none.
  func discard(_ payload: Int)
}

/// What is known of a payload when it ends.
package struct ExtractedPayload: Hashable, Sendable {
  /// 1-based, as in the report.
  package var connection: Int
  /// 1-based within the connection, as in the report: of the transfer or, where it has no marker
  /// and its characteristic was named by hand, of the run.
  package var transfer: Int
  package var isRun = false
  package var type: String?
  package var complete: Bool

  package init(
    connection: Int, transfer: Int, isRun: Bool = false, type: String?, complete: Bool
  ) {
    self.connection = connection
    self.transfer = transfer
    self.isRun = isRun
    self.type = type
    self.complete = complete
  }
}
