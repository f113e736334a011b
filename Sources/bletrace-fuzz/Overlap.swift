/// Breaks the law of exclusivity on purpose, so that the script can see that the build checks it.
enum Overlap {
  private final class Held {
    var number = 0
  }

  static func run() {
    let held = Held()
    change(&held.number) { held.number += 1 }
    print(held.number)
  }

  @inline(never)
  private static func change(_ number: inout Int, _ meanwhile: () -> Void) {
    number += 1
    meanwhile()
    number += 1
  }
}
