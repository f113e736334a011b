struct PcapngInterface: Hashable, Sendable {
  /// Nothing where it carries something other than Bluetooth HCI.
  var link: LinkType?
  var clock: PcapngClock
  /// Nothing where there is no limit.
  var snapLength: Int?
  var controller: UInt16
  fileprivate var dropsInPackets = 0
  fileprivate var dropsInStatistics = 0
}

/// The interfaces of the current section.
struct PcapngInterfaces {
  private var current: [PcapngInterface] = []
  private var controllers: UInt16 = 0
  private var foreignLinkType: Int?
  private var link: LinkType?
  private var isMixed = false
  /// Whether one of them, in any section so far, is USB.
  private(set) var hasUSB = false
  /// Whether there is an interface of PPI, which has a link type in each packet.
  private(set) var hasPPI = false

  var linkTypeName: String {
    isMixed ? "mixed" : link?.rawValue ?? "unknown"
  }

  subscript(index: Int) -> PcapngInterface? {
    current.indices.contains(index) ? current[index] : nil
  }

  /// Interfaces are counted again; so are controllers, as a section that follows another is mostly
  /// the same machine's.
  mutating func startSection() {
    current.removeAll(keepingCapacity: true)
    controllers = 0
  }

  /// Answers false when there are too many.
  mutating func add(
    linkType: Int, snapLength: Int, _ options: PcapngOptions, _ bytes: Span<UInt8>
  ) -> Bool {
    guard current.count < CaptureLimits.interfaces else { return false }
    let added = LinkType(pcap: linkType)
    if let added {
      isMixed = isMixed || (link ?? added) != added
      link = link ?? added
      hasUSB = hasUSB || added.isUSB
      hasPPI = hasPPI || added == .ppiLELL
    } else {
      foreignLinkType = foreignLinkType ?? linkType
    }
    current.append(
      PcapngInterface(
        link: added, clock: PcapngClock(options, bytes),
        snapLength: snapLength == 0 ? nil : snapLength, controller: controllers))
    if added != nil, added != .linuxMonitor { controllers += 1 }
    return true
  }

  /// A capture is refused when its interfaces are known and none of them is Bluetooth HCI.
  func requireBluetooth() throws(CaptureFileError) {
    if link == nil, let foreignLinkType {
      throw .unsupportedLinkType(.pcapng, number: foreignLinkType)
    }
  }

  /// Answers how many lost packets were not counted yet, given those lost before one packet.
  mutating func countDrops(_ index: Int, inPacket drops: UInt64) -> Int {
    guard current.indices.contains(index), drops != .max else { return 0 }
    let interface = current[index]
    let sum = lossSum(interface.dropsInPackets, Int(lost: drops))
    current[index].dropsInPackets = sum
    return max(0, sum - max(interface.dropsInPackets, interface.dropsInStatistics))
  }

  /// The same for options isb_ifdrop and isb_osdrop, which count since the capture began.
  mutating func countDrops(
    _ index: Int, inStatistics options: PcapngOptions, _ bytes: Span<UInt8>
  ) -> Int {
    guard let interface = self[index], interface.link != nil else { return 0 }
    var options = options
    var sum = 0
    while let option = options.next(bytes) {
      guard option.code == 5 || option.code == 7, option.count == 8 else { continue }
      let drops = bytes.u64(option.start, options.order)
      if drops != .max { sum = lossSum(sum, Int(lost: drops)) }
    }
    let statistics = max(sum, interface.dropsInStatistics)
    current[index].dropsInStatistics = statistics
    return max(0, statistics - max(interface.dropsInPackets, interface.dropsInStatistics))
  }
}

extension PcapngClock {
  /// From options if_tsresol and if_tsoffset.
  fileprivate init(_ options: PcapngOptions, _ bytes: Span<UInt8>) {
    var options = options
    var resolution: UInt8 = 6
    var offset: Int64 = 0
    while let option = options.next(bytes) {
      switch (option.code, option.count) {
      case (9, 1): resolution = bytes[option.start]
      case (14, 8): offset = Int64(bitPattern: bytes.u64(option.start, options.order))
      default: break
      }
    }
    self.init(resolution: resolution, offsetSeconds: offset)
  }
}

/// Counts of lost records. A file states them, in up to 64 bits and as often as it has records;
/// what enters and what is summed up ends at 2^53 - 1, as the numbers of a report do.
func lossSum(_ a: Int, _ b: Int) -> Int { min(a + b, mostLost) }

private let mostLost = (1 << 53) - 1

extension Int {
  fileprivate init(lost count: UInt64) { self = Int(Swift.min(count, UInt64(mostLost))) }
}
