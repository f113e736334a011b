import BletraceCommands

runAndExit()
