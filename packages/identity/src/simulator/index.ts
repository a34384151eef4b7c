/**
 * The simulator of `portico dev`: the real service on a database that is deleted at the end, with test citizens whose password
 * everybody knows, a client that may redirect to any address of this machine, a clock that can be moved forward, and faults.
 * It stands around the service and changes nothing in it: a gate in front, and replies that are changed on their way out.
 * It runs on the loopback address alone and never with NODE_ENV=production. Only `command/dev.ts` loads this room, so
 * `portico serve` has nothing of it. To take it away, delete this folder, that file and their lines (decision 43).
 */
export { stateJson } from './control-routes.ts'
export type { LoggedRequest } from './request-log.ts'
export { type RunningSimulator, startSimulator } from './simulator-server.ts'
export { programSettings, type SimulatorState } from './simulator-state.ts'
