/**
 * The `portico` command for operators. There is one file per noun, and each command calls one use case of a lower room.
 * A command works on the database of the service, whether the service runs or not, and its changes take effect there at
 * once. It writes an audit event, answers in a few lines or in JSON, and fails with one sentence. `bin/portico.mjs`
 * runs this file.
 */
import { COMMANDS } from './commands.ts'
import { runPortico } from './run-portico.ts'
import { openTerminal } from './terminal.ts'

process.exitCode = await runPortico(process.argv.slice(2), {
  commands: COMMANDS,
  terminal: openTerminal(),
})
