import { expect, test } from 'vitest'
import { type Answer, CommandRefused, type PlainCommand } from './command.ts'
import { runPortico } from './run-portico.ts'

const STORED = 'Ana\u001b]0;owned\u0007\u009b2J\u202e\nBea'

async function run(command: { run: () => Promise<Answer> }, ...args: readonly string[]) {
  const lines: string[] = []
  const note = (line: string) => void lines.push(line)
  const terminal = { out: note, err: note, stopped: () => new AbortController().signal, user: () => 'tester' }
  const one: PlainCommand = {
    ...command,
    answers: async () => ({}),
    words: 'show',
    asks: 'nothing',
    summary: '',
    operands: [],
    options: {},
  }
  const exitCode = await runPortico(['show', ...args], { commands: [one], terminal, environment: {} })
  return { exitCode, said: lines.join('\n') }
}

const shows = { run: async () => ({ json: { name: STORED }, lines: [`Citizen ${STORED}`] }) }

test('a line of an answer cannot control the terminal, nor look like two', async () => {
  expect(await run(shows)).toEqual({ exitCode: 0, said: 'Citizen Ana?]0;owned??2J??Bea' })
})

test('an answer for programs has the value as it is', async () => {
  const { said } = await run(shows, '--json')
  expect(JSON.parse(said)).toEqual({ name: STORED })
  expect(said).not.toContain('\u001b')
})

test.each([
  ['a refusal', new CommandRefused(`There is no ${STORED}`)],
  ['a fault', new Error(`There is no ${STORED}`)],
])('%s cannot control the terminal', async (_, error) => {
  const { exitCode, said } = await run({ run: () => Promise.reject(error) })
  expect(exitCode).toBe(1)
  expect(said).toContain('Ana?]0;owned??2J?')
  expect(said).not.toMatch(/[\u001b\u0007\u009b\u202e]/)
})
