import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  line: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
})
