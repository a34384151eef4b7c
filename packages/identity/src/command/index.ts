/** What a package needs to run a command of `portico` under a name of its own: the frame around it, no other command. And how the command shows instants. */
export { type Call, CommandRefused, UsageFault } from './command.ts'
export { devCommand } from './dev.ts'
export { isoTime, plainTime } from './present.ts'
export { runPortico } from './run-portico.ts'
export { openTerminal } from './terminal.ts'
