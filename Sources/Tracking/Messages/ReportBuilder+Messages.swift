import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report

/// Messages of protocols that no one published, when a capture or a session has ended: while it
/// goes on, each look at it would search again. All connections to a device are looked at together:
/// what one of them shows holds for the others.
extension ReportBuilder {
  mutating func addMessages(to capture: inout ReportV1.Capture) {
    guard options.reportsMessages, !measures.payloads.isGlance, !messageSources.sources.isEmpty
    else { return }
    var budget = SearchBudget(octets: Self.searchOctets(capture.records))
    var found: [Int: [BuiltMessages]] = [:]
    var known = KnownLayouts()
    let groups = MessageGroups(messageSources.sources, capture.connections)
    var devices: [Explained] = []
    for device in groups.devices {
      var explained = Explained()
      for group in device { explained.add(search(group, known, &budget)) }
      known.add(explained.all)
      devices.append(explained)
    }
    // What a later device has shown.
    if options.findsMessages, !known.isEmpty {
      for index in devices.indices { explain(&devices[index], by: known, &budget) }
      var small = Explained()
      for sources in groups.small {
        guard let messages = known.find(sources[0], stream(sources), &budget) else { continue }
        small.add([(messages, [sources])])
      }
      devices.append(small)
    }
    for (messages, sources) in devices.lazy.flatMap(\.all) {
      for (connection, built) in build(messages, sources) {
        found[connection, default: []].append(built)
      }
    }
    for (index, built) in found {
      let ordered = built.sorted { $0.firstFrame < $1.firstFrame }
      capture.connections[index].messages = ordered.prefix(Self.mostLayouts).map(\.report)
      guard options.tracesMessages else { continue }
      for (place, one) in ordered.prefix(Self.mostLayouts).enumerated() {
        capture.traced += one.traced.map {
          var message = $0
          message.connection = capture.connections[index].id
          message.messages = place
          return message
        }
      }
    }
    capture.traced.sort { ($0.connection, $0.lastFrame) < ($1.connection, $1.lastFrame) }
  }

  /// What is looked at in all searches of a capture, in octets: so many that it stays below a tenth
  /// of what its records cost, which are read anyway.
  private static func searchOctets(_ records: Int) -> Int {
    min(6 << 20, 3 << 19 + 192 * records)
  }

  private static let mostLayouts = 16

  /// The streams of a group, as the same on all connections, and what was found in them.
  private func search(
    _ group: [[MessageSource]], _ known: KnownLayouts, _ budget: inout SearchBudget
  ) -> [(FoundMessages, [[MessageSource]])] {
    var found: [(FoundMessages, [[MessageSource]])] = []
    var open: [[MessageSource]] = []
    for sources in group {
      guard let layout = sources.lazy.compactMap(\.given).first else {
        open.append(sources)
        continue
      }
      var fits = [LayoutFit(layout, stream(sources))]
      let escape = Escape.find(layout, fits)
      if let escape { _ = fits[0].accept(escape: escape) }
      var messages = FoundMessages(
        layout: layout, streams: [0], fits: fits, odds: 0, isCandidate: false, isGiven: true)
      messages.escape = escape
      found.append((messages, [sources]))
    }
    guard options.findsMessages, !open.isEmpty else { return found }
    open = open.filter { sources in
      guard let messages = known.find(sources[0], stream(sources), &budget) else { return true }
      found.append((messages, [sources]))
      return false
    }
    let streams = open.map(stream)
    var rest = Set(streams.indices)
    for messages in MessageSearch.search(streams, &budget) {
      found.append((messages, messages.streams.map { open[$0] }))
      rest.subtract(messages.streams)
    }
    // Which values there are says something without a layout, too.
    let plain = rest.sorted().filter { streams[$0].values.count >= MessageGroups.leastValues }
    if !plain.isEmpty {
      let fits = plain.map { LayoutFit(FramingLayout(boundary: .value), streams[$0]) }
      let values = FoundMessages(
        layout: nil, streams: plain, fits: fits, odds: 0, isCandidate: true)
      found.append((values, plain.map { open[$0] }))
    }
    return found
  }

  /// Layouts of earlier devices of the capture, by characteristic: a device has another address the
  /// next day, and others of its kind speak as it does.
  private struct KnownLayouts {
    private var all: [(source: MessageSource, messages: FoundMessages)] = []

    private static let most = 32

    var isEmpty: Bool { all.isEmpty }

    mutating func add(_ found: [(FoundMessages, [[MessageSource]])]) {
      for (messages, sources) in found where messages.layout != nil && !messages.isCandidate {
        for source in sources where all.count < Self.most { all.append((source[0], messages)) }
      }
    }

    /// The first one that the values fit.
    func find(
      _ source: MessageSource, _ stream: SearchedStream, _ budget: inout SearchBudget
    ) -> FoundMessages? {
      for known in all where known.source.isAlike(source) && !known.messages.isGiven {
        guard let layout = known.messages.layout, !budget.isSpent else { continue }
        var fits = [LayoutFit(layout, stream)]
        budget.take(fits[0].cost)
        if let escape = known.messages.escape { _ = fits[0].accept(escape: escape) }
        guard let odds = MessageSearch.odds(fits[0], &budget) else { continue }
        var found = FoundMessages(
          layout: layout, streams: [0], fits: fits, odds: odds, isCandidate: false)
        found.escape = known.messages.escape
        return found
      }
      return nil
    }
  }

  /// Tries the layouts of other devices on what none was found for.
  private func explain(
    _ device: inout Explained, by known: KnownLayouts, _ budget: inout SearchBudget
  ) {
    for sources in device.takeUnexplained() {
      let values = stream(sources)
      if let messages = known.find(sources[0], values, &budget) {
        device.add([(messages, [sources])])
      } else {
        let fit = LayoutFit(FramingLayout(boundary: .value), values)
        let plain = FoundMessages(
          layout: nil, streams: [0], fits: [fit], odds: 0, isCandidate: true)
        device.add([(plain, [sources])])
      }
    }
  }

  /// What was found in the streams of a device: each layout once, whatever streams have it.
  private struct Explained {
    private(set) var all: [(FoundMessages, [[MessageSource]])] = []

    /// The streams for which no layout was found.
    mutating func takeUnexplained() -> [[MessageSource]] {
      let plain = all.filter { $0.0.layout == nil }.flatMap { $0.1 }
      all.removeAll { $0.0.layout == nil }
      return plain
    }

    mutating func add(_ found: [(FoundMessages, [[MessageSource]])]) {
      for (messages, sources) in found {
        let same = all.firstIndex { known, _ in
          known.layout == messages.layout && known.isCandidate == messages.isCandidate
            && known.isGiven == messages.isGiven && known.escape == messages.escape
        }
        guard let same, messages.layout == nil || !messages.isCandidate else {
          all.append((messages, sources))
          continue
        }
        all[same].0.add(messages)
        all[same].1 += sources
      }
    }
  }

  private func stream(_ sources: [MessageSource]) -> SearchedStream {
    var values: [ArraySlice<UInt8>] = []
    var breaks: [Int] = []
    for source in sources {
      guard let store = messageSources.stores[source.connection] else { continue }
      breaks.append(values.count)
      for index in source.values {
        if store.entries[index].isFirst { breaks.append(values.count) }
        values.append(store.value(index))
      }
    }
    return SearchedStream(
      isFromServer: sources.first?.isFromServer ?? false, values: values,
      breaks: breaks.filter { $0 > 0 })
  }

  // MARK: Report

  private struct BuiltMessages {
    var report: ReportV1.Messages
    var firstFrame: Int
    var traced: [TracedMessage]
  }

  /// A message with where it stands.
  private struct Placed {
    var message: ConversedMessage
    var frame: Int
    var lastFrame: Int
    var flaw: LayoutFit.Flaw?
  }

  private func build(_ found: FoundMessages, _ sources: [[MessageSource]])
    -> [(Int, BuiltMessages)]
  {
    var placed: [Int: [Placed]] = [:]
    for (number, fit) in found.fits.enumerated() {
      // The values of all connections, one after the other.
      let places = sources[number].flatMap { source in
        source.values.map { (connection: source.connection, entry: $0) }
      }
      for message in fit.messages where message.last < places.count {
        let place = places[message.last]
        guard let store = messageSources.stores[place.connection] else { continue }
        let last = store.entries[place.entry]
        let first =
          places[message.first].connection == place.connection
          ? store.entries[places[message.first].entry] : last
        placed[place.connection, default: []].append(
          Placed(
            message: ConversedMessage(
              isFromServer: sources[number][0].isFromServer, stream: number,
              octets: message.octets, time: last.time, isRight: message.flaw == nil),
            frame: Int(first.frame), lastFrame: Int(last.frame), flaw: message.flaw))
      }
    }
    return placed.sorted { $0.key < $1.key }.map { connection, messages in
      let ordered = messages.sorted { ($0.lastFrame, $0.frame) < ($1.lastFrame, $1.frame) }
      return (connection, report(found, sources, connection, ordered))
    }
  }

  private func report(
    _ found: FoundMessages, _ sources: [[MessageSource]], _ connection: Int, _ placed: [Placed]
  ) -> BuiltMessages {
    let table = MessageTable(placed.map(\.message), layout: found.layout)
    let own = sources.map { $0.first { $0.connection == connection } }
    var report = ReportV1.Messages()
    report.layout = found.layout?.spec
    report.checked = found.layout.map { $0.checksum != nil || !$0.end.isEmpty } ?? false
    report.confidence = found.isGiven ? .given : found.isCandidate ? .candidate : .learned
    report.streams = own.compactMap { $0 }.map { source in
      ReportV1.MessageStream {
        $0.valueHandle = source.handle
        $0.uuid = source.uuid
        $0.kind = source.kind
        $0.direction = source.direction
      }
    }
    report.values = own.reduce(0) { $0 + ($1?.values.count ?? 0) }
    let others = Self.otherKinds(placed, table, found.layout)
    let damaged = placed.indices.filter { placed[$0].flaw != nil && !others.contains($0) }
      .map { placed[$0] }
    report.count = placed.count - damaged.count - others.count
    report.omitted = own.reduce(0) { $0 + ($1?.omitted ?? 0) }
    report.damagedCount = damaged.count
    report.damaged = damaged.prefix(20).map(\.frame)
    for flaw in LayoutFit.Flaw.allCases {
      let count = damaged.count { $0.flaw == flaw }
      if count > 0 { report.flaws.append(flaw.rawValue, count) }
    }
    if !others.isEmpty { report.flaws.append("other", others.count) }
    report.resets = resets(found.layout, own, connection)
    report.oddsLog10 = found.isGiven || found.layout == nil ? nil : found.odds
    if let source = own.compactMap({ $0 }).first, let layout = found.layout,
      let store = messageSources.stores[connection]
    {
      let values = source.values.prefix(64).map { Array(store.value($0)) }
      let right = placed.lazy.filter { $0.flaw == nil }.prefix(256)
      let messages = right.map { Array($0.message.octets.prefix(64)) }
      for part in layout.parts(ofValues: values, messages: Array(messages)) {
        report.evidence.append(part.location, part.text)
      }
    }
    if let escape = found.escape {
      report.evidence.append("octet \(hexadecimal([escape.octet]))", "escapes others")
    }
    report.kindsTotal = table.kinds.count
    report.kinds = table.kinds.prefix(64).enumerated().map { number, kind in
      self.kind(kind, number, placed, sources)
    }
    // The place of each stream among those that this connection has.
    var index = 0
    let places = own.map { source in
      guard source != nil else { return -1 }
      defer { index += 1 }
      return index
    }
    let traced =
      options.tracesMessages
      ? placed.indices.map { trace($0, placed[$0], table, places) } : []
    return BuiltMessages(report: report, firstFrame: placed.first?.frame ?? 0, traced: traced)
  }

  /// Messages that do not fit, and of whose kind none does: they have a layout of their own.
  private static func otherKinds(
    _ placed: [Placed], _ table: MessageTable, _ layout: FramingLayout?
  ) -> Set<Int> {
    Set(
      placed.indices.filter { index in
        switch placed[index].flaw {
        case .checksum, .length, .end: !table.hasKind(index)
        // Its checksum shows that it is as it was sent.
        case .start: layout?.checksumIsRight(in: placed[index].message.octets) ?? false
        case .glued, .cut, .stray, nil: false
        }
      })
  }

  private func kind(
    _ kind: MessageTable.Kind, _ number: Int, _ placed: [Placed], _ sources: [[MessageSource]]
  ) -> ReportV1.MessageKind {
    ReportV1.MessageKind {
      $0.id = number + 1
      $0.direction = sources[kind.stream][0].direction
      $0.count = kind.members.count
      $0.bytes = kind.bytes
      $0.bytesMax = kind.bytesMax
      $0.firstFrame = placed[kind.members[0]].frame
      $0.example = hexadecimal(Array(placed[kind.members[0]].message.octets.prefix(64)))
      $0.varying = kind.varying.prefix(64).map { range in
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound - 1)"
      }
      $0.periodUs = kind.periodUs.map { Int(reported: $0) }
      $0.answeredBy = kind.answeredBy.map { $0 + 1 }
      $0.fields = kind.fields.map { field in
        ReportV1.MessageField {
          $0.offset = field.offset
          $0.bytes = field.bytes
          $0.bigEndian = field.isBigEndian
          $0.kind = ReportV1.MessageFieldKind(field.content)
          $0.text = field.text
        }
      }
    }
  }

  private func trace(
    _ index: Int, _ placed: Placed, _ table: MessageTable, _ places: [Int]
  ) -> TracedMessage {
    var traced = TracedMessage()
    traced.stream = max(0, places[placed.message.stream])
    traced.frame = placed.frame
    traced.lastFrame = placed.lastFrame
    traced.timeUs = offset(TraceTime(microseconds: placed.message.time))
    traced.octets = Array(placed.message.octets)
    traced.kind = table.kindOf[index].flatMap { $0 < 64 ? $0 + 1 : nil }
    traced.isDamaged = placed.flaw != nil
    return traced
  }

  /// How often the counter of a layout began again on a connection: not where values are missing.
  private func resets(_ layout: FramingLayout?, _ sources: [MessageSource?], _ connection: Int)
    -> Int
  {
    guard let layout, let counter = layout.counter, counter.restartsAt == nil,
      let store = messageSources.stores[connection]
    else { return 0 }
    let mask = 1 << (8 * counter.number.width) - 1
    var resets = 0
    for source in sources {
      var (first, before): (Int?, Int?)
      for index in source?.values ?? [] {
        guard let count = counter.number.read(store.value(index)) else { continue }
        if store.entries[index].isFirst { before = nil }
        // After values that were lost it goes on, past 0 too.
        let isNear = before.map { (count - $0) & mask <= 16 } ?? true
        if !isNear, count <= 1 || count == first {
          resets += 1
        }
        if first == nil { first = count }
        before = count
      }
    }
    return resets
  }
}

extension ReportV1.MessageFieldKind {
  fileprivate init(_ content: MessageFieldFact.Content) {
    self =
      switch content {
      case .counter: .counter
      case .echo: .echo
      case .slow: .slow
      case .flags: .flags
      case .time: .time
      case .text: .text
      case .varying: .varying
      }
  }
}
