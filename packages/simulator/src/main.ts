import { devCommand, openTerminal, runPortico } from '@portico/identity/parts'
import { runSimulator } from './run-simulator.ts'

/** `portico-simulator`: the command `portico dev`, for whoever has installed only this package. */
process.exitCode = await runPortico([devCommand.words, ...process.argv.slice(2)], {
  commands: [{ ...devCommand, run: runSimulator }],
  terminal: openTerminal(),
})
