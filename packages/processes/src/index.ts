/**
 * Several processes of one server on one port. The parent owns them, the port and the signals, and nothing else: it asks no database and
 * answers no request. What a server does is not here, and no word of HTTP, OAuth or SQL: the service and the gate, which stand on the two
 * sides of the wire, use it alike. What has to hold over all processes (limits, leases, sessions) is in their database.
 */
export { drainAndClose, type Farewells, type RunningServer, SILENT } from './drain-and-close.ts'
export { EndedAtStart } from './ended-at-start.ts'
export { answerParent, endWithWork, started, startKindIn, tellServing } from './in-process.ts'
export type { StartKind } from './messages.ts'
export { type CoresFinding, EXPECTED_PROCESSES, lookAtCores, readProcesses } from './processes-setting.ts'
export { listenForStop, onReloadSignal, onShutdownSignal, type StopSignals } from './stop-signals.ts'
