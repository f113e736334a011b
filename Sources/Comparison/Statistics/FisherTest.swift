/// Fisher's exact test, one-sided: how probable it is that all runs that failed are of one side.
enum FisherTest {
  /// The probability that of `count + others` runs the `failed` ones, drawn by chance, are all
  /// among the `count`.
  static func probability(of failed: Int, among count: Int, others: Int) -> Double {
    guard failed > 0, failed <= count, others > 0 else { return 1 }
    return (0..<failed).reduce(1) { product, index in
      product * Double(count - index) / Double(count + others - index)
    }
  }
}
