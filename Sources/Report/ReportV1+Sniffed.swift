extension ReportV1 {
  /// What a sniffer wrote down, advertising and connections.
  public struct Sniffed: ReportObject {
    /// How many packets there are.
    public var packets = 0
    /// Those that the sniffer marked with a wrong CRC.
    public var crcFailed = 0
    /// Advertising packets among them whose CRC is right all the same: the mark is wrong.
    public var crcFits = 0
    /// The first one that is marked so.
    public var firstFailedFrame: Int?
    /// Packets that the sniffer counted, and the file does not have; 0 where it does not count.
    public var leftOut = 0
  }

  /// One of several captures of a session by sniffers that were merged.
  public struct MergedCapture: ReportObject {
    /// The path as it was given.
    public var path = ""
    /// Packets that its sniffer wrote down.
    public var packets = 0
    /// Those that no other of the sniffers heard with a good CRC.
    public var alone = 0
    /// By how many microseconds its clock was ahead of that of the first capture, at the first
    /// packet that both heard; 0 of the first one.
    public var offsetUs = 0
    /// How many parts in a million its clock ran faster than that of the first capture.
    public var driftPpm: Double = 0  // decimals: 2
    /// Packets that both heard, by which the clocks were compared.
    public var common = 0
    /// By how many microseconds these are off the two numbers, at the median.
    public var offByUs = 0
  }
}
