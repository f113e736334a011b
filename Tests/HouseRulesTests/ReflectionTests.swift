import BletraceTestSupport
import Foundation
import Testing

/// A text with a value in it that has no text of its own is made by reflection. To ask that value's
/// type for what it conforms to, the runtime reads every conformance of the program: an eighth of a
/// millisecond for each type. And such a text changes when a property is renamed.
///
/// The object file names the function that does so: the interpolation of any type.
@Suite("Reflection")
struct ReflectionTests {
  private static let interpolation = "$ss26DefaultStringInterpolationV06appendC0yyxlF"

  /// Files that may, and why.
  private static let allowed: [String: String] = [
    "CaptureFiles/RecordContainer": "says why a precondition failed",
    "Comparison/DiffJSON": "the words of the JSON are the names of the cases",
    "Report/Bound": "the words of the report are the names of the cases",
    "Report/EvidenceList": "says why an assertion failed",
  ]

  @Test("no text is made by reflection", .enabled(if: CharacterTests.isDebug))
  func interpolations() throws {
    let sources = HouseRulesTests.project + "Sources/"
    var found: Set<String> = []
    for target in try FileManager.default.contentsOfDirectory(atPath: sources).sorted() {
      // Of those that are in the program; the fuzzer and the benchmarks have dashes in their names.
      guard FileManager.default.fileExists(atPath: BuiltProgram.path(target + ".build")) else {
        continue
      }
      for object in try CharacterTests.objects(of: target) {
        let octets = try Data(contentsOf: URL(filePath: object.path))
        if octets.range(of: Data("\0\(Self.interpolation)\0".utf8)) != nil {
          found.insert("\(target)/\(object.name)")
        }
      }
    }
    #expect(found == Set(Self.allowed.keys), "interpolate rawValue, or a text of the type's own")
  }
}
