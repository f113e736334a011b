/// The logs of all links and controllers of a capture.
///
/// Each link has a window of rows; when it is full, and when the link ends, they are folded into
/// the account of the link's time. So memory stays bounded, however long a capture is.
package struct Logbook: Sendable {
  private var links: [LinkLog] = []
  private var controllers: [ControllerLog] = []
  /// Rows of all links together.
  private var held = 0
  /// See `LinkFacts`; of the whole capture.
  package var losses: [UInt32] = []
  package var steps: [(frame: UInt32, microseconds: Int64)] = []
  /// How many steps of the clock are known, those back among them.
  package var stepsSeen = 0

  /// Spans of time of all links together.
  private var spans = 0
  /// For what conversations of links begin with that are folded before the end.
  private(set) var room = ConversationRoom.ofAll

  /// Rows of a link, and of all of them; spans of all. A row takes 24 octets, a span 40.
  private let window: Int
  private let most: Int
  private let mostSpans: Int

  package init(window: Int = 1 << 15, most: Int = 1 << 19, mostSpans: Int = 1 << 18) {
    self.window = window
    self.most = most
    self.mostSpans = mostSpans
  }

  /// A link begins; it has the next index.
  package mutating func open(_ link: Int, on controller: Int, at time: Int64) {
    while controllers.count <= controller { controllers.append(ControllerLog()) }
    while links.count <= link { links.append(LinkLog(start: time, controller: controller)) }
  }

  /// What is known of a link beside its rows.
  package mutating func change(link: Int, _ change: (inout LinkFacts) -> Void) {
    change(&links[link].facts)
  }

  // MARK: - Rows

  @inline(__always)
  package mutating func append(_ row: LogRow, to link: Int) {
    links[link].append(row)
    held &+= 1
    if links[link].rows.count >= window || held >= most { makeRoom(link) }
  }

  @inline(__always)
  package mutating func append(
    _ kind: LogKind, to link: Int, at time: Int64, frame: Int, length: Int = 0, head: UInt32 = 0,
    hash: UInt32 = 0
  ) {
    append(
      LogRow(time, frame: frame, stream: kind.rawValue, length: length, head: head, hash: hash),
      to: link)
  }

  /// The number of a stream in a link's log.
  @inline(__always)
  package mutating func stream(
    _ opcode: UInt8, isSent: Bool, handle: UInt16, of link: Int
  ) -> Int {
    links[link].stream(opcode, isSent: isSent, handle: handle)
  }

  package mutating func complete(_ count: Int, of link: Int, at time: Int64, frame: Int) {
    controllers[links[link].controller].tellsCompletions = true
    append(.completion, to: link, at: time, frame: frame, length: count)
  }

  /// One access to a controller's log.
  @inline(__always)
  package mutating func change(
    _ controller: Int, _ change: (inout ControllerLog) -> Void
  ) {
    while controllers.count <= controller { controllers.append(ControllerLog()) }
    change(&controllers[controller])
  }

  // MARK: - Folding

  @inline(never)
  private mutating func makeRoom(_ link: Int) {
    if links[link].rows.count >= window { fold(link, keepingCapacity: true) }
    guard held >= most else { return }
    // All of them, as to look for the fullest each time would take too long.
    for link in links.indices { fold(link) }
  }

  private mutating func fold(_ link: Int, keepingCapacity: Bool = false) {
    guard let last = links[link].rows.last else { return }
    held &-= links[link].rows.count
    spans &-= links[link].spanCount
    links[link].facts = facts(of: link, until: last.time)
    links[link].fold(keepingCapacity: keepingCapacity, &room)
    spans &+= links[link].spanCount
    var block = 32
    while spans > mostSpans, block <= spans {
      coarsen(block: block)
      block *= 32
    }
  }

  @inline(never)
  private mutating func coarsen(block: Int) {
    for link in links.indices { links[link].coarsen(block: block) }
    spans = links.reduce(0) { $0 + $1.spanCount }
  }

  private func facts(of link: Int, until time: Int64) -> LinkFacts {
    let controller = links[link].controller
    var facts = links[link].facts
    facts.knowsCompletions = controllers[controller].tellsCompletions
    facts.busy = controllers[controller].spans(
      of: link, from: links[link].accountedUntil, until: time)
    facts.losses = losses
    facts.steps = steps
    return facts
  }

  /// What comes of a link that ended so, or of a capture that did.
  package func judgement(of link: Int, until end: Int64, isLost: Bool) -> LinkJudgement? {
    guard links.indices.contains(link) else { return nil }
    var log = links[link]
    log.facts = facts(of: link, until: end)
    var room = ConversationRoom.ofOne
    log.fold(keepingCapacity: false, &room)
    return log.finish(at: end, isLost: isLost)
  }

  /// The command that a span of a controller's time begins with.
  package func command(at frame: Int, of controller: Int) -> UInt16? {
    guard controllers.indices.contains(controller) else { return nil }
    return controllers[controller].spans.last {
      $0.frame == frame && $0.cause == .controllerCommand
    }?.opcode
  }

  /// What a host and its controller owed each other, and did not do.
  package func breaches(of controller: Int, until end: Int64) -> [BreachFact] {
    guard controllers.indices.contains(controller) else { return [] }
    return controllers[controller].breaches(at: end, losses: losses)
  }

  /// What a controller was in the middle of when its connections ended.
  package func openAtEnds(of controller: Int) -> [OpenAtEnd] {
    guard controllers.indices.contains(controller) else { return [] }
    return controllers[controller].referee.openAtEnds
  }

  /// What controllers are held against was judged, and is not asked for again.
  package mutating func releaseBreaches() {
    for index in controllers.indices { controllers[index].releaseBreaches() }
  }

  /// The link was judged, and is not asked for again.
  package mutating func release(_ link: Int) {
    guard links.indices.contains(link) else { return }
    held &-= links[link].rows.count
    spans &-= links[link].spanCount
    room.give(links[link].conversationSize)
    links[link] = LinkLog(start: 0, controller: links[link].controller)
  }

  /// Only some links go on, in the order given.
  package mutating func keep(_ links: [Int]) {
    let places = Dictionary(uniqueKeysWithValues: links.enumerated().map { ($1, $0) })
    self.links = links.map { self.links[$0] }
    for index in controllers.indices { controllers[index].follow(places) }
    held = self.links.reduce(0) { $0 + $1.rows.count }
    spans = self.links.reduce(0) { $0 + $1.spanCount }
    room = .ofAll
    for log in self.links { room.take(log.conversationSize) }
  }
}
