import { asksForJson, complain } from './complain.ts'
import { runCommand } from './run-command.ts'

const args = process.argv.slice(2)
const note = (text: string) => void process.stderr.write(`${text}\n`)
process.on('uncaughtException', (fault: unknown) => process.exit(complain(note, fault, asksForJson(args))))
process.exitCode = await runCommand(args, { line: (text) => void process.stdout.write(`${text}\n`), note })
