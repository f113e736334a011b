import BluetoothProtocol
import Bytes
import Testing

/// A line is made of fewer fields, which are read by steps of their own.
@Suite("Fields for a line")
struct BriefFieldTests {
  /// The same as those of all fields that belong in a line, and the same is missing or left over,
  /// wherever the packet or the capture ends.
  @Test func areThoseOfAllThatBelongInALine() throws {
    for vector in HCIVector.all {
      let layout = try #require(vector.layout)
      for (octets, held, original) in variants(vector.octets) {
        let all = fields(layout, octets, held: held, original: original)
        let brief = fields(layout, octets, held: held, original: original, isBrief: true)
        let label = "\(vector.key), \(held) of \(original)"
        expectSame(all, brief, label)
        #expect(all.position == brief.position, "\(label)")
      }
    }
  }

  @Test func inUpperLayersToo() {
    for vector in UpperVector.all {
      for original in [vector.octets.count, vector.octets.count + 3] {
        for held in 0...vector.octets.count {
          expectSame(
            vector.fields(held: held, original: original),
            vector.fields(held: held, original: original, isBrief: true),
            "\(vector.kind) \(vector.code), \(held) of \(original)")
        }
      }
    }
  }

  /// Of advertising data, with another octet at each place: lengths and types among them.
  @Test func ofAnyAdvertisingData() {
    var data: [UInt8] = []
    for type in ADLayouts.types { data += [4, type, 0x0F, 0x18, 0x0A] }
    for index in data.indices {
      for value: UInt8 in [0, 1, 2, 3, 5, 6, 17, 0xFF] {
        var octets = data
        octets[index] = value
        var lists = [FieldList(), FieldList(isBrief: true)]
        for list in lists.indices {
          describeAdvertisingData(
            ByteRange(start: 0, end: octets.count), in: octets.span, into: &lists[list])
        }
        expectSame(lists[0], lists[1], "octet \(index) = \(value)")
      }
    }
  }

  /// What is copied for each packet counts no references.
  @Test func arePlainData() {
    #expect(_isPOD(DecodedField.self) && _isPOD(FieldValue.self) && _isPOD(CodeNames.self))
    #expect(_isPOD(ParameterLayout.self))
  }

  /// Cut by the packet and by the capture at each octet, longer, and with counts of nothing.
  private func variants(_ octets: [UInt8]) -> [(octets: [UInt8], held: Int, original: Int)] {
    var variants = (0...octets.count).flatMap { held in
      [(octets, held, held), (octets, held, octets.count + 2)]
    }
    let longer = octets + [0, 0]
    variants.append((longer, longer.count, longer.count))
    let zeros = [UInt8](repeating: 0, count: octets.count)
    variants.append((zeros, zeros.count, zeros.count))
    return variants
  }

  private func expectSame(_ all: FieldList, _ brief: FieldList, _ label: String) {
    let expected = said(all)
    let found = said(brief)
    #expect(found == expected, "\(label)")
  }

  private func said(_ list: FieldList) -> [String] {
    list.fields.compactMap { field in
      switch field.value {
      case .group, .element: return nil
      case .missing(let needed, let available, let limit):
        return "\(field.range) missing \(needed) \(available) \(limit)"
      default:
        guard field.isBrief else { return nil }
        return "\(field.name) \(field.range) \(field.value)"
      }
    }
  }
}
