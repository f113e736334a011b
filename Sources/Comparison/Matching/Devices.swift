import Report

extension Comparator {
  /// The connections with one device, in all runs.
  struct Device {
    var subject: Subject
    /// Indexes of its slots.
    var slots: [Int]
    /// How its connections on both sides were matched; `nil` where there is none.
    var basis: MatchBasis?
  }

  private struct DeviceKey: Hashable {
    var name: String?
    var transport: ReportV1.Transport?
    var role: ReportV1.Role?
    /// Of a device of which nothing is known each slot is another.
    var slot: Int?
  }

  func devices(_ slots: [Slot], _ subjects: [Subject]) -> [Device] {
    var devices: [Device] = []
    var indices: [DeviceKey: Int] = [:]
    for (index, (slot, subject)) in zip(slots, subjects).enumerated() {
      guard let first = connections(of: slot).first?.value else { continue }
      let isKnown = subject.device != Subject.unknown
      let key = DeviceKey(
        name: subject.device, transport: first.transport, role: first.role,
        slot: isKnown ? nil : index)
      let basis = isOnBothSides(slot) ? basis(of: slot) : nil
      if let known = indices[key] {
        devices[known].slots.append(index)
        devices[known].basis = [devices[known].basis, basis].compactMap(\.self).max()
      } else {
        indices[key] = devices.count
        devices.append(
          Device(
            subject: isKnown ? Subject(device: subject.device) : subject, slots: [index],
            basis: basis))
      }
    }
    return devices
  }

  /// Compares what is about a device, and not about one of its connections.
  mutating func compareDevice(_ device: Device, _ slots: [Slot]) {
    compare(matchedBy: device.basis) { comparator in
      comparator.compareNumber(device, slots)
    }
  }

  /// Compares the attributes of each device once. Connections of which only their services are
  /// known are with one device where they have a service in common: by that they were matched.
  mutating func compareGATT(_ devices: [Device], _ slots: [Slot]) {
    for group in groups(devices, slots) {
      var (subject, connections): (Subject, [RunConnection]) = (group[0].subject, [])
      if group.count > 1 { subject.connection = nil }
      for device in group {
        connections += device.slots.flatMap { self.connections(of: slots[$0]) }
      }
      compare(matchedBy: group.compactMap(\.basis).max()) {
        $0.compareGATT(connections, subject)
      }
    }
  }

  private func groups(_ devices: [Device], _ slots: [Slot]) -> [[Device]] {
    var groups: [[Device]] = []
    // The group of each service of devices that nothing else is known of.
    var ofService: [String: Int] = [:]
    for device in devices where device.basis != nil {
      let connections = device.slots.flatMap { self.connections(of: slots[$0]).map(\.value) }
      let isKnown = device.subject.device != Subject.unknown
      let services = isKnown ? [] : Set(connections.flatMap(\.serviceKeys)).sorted()
      let index = services.lazy.compactMap { ofService[$0] }.first ?? groups.count
      if index == groups.count { groups.append([]) }
      groups[index].append(device)
      for service in services where ofService[service] == nil { ofService[service] = index }
    }
    return groups
  }

  /// How often a device was connected to is up to the app and to chance. That it is not there at
  /// all counts where it was asked for by name.
  private mutating func compareNumber(_ device: Device, _ slots: [Slot]) {
    let numbers = self.numbers(device, slots)
    var here = Slot()
    for run in numbers.keys { here.indices[run] = 0 }
    let isAsked = !options.devices.isEmpty
    if here.indices.count < runs.count {
      comparePresence(
        of: here, device.subject, among: Set(runs.indices), isWorse: isAsked,
        isAsked: isAsked)
    }
    guard device.basis != nil else { return }
    let measure = Measure<Double>(
      "connections", .count, "", better: .neither, words: moreOrFewer
    ) { $0 }
    add(measure, about: device.subject, runs.indices.map { ($0, Double(numbers[$0] ?? 0)) })
  }

  /// How many connections with a device each run has that has one.
  func numbers(
    _ device: Device, _ slots: [Slot], where counts: (ReportV1.Connection) -> Bool = { _ in true }
  ) -> [Int: Int] {
    var numbers: [Int: Int] = [:]
    for slot in device.slots {
      for connection in connections(of: slots[slot]) where counts(connection.value) {
        numbers[connection.run, default: 0] += 1
      }
    }
    return numbers
  }
}
