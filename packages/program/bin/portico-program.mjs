#!/usr/bin/env node
// The `portico-program` command; exit code 0 done, 1 a fault, 2 not understood.
import { runCommand } from '../src/command/index.ts'

const output = {
  line: (text) => process.stdout.write(`${text}\n`),
  fault: (text) => process.stderr.write(`${text}\n`),
}
process.exitCode = await runCommand(process.argv.slice(2), output)
