/** What a package needs to run a command of `portico` under a name of its own: the frame around it, no other command. */
export { type Call, CommandRefused, UsageFault } from './command.ts'
export { devCommand } from './dev.ts'
export { runPortico } from './run-portico.ts'
export { openTerminal } from './terminal.ts'
