import { readFileSync } from 'node:fs'
import { WrongOptions } from './choices.ts'
import { createProgram } from './create-program.ts'

const say = (text: string) => void process.stdout.write(`${text}\n`)

const [first = ''] = process.argv.slice(2)
try {
  if (['--version', '-V'].includes(first)) say(ownVersion())
  else process.exitCode = await createProgram(process.argv.slice(2), { say, environment: process.env })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof WrongOptions ? 2 : 1
}

function ownVersion(): string {
  const about: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return about.version
}
