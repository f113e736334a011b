import BluetoothProtocol
import Bytes
import Report

/// An attempt of this host to connect. A request by the Filter Accept List is an attempt for each
/// device of the list: it may be taken from the list while the others stay.
package struct AttemptFact: Sendable {
  package var controller: Int
  package var transport: ReportV1.Transport
  /// The device that was asked for; `nil` of a list whose devices the capture does not show.
  package var peer: DeviceAddress?
  package var peerType: AddressType?
  package var isByList: Bool
  /// The list at the beginning.
  package var listed: [AcceptListEntry]
  package var start: Moment
  package var last: Moment?
  package var end = ReportV1.AttemptEnd.captureEnd
  package var status: HCIStatus?
  package var cancel: Moment?
  /// The number of an LE connection with the device that there was already.
  package var already: Int?
  /// The number of the connection that came about.
  package var connection: Int?
  /// Over BR/EDR, the device answered: its controller asked for another role.
  package var answered: Moment?

  /// Over LE, of one device.
  var isDirect: Bool { !isByList && transport == .le }

  package var key: AttemptKey { AttemptKey(frame: start.frame, address: peer) }
}

/// What names an attempt: the command, and the device.
package struct AttemptKey: Hashable, Sendable {
  package var frame: Int
  package var address: DeviceAddress?
}

/// A device of the Filter Accept List, and the command that added it.
package struct AcceptListEntry: Hashable, Sendable {
  package var address: DeviceAddress
  package var type: AddressType
  package var frame: Int
  /// Whether the controller was to recognize its resolvable private addresses.
  package var isResolved = false
}

/// A connection that a BR/EDR device asked for, and this host accepted.
struct AcceptedConnection: Sendable {
  var address: DeviceAddress
  /// It did not ask to become central.
  var staysPeripheral: Bool
}

/// What the host asked of its controller to connect to, and did not get yet.
struct Initiating: Sendable {
  /// The Filter Accept List, as far as the capture shows it.
  private(set) var list: [AcceptListEntry] = []
  /// Before the command that is not answered yet, and may be refused.
  private var listBefore: [AcceptListEntry]?
  /// The capture shows all of it, as it shows how it was emptied.
  private var isListComplete = false
  /// Attempts that wait, in the order in which they began.
  private(set) var open: [AttemptFact] = []
  /// Since when the controller tries no device of the list, although attempts wait.
  private var pause: Pause?
  /// What it was before the last request, which the controller may refuse.
  private var pauseBefore: Pause?
  /// LE Create Connection Cancel, which was not answered yet.
  private var cancel: Moment?
  /// The last request by the list.
  private var listRequest: Moment?
  /// Attempts of which there is no end, and no room or no sense to wait for it: what was needless
  /// about them stays so.
  private(set) var dropped: [AttemptFact] = []
  /// BR/EDR devices whose Connection Request this host accepted.
  private var accepted: [AcceptedConnection] = []

  private struct Pause {
    var cancel: Moment?
    /// `nil` where a connection to another device ended the request.
    var status: HCIStatus?
    var last: Moment
    /// From when on the list could have been asked for again.
    var idle: TraceTime
  }

  /// A stack that edits its list cancels the request, and asks again at once.
  static let editing: Int64 = 500_000
  /// A controller has room for 255 at most.
  private static let mostListed = 255
  private static let mostPages = 16
  private static let mostDirect = 8
  private static let mostDropped = 256

  // MARK: The list

  /// Those of the list that are kept with an attempt or a scan.
  var listed: [AcceptListEntry] {
    list.prefix(Self.mostShown).map { entry in
      var entry = entry
      entry.isResolved = resolving.resolves(entry.address, entry.type)
      return entry
    }
  }
  /// The devices that the controller is to recognize.
  var resolving = ResolvingList()
  private static let mostShown = 16

  mutating func add(_ device: LEFilterAcceptListDevice, at moment: Moment) {
    listBefore = list
    guard list.count < Self.mostListed,
      !list.contains(where: { $0.address == device.address && $0.type == device.addressType })
    else { return }
    list.append(
      AcceptListEntry(address: device.address, type: device.addressType, frame: moment.frame))
  }

  mutating func remove(_ device: LEFilterAcceptListDevice) {
    listBefore = list
    list.removeAll { $0.address == device.address && $0.type == device.addressType }
  }

  mutating func clearList() {
    listBefore = list
    list.removeAll()
    isListComplete = true
  }

  /// The controller answered the last of these commands.
  mutating func settleList(isSuccess: Bool) {
    guard let before = listBefore.take(), !isSuccess else { return }
    list = before
  }

  // MARK: Requests

  /// LE Create Connection, by whichever command. Returns the attempts that began, and those that
  /// turn out to be over.
  mutating func request(
    _ request: ConnectionRequestFact, already: Int?, on controller: Int
  ) -> (begun: [AttemptFact], over: [AttemptFact]) {
    let (list, listed) = (list, listed)
    func attempt(_ peer: DeviceAddress?, _ type: AddressType?) -> AttemptFact {
      AttemptFact(
        controller: controller, transport: .le, peer: peer, peerType: type,
        isByList: request.peer == nil, listed: request.peer == nil ? listed : [],
        start: request.moment, already: already)
    }
    pauseBefore = pause
    guard request.peer == nil else {
      // Where the capture lacks the ends, the older ones are over.
      if open.count(where: \.isDirect) >= Self.mostDirect { drop(\.isDirect) }
      let new = attempt(request.peer, request.peerType)
      open.append(new)
      return ([new], [])
    }
    listRequest = request.moment
    let over = giveUp(by: request.moment.time)
    pause = nil
    var begun: [AttemptFact] = []
    // Some stacks list an address with both types. Of a long list the first devices are followed.
    for entry in listed
    where !waits(byListFor: entry.address) && !begun.contains(where: { $0.peer == entry.address }) {
      begun.append(attempt(entry.address, entry.type))
    }
    if list.isEmpty, !isListComplete, !waits(byListFor: nil) { begun.append(attempt(nil, nil)) }
    open += begun
    return (begun, over)
  }

  private func waits(byListFor address: DeviceAddress?) -> Bool {
    open.contains { $0.isByList && $0.peer == address }
  }

  /// The controller refused the last request.
  mutating func refuse(
    _ request: Moment, _ status: HCIStatus, at moment: Moment
  ) -> [AttemptFact] {
    pause = pauseBefore
    return take(
      { $0.transport == .le && $0.start == request },
      {
        $0.finish(.failed, status, at: moment)
      })
  }

  /// - Parameter moment: `nil` where the controller refused to cancel.
  mutating func noteCancel(at moment: Moment?) { cancel = moment }

  // MARK: What came of them

  /// A connection as central.
  mutating func connect(
    _ peer: DeviceAddress, _ type: AddressType, number: Int, on controller: Int, at moment: Moment
  ) -> [AttemptFact] {
    cancel = nil
    var found =
      open.lastIndex { $0.isDirect && $0.peer == peer }
      ?? open.firstIndex { $0.isByList && $0.peer == peer }
    if found == nil, !isTryingList {
      // A controller that resolves addresses gives another one than was asked for.
      found = open.lastIndex(where: \.isDirect)
    }
    if found == nil { found = open.firstIndex { $0.isByList && $0.peer == nil } }
    var attempt: AttemptFact
    if let found {
      attempt = open.remove(at: found)
    } else if let listRequest, isTryingList {
      attempt = AttemptFact(
        controller: controller, transport: .le, peer: nil, peerType: nil, isByList: true,
        listed: listed, start: listRequest)
    } else {
      return []
    }
    if attempt.peer == nil { (attempt.peer, attempt.peerType) = (peer, type) }
    attempt.finish(.connected, .success, at: moment)
    attempt.connection = number
    // A controller has one request at a time: of an older one the end is not in the capture.
    drop(\.isDirect)
    rest(from: moment, nil, cancel: nil, wasDirect: !attempt.isByList)
    return [attempt]
  }

  /// A connection did not come about. Returns the attempts that ended, and those by the list that
  /// may go on.
  mutating func fail(
    _ status: HCIStatus, _ peer: DeviceAddress, at moment: Moment
  ) -> (over: [AttemptFact], paused: [AttemptFact]) {
    let cancelled = cancel
    cancel = nil
    if let direct = open.lastIndex(where: \.isDirect) {
      var attempt = open.remove(at: direct)
      attempt.finish(Self.end(status), status, at: moment)
      attempt.cancel = status == .unknownConnectionIdentifier ? cancelled : nil
      pause?.idle = moment.time
      return ([attempt], [])
    }
    guard isTryingList else { return ([], []) }
    var over: [AttemptFact] = []
    if status != .unknownConnectionIdentifier {
      let isOnly = open.count { $0.isByList } == 1
      over = take(
        { $0.isByList && ($0.peer == peer || isOnly) },
        {
          $0.finish(Self.end(status), status, at: moment)
        })
    }
    rest(from: moment, status, cancel: cancelled, wasDirect: false)
    return (over, open.filter(\.isByList))
  }

  private var isTryingList: Bool { pause == nil && open.contains { $0.isByList } }

  private mutating func rest(
    from moment: Moment, _ status: HCIStatus?, cancel: Moment?, wasDirect: Bool
  ) {
    if wasDirect, pause != nil {
      pause?.idle = moment.time
    } else if open.contains(where: \.isByList) {
      pause = Pause(cancel: cancel, status: status, last: moment, idle: moment.time)
    }
  }

  private static func end(_ status: HCIStatus) -> ReportV1.AttemptEnd {
    switch status {
    case .unknownConnectionIdentifier: .givenUp
    // Page Timeout, Advertising Timeout.
    case 0x04, 0x3C: .timeout
    default: .failed
    }
  }

  /// Those that were cancelled, and not asked for again in time, or not in the list any more.
  private mutating func giveUp(by now: TraceTime?, all: Bool = false) -> [AttemptFact] {
    guard let pause else { return [] }
    let areAll = all || now.map { $0.since(pause.idle) > Self.editing } ?? false
    let listed = Set(list.map(\.address))
    return take(
      { $0.isByList && (areAll || !($0.peer.map(listed.contains) ?? true)) },
      {
        $0.finish(.givenUp, pause.status, at: pause.last)
        $0.cancel = pause.cancel
      })
  }

  private mutating func take(
    _ isMeant: (AttemptFact) -> Bool, _ finish: (inout AttemptFact) -> Void
  ) -> [AttemptFact] {
    var taken = open.filter(isMeant)
    guard !taken.isEmpty else { return [] }
    let keys = Set(taken.map(\.key))
    open.removeAll { keys.contains($0.key) && isMeant($0) }
    for index in taken.indices { finish(&taken[index]) }
    return taken
  }

  // MARK: BR/EDR

  mutating func page(
    _ request: ConnectionRequestFact, already: Int?, on controller: Int
  ) -> AttemptFact {
    let attempt = AttemptFact(
      controller: controller, transport: .brEDR, peer: request.peer, peerType: request.peerType,
      isByList: false, listed: [], start: request.moment, already: already)
    drop { $0.transport == .brEDR && $0.peer == request.peer }
    open.append(attempt)
    if open.count(where: { $0.transport == .brEDR }) > Self.mostPages {
      drop { $0.start == request.moment }
    }
    return attempt
  }

  mutating func noteCancel(ofPage address: DeviceAddress, at moment: Moment) {
    change(page: address) { $0.cancel = moment }
  }

  mutating func noteAnswer(ofPage address: DeviceAddress, at moment: Moment) {
    change(page: address) { $0.answered = $0.answered ?? moment }
  }

  private mutating func change(page address: DeviceAddress, _ body: (inout AttemptFact) -> Void) {
    guard
      let index = open.firstIndex(where: { $0.transport == .brEDR && $0.peer == address })
    else { return }
    body(&open[index])
  }

  /// This host accepts a connection that the device asks for.
  mutating func note(_ request: AcceptedConnection) {
    accepted.removeAll { $0.address == request.address }
    if accepted.count < Self.mostPages { accepted.append(request) }
  }

  /// What this host accepted, where the next Connection Complete is about what the device asked
  /// for; forgets it then.
  mutating func takeAccepted(_ address: DeviceAddress) -> AcceptedConnection? {
    accepted.firstIndex { $0.address == address }.map { accepted.remove(at: $0) }
  }

  /// - Parameter number: of the connection; `nil` where it failed.
  mutating func endPage(
    of address: DeviceAddress, _ status: HCIStatus, number: Int?, at moment: Moment
  ) -> [AttemptFact] {
    take(
      { $0.transport == .brEDR && $0.peer == address },
      {
        $0.connection = number
        let end = number == nil ? Self.end(status) : .connected
        $0.finish(end == .timeout && $0.answered != nil ? .failed : end, status, at: moment)
        if end != .givenUp { $0.cancel = nil }
      })
  }

  private mutating func drop(_ isMeant: (AttemptFact) -> Bool) {
    for attempt in open where isMeant(attempt) && dropped.count < Self.mostDropped {
      if attempt.already != nil || attempt.transport == .brEDR { dropped.append(attempt) }
    }
    open.removeAll(where: isMeant)
  }

  mutating func forgetDropped() { dropped.removeAll() }

  // MARK: The end

  /// The controller was reset, or is gone: nothing waits any more, and the list is empty.
  mutating func lose(at moment: Moment) -> [AttemptFact] {
    var over = giveUp(by: nil, all: true)
    over += take({ _ in true }, { $0.finish(.givenUp, nil, at: moment) })
    let known = dropped
    self = Initiating()
    dropped = known
    isListComplete = true
    return over
  }

  /// All that wait, at the end of the capture.
  func atEnd(_ end: TraceTime?) -> [AttemptFact] {
    var copy = self
    let over = copy.giveUp(by: end)
    return over + copy.open
  }
}

extension AttemptFact {
  mutating func finish(_ end: ReportV1.AttemptEnd, _ status: HCIStatus?, at moment: Moment) {
    self.end = end
    self.status = status
    last = moment
  }
}
