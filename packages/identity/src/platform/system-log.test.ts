import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { systemLog } from './system-log.ts'
import { lineOf } from './system-log-line.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const field = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null))

test('any event with any fields is one line of JSON that says just that', () => {
  const at = Date.parse('2026-01-02T03:04:05.678Z')
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.dictionary(
        fc.stringMatching(/^[a-z_]{1,12}$/).map((name) => `portico.${name}`),
        field,
      ),
      (event, fields) => {
        const line = lineOf('warn', event, fields, at)
        expect(line.indexOf('\n')).toBe(line.length - 1)
        const wellFormed = JSON.parse(
          JSON.stringify({
            '@timestamp': '2026-01-02T03:04:05.678Z',
            'log.level': 'warn',
            message: event,
            'ecs.version': '8.11.0',
            ...fields,
          }),
        )
        expect(JSON.parse(line)).toEqual(wellFormed)
      },
    ),
  )
})

// proves: seeing-logs
test('the members that ECS logging wants come first, in its order, and name its version', () => {
  const line = lineOf('info', 'answered', { 'trace.id': 'a' }, 0)
  expect(Object.keys(JSON.parse(line) as object)).toEqual([
    '@timestamp',
    'log.level',
    'message',
    'ecs.version',
    'trace.id',
  ])
})

test('a field that is undefined is left out', () => {
  expect(lineOf('info', 'x', { route: undefined, status: 200 })).not.toContain('route')
})

test('lines come in their order, and those under the level not at all', async () => {
  const file = join(folder, 'log')
  const log = systemLog('warn', file)
  log.info('not written')
  for (let number = 0; number < 500; number += 1) log.warn('written', { number })
  log.error('last')
  await expect.poll(() => readFile(file, 'utf8')).toContain('"last"')
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  const said = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(said.slice(0, -1).map((fields) => fields['number'])).toEqual(
    Array.from({ length: 500 }, (_, index) => index),
  )
  expect(said.at(-1)).toMatchObject({ 'log.level': 'error', message: 'last' })
})

test('however many lines come, one moment is waited for at a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = join(folder, 'log')
  const log = systemLog('info', file)
  for (let number = 0; number < 10_000; number += 1) log.info('written', { number })
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
  await expect.poll(() => readFile(file, 'utf8')).toContain('"number":9999}')
})

// proves: threat-log-unwritable
test('a place that cannot be written to ends nothing, at once or later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = join(folder, 'no', 'such', 'folder', 'log')
  const log = systemLog('info', file)
  for (let number = 0; number < 10_000; number += 1) log.info('lost', { number })
  expect(() => log.error('lost')).not.toThrow()
  for (let time = 0; time < 100; time += 1) {
    await expect(readFile(file)).rejects.toThrow('ENOENT')
    log.info('lost')
    expect(() => vi.advanceTimersByTime(1000)).not.toThrow()
  }
})
