import { createProgram } from './create-program.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

try {
  process.exitCode = await createProgram(process.argv.slice(2), { say, environment: process.env })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
