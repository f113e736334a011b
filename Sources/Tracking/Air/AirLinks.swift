/// The connections that a sniffer follows, by their access addresses.
package struct AirLinks: Sendable {
  package internal(set) var links: [AirLink] = []
  private var byAddress: [UInt32: Int] = [:]
  /// Most packets are of the same one as the packet before.
  private var latest = (address: UInt32(0), index: -1)

  @inline(__always)
  mutating func index(of address: UInt32) -> Int? {
    if latest.index >= 0, latest.address == address { return latest.index }
    guard let index = byAddress[address] else { return nil }
    latest = (address, index)
    return index
  }

  mutating func append(_ link: AirLink) -> Int {
    links.append(link)
    byAddress[link.accessAddress] = links.count - 1
    return links.count - 1
  }

  /// Its address may be another connection's from now on.
  mutating func forget(_ index: Int) {
    byAddress[links[index].accessAddress] = nil
    latest.index = -1
  }
}
