extension ReportV1 {
  /// What became of a rule of a budget in one capture.
  public struct BudgetResult: ReportObject {
    /// 1-based, in the file of the budget.
    public var line = 0
    /// As it stands there, without a comment.
    public var rule = ""
    /// Whether the rule of the budget holds; `nil` where it could not be measured.
    public var holds = false
    /// Index into `captures`.
    public var capture = 0
    /// What breaks the rule most, or comes nearest to that, in the unit of the measure; `nil` where
    /// the capture has nothing of what the rule names, and the rule is broken.
    public var value: Double?  // decimals: 3
    /// What was measured, and on what, or why nothing was.
    public var statement = ""
  }
}
