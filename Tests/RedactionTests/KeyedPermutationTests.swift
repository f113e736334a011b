import Testing

@testable import Redaction

@Suite struct KeyedPermutationTests {
  @Test(arguments: UInt8(0)..<40) func noOctetStaysWhatItIs(key: UInt8) {
    var permutation = KeyedPermutation(key: [UInt8](repeating: key, count: 32))
    for tweak in ["value", "raw"] {
      let images = (UInt8.min...UInt8.max).map {
        permutation.permute([$0], tweak: Array(tweak.utf8))[0]
      }
      #expect(Set(images).count == 256)
      for (octet, image) in images.enumerated() { #expect(octet != Int(image)) }
    }
  }
}
