/**
 * The simulator: the real service on a database that is deleted at the end, with test citizens whose password everybody knows, a
 * client that may redirect to any address of this machine, a clock that can be moved forward, and faults. It stands around the
 * service and changes nothing in it: a server in front, and replies that are changed on their way out. It runs on the loopback
 * address alone and never with NODE_ENV=production. `portico dev` looks for this package, and `portico serve` never does. To
 * take it away, delete the folder of the package and the lines that `scripts/remove-room.test.ts` names (decision 86).
 */
export { runSimulator } from './run-simulator.ts'
