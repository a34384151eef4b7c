import { endUncaught } from './refusal.ts'
import { runCommand } from './run-command.ts'

const args = process.argv.slice(2)
const fault = (text: string) => void process.stderr.write(`${text}\n`)
endUncaught(args, fault)
process.exitCode = await runCommand(args, { line: (text) => void process.stdout.write(`${text}\n`), fault })
