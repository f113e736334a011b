import TraceBytes
