"""Reports on Bluetooth captures: a thin layer on the program bletrace, which must be installed.

>>> import bletrace
>>> walk = bletrace.analyze("walk.btsnoop")
>>> [finding["rule"] for finding in walk.findings]
['credit-stall']
>>> walk.pandas("transfers")["throughput_bytes_per_s"].median()
76.0
"""

from bletrace.analysis import Analysis, analyze, rows
from bletrace.comparison import Comparison, diff
from bletrace.program import BletraceError, find_program
from bletrace.report import report
from bletrace.tables import VERSION as __version__
from bletrace.tables import TableName

__all__ = [
    "Analysis",
    "BletraceError",
    "Comparison",
    "TableName",
    "__version__",
    "analyze",
    "diff",
    "find_program",
    "report",
    "rows",
]
