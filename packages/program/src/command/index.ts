/**
 * The `portico-program` command: init, keygen, migrate, doctor, purge. It reads the same environment variables as the
 * program, and uses the PostgreSQL driver that the program has installed. A program with a command of its own can offer
 * the same (`@portico/program/command`). By the rest the gate of the same release makes its own command: both read a command line,
 * help and refuse alike (decision 133).
 */
export {
  type Answer,
  type Command,
  type CommandFrame,
  type CommandOption,
  type CommandOptions,
  CommandRefused,
  type Given,
  UsageFault,
} from './command.ts'
export { type Environment, type ProgramCommandNeeds, programCommands } from './program-commands.ts'
export { endUncaught } from './refusal.ts'
export { type CommandAdditions, runCommand } from './run-command.ts'
export { type CommandLine, type CommandOutput, runCommandLine } from './run-command-line.ts'
