/** What a package needs to run a command of `portico` under a name of its own: the frame around it, no other command. And how the command shows instants, and which acts the console orders. */
export { type Call, CommandRefused, UsageFault } from './command.ts'
export { requireConsents } from './consents.ts'
export { CONSOLE_ACTS, type ConsoleCommand, findConsoleAct } from './console-acts.ts'
export { devCommand } from './dev.ts'
export { isoTime, plainTime } from './present.ts'
export { runPortico } from './run-portico.ts'
export { openTerminal } from './terminal.ts'
