import BluetoothProtocol
import Bytes
import CaptureFiles

/// Keeps what plots show and the report does not: values over time. Memory is bounded: where all
/// courses together have too many parts, each of them gets coarser.
struct SeriesRecorder {
  /// Parts of all courses together, at 40 octets each.
  private static let mostParts = 120_000
  private static let mostCourses = 20_000
  private static let leastParts = 16
  /// Characteristics of a connection that are drawn.
  private static let mostStreams = 8

  struct Stream: Sendable {
    let handle: ATTHandle
    let direction: RecordDirection
    let isFromServer: Bool
    let course: Int

    @inline(__always)
    func `is`(_ handle: ATTHandle, _ direction: RecordDirection, _ isFromServer: Bool) -> Bool {
      self.handle == handle && self.direction == direction && self.isFromServer == isFromServer
    }
  }

  struct Link: Sendable {
    var streams: [Stream] = []
    /// Where the courses of packets in flight and of signal strength are.
    var flight: Int?
    var signal: Int?
    var outstanding: Int32 = 0
    /// Values of further characteristics, or of a connection that came too late.
    var omitted = 0
  }

  /// A request that was answered.
  struct Request: Sendable {
    let connection: Int
    let request: Moment
    let answer: Moment
    let opcode: ATTOpcode
    let handle: ATTHandle?
    let server: Side
    let isRefused: Bool
  }

  private static let mostRequests = 50_000

  /// Whether requests are kept, too.
  let keepsRequests: Bool
  private(set) var requests: [Request] = []
  private(set) var courses: [Course] = []
  private(set) var links: [Link] = []
  private(set) var advertisers = AdvertiserCourses()
  private(set) var frames = FrameClock()
  private var parts = 0
  /// Parts of a course: more than a screen has pixels, so that zoom shows more.
  private var most = 8192

  init(keepsRequests: Bool = false) { self.keepsRequests = keepsRequests }

  mutating func pass(_ records: Span<CapturedRecord>) { frames.pass(records) }

  // MARK: Courses

  private mutating func begin(at time: TraceTime) -> Int? {
    guard courses.count < Self.mostCourses, parts < Self.mostParts else { return nil }
    courses.append(Course(at: time))
    return courses.count - 1
  }

  @inline(__always)
  private mutating func add(
    _ value: Int32, sum: Int64 = 0, to course: Int, at time: TraceTime, count: Int32 = 1
  ) {
    add(low: value, high: value, latest: value, sum: sum, to: course, at: time, count: count)
  }

  @inline(__always)
  private mutating func add(
    low: Int32, high: Int32, latest: Int32, sum: Int64, to course: Int, at time: TraceTime,
    count: Int32 = 1
  ) {
    parts &+= courses[course].add(
      low: low, high: high, latest: latest, sum: sum, count: count, at: time, most: most)
    if parts > Self.mostParts { reduce() }
  }

  /// All courses get coarser, so that those which come later have room too.
  @inline(never)
  private mutating func reduce() {
    guard most > Self.leastParts else { return }
    most /= 2
    parts = 0
    for index in courses.indices {
      courses[index].reduce(to: most / 2)
      parts += courses[index].count
    }
  }

  // MARK: Values

  @inline(__always)
  private mutating func course(
    _ handle: ATTHandle, _ direction: RecordDirection, _ isFromServer: Bool, of link: Int,
    at time: TraceTime, count: Int = 1
  ) -> Int? {
    for index in links[link].streams.indices
    where links[link].streams[index].is(handle, direction, isFromServer) {
      return links[link].streams[index].course
    }
    guard links[link].streams.count < Self.mostStreams, let course = begin(at: time) else {
      links[link].omitted &+= count
      return nil
    }
    links[link].streams.append(
      Stream(handle: handle, direction: direction, isFromServer: isFromServer, course: course))
    return course
  }

  mutating func add(_ value: AttributeValue) {
    guard
      let course = course(
        value.handle, value.direction, value.kind.isFromServer, of: value.connection,
        at: value.moment.time)
    else { return }
    let octets = value.value.originalCount
    add(
      Int32(clamping: octets), sum: Int64(octets), to: course, at: value.moment.time)
  }

  // MARK: Packets in flight

  @inline(__always)
  mutating func complete(_ count: Int, on link: Int, at time: TraceTime) {
    change(link, by: 0 &- Int32(clamping: count), at: time)
  }

  private mutating func change(_ link: Int, by difference: Int32, at time: TraceTime) {
    let count = max(0, links[link].outstanding &+ difference)
    links[link].outstanding = count
    if links[link].flight == nil { links[link].flight = begin(at: time) }
    if let course = links[link].flight { add(count, to: course, at: time) }
  }

  // MARK: The rest

  mutating func add(_ transaction: ATTTransaction) {
    guard keepsRequests, requests.count < Self.mostRequests else { return }
    requests.append(
      Request(
        connection: transaction.connection, request: transaction.request,
        answer: transaction.answer, opcode: transaction.opcode, handle: transaction.handle,
        server: transaction.server, isRefused: transaction.error != nil))
  }

  mutating func add(_ event: SessionEvent) {
    switch event {
    case .opened: links.append(Link())
    case .aclSent(let link, let moment, _): change(link, by: 1, at: moment.time)
    case .aclCompleted(let link, let moment, let count):
      complete(count, on: link, at: moment.time)
    case .closed(let link, let moment, let isEnd):
      if !isEnd, links[link].outstanding > 0 {
        change(link, by: 0 &- links[link].outstanding, at: moment.time)
      }
    case .rssi(let link, let moment, let dBm), .qualityRSSI(let link, let moment, let dBm):
      if links[link].signal == nil { links[link].signal = begin(at: moment.time) }
      if let course = links[link].signal {
        add(Int32(dBm), sum: Int64(dBm), to: course, at: moment.time)
      }
    case .interval, .subscribed, .typeLearned, .answered, .unasked, .rested, .buffers, .data,
      .attempt:
      break
    }
  }

  /// - Parameter device: its index among those that are measured.
  @inline(__always)
  mutating func add(_ report: Advertisement, of device: Int?) {
    guard let rssi = report.rssi, let device else { return }
    guard let course = advertisers.course(of: device) ?? begin(report, device) else { return }
    // There are many devices, and few of them are drawn large.
    parts &+= courses[course].add(
      low: Int32(rssi), high: Int32(rssi), latest: Int32(rssi), sum: Int64(rssi),
      at: report.moment.time, most: most / 2)
    if parts > Self.mostParts { reduce() }
  }

  @inline(never)
  private mutating func begin(_ report: Advertisement, _ device: Int) -> Int? {
    guard advertisers.hasRoom, let course = begin(at: report.moment.time) else { return nil }
    advertisers.insert(report.address, report.addressType, device, course)
    return course
  }
}

/// The courses of the devices that a capture names, up to a few thousand.
struct AdvertiserCourses {
  private static let most = 4096

  /// By the index of the device; below 0 where it has none.
  private var courses: [Int32] = []
  /// All devices, with the indices of their courses.
  private(set) var all: [(address: DeviceAddress, type: AddressType, course: Int)] = []

  @inline(__always)
  func course(of device: Int) -> Int? {
    guard device < courses.count, courses[device] >= 0 else { return nil }
    return Int(courses[device])
  }

  var hasRoom: Bool { all.count < Self.most }

  mutating func insert(
    _ address: DeviceAddress, _ type: AddressType, _ device: Int, _ course: Int
  ) {
    while courses.count <= device { courses.append(-1) }
    courses[device] = Int32(course)
    all.append((address, type, course))
  }
}
