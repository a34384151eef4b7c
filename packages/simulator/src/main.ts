import { readFileSync } from 'node:fs'
import { devCommand, openTerminal, runPortico } from '@portico/identity/parts'
import { runSimulator } from './run-simulator.ts'

/** `portico-simulator`: the command `portico dev`, for whoever has installed only this package. */
const args = process.argv.slice(2)
const terminal = openTerminal()
const [first = ''] = args
if (['--version', '-V'].includes(first)) terminal.out(ownVersion())
else {
  if (['--help', '-h'].includes(first))
    terminal.out('portico-simulator is portico dev under a name of its own.')
  process.exitCode = await runPortico([devCommand.words, ...args], {
    commands: [{ ...devCommand, run: runSimulator }],
    terminal,
  })
}

function ownVersion(): string {
  const about: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return about.version
}
