// Takes over 10 s: each case starts processes of its own that hash at the real cost, and one ends them nine times.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { valuesOf } from '../../testing/metric-values.ts'
import type { LogFields } from '../platform/log.ts'
import { argon2InThreads } from './argon2.ts'
import { type HashingProcess, openHashingProcess } from './open-hashing-process.ts'

const PARENT = fileURLToPath(new URL('./hashing-parent.fixture.ts', import.meta.url))
const withoutProc = !existsSync('/proc/self/task') && 'there is no /proc'
const password = 'seven green horses'
const busy = { ok: false, refusal: 'busy' }

const opened: HashingProcess[] = []
afterEach(() => Promise.all(opened.splice(0).map((hashing) => hashing.close())))

/** A process that hashes, whose timers end when the test says so. */
function open(changes: { places?: number; file?: URL; silentMilliseconds?: number } = {}) {
  const lines: (readonly [string, LogFields | undefined])[] = []
  const timers = new Map<() => void, number>()
  let now = 0
  const note = (event: string, fields?: LogFields) => void lines.push([event, fields])
  const hashing = openHashingProcess({
    places: 2,
    log: { info: note, warn: note, error: note },
    after: (milliseconds, call) => {
      timers.set(call, milliseconds)
      return () => timers.delete(call)
    },
    now: () => now,
    ...changes,
  })
  opened.push(hashing)
  return {
    ...{ hashing, lines, timers },
    pass: (milliseconds: number) => void (now += milliseconds),
    /** Ends every wait. */
    late: () => {
      const calls = [...timers.keys()]
      timers.clear()
      for (const call of calls) call()
    },
    pauses: () => lines.map(([, fields]) => fields?.['portico.restart_in_ms']),
    deaths: async () => (await valuesOf(hashing.metrics, 'portico_hashing_process_deaths_total'))[''],
    kill: async () => {
      const before = lines.length
      process.kill(hashing.pid() ?? 0, 'SIGKILL')
      await expect.poll(() => lines.length).toBe(before + 1)
    },
  }
}

async function hashOf(hashing: HashingProcess): Promise<string> {
  const hashed = await hashing.hash(password)
  if (!hashed.ok) throw new Error(hashed.refusal)
  return hashed.value
}

describe('what it computes', () => {
  test('is what threads compute: each knows the hashes of the other', async () => {
    const { hashing } = open()
    const [here, there] = [await argon2InThreads.hash(password), await hashOf(hashing)]
    if (!here.ok) throw new Error(here.refusal)
    expect(await hashing.verify(here.value, password)).toEqual({ ok: true, value: true })
    expect(await hashing.verify(here.value, `${password} `)).toEqual({ ok: true, value: false })
    expect(await argon2InThreads.verify(there, password)).toEqual({ ok: true, value: true })
  })
  test.each(['', '\u0000', '\uD800 half a pair', 'Zoe\u0308', '😀'.repeat(256), '{"id":1}', '\n'])(
    'also for %j',
    async (odd) => {
      const { hashing } = open()
      const hashed = await argon2InThreads.hash(odd)
      expect(hashed.ok && (await hashing.verify(hashed.value, odd))).toEqual({ ok: true, value: true })
      expect(hashed.ok && (await hashing.verify(hashed.value, `${odd}x`))).toEqual({ ok: true, value: false })
    },
  )
  test.each(['', '$nonsense', 'x'.repeat(100_000)])(
    'a hash that cannot be read is said to be one, and the next is compared (%#)',
    async (hash) => {
      const { hashing, lines } = open()
      expect(await hashing.verify(hash, password)).toEqual({ ok: false, refusal: 'unreadable' })
      expect(await hashing.verify(await hashOf(hashing), password)).toEqual({ ok: true, value: true })
      expect(lines).toEqual([])
    },
  )
})

describe.skipIf(withoutProc)('beside the service', () => {
  // proves: threat-hashing-flood
  test('its threads that hash are ten steps lower, and this process keeps its priority', async () => {
    const own = getPriority()
    const { hashing } = open()
    await Promise.all([hashOf(hashing), hashOf(hashing), hashOf(hashing)])
    const folder = `/proc/${hashing.pid()}/task`
    const threads = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/stat`, 'utf8'))
    const hashers = threads.filter((stat) => stat.includes('(libuv-worker)'))
    expect(hashers.map(niceOf)).toEqual([own + 10, own + 10])
    expect(getPriority()).toBe(own)
  })
  // proves: threat-stored-secrets
  test('it has no setting and no secret of the service in its environment, and no password there or among its arguments', async () => {
    process.env['PORTICO_SECRET_KEY'] = 'a key of the service'
    const { hashing, lines } = open()
    await hashing.verify(await hashOf(hashing), password)
    delete process.env['PORTICO_SECRET_KEY']
    const seen = ['environ', 'cmdline'].map((file) => readFileSync(`/proc/${hashing.pid()}/${file}`, 'utf8'))
    expect(seen.join()).toMatch(/UV_THREADPOOL_SIZE=2/)
    expect(seen.join()).not.toMatch(/a key of the service|PORTICO_|green horses/)
    expect(lines).toEqual([])
  })
  test('its memory is told', async () => {
    const { hashing } = open()
    const told = async () => (await valuesOf(hashing.metrics, 'portico_hashing_process_bytes'))['']
    expect(await told()).toBeUndefined()
    await hashOf(hashing)
    expect(await told()).toBeGreaterThan(10_000_000)
  })
})

/** The 17th field behind the name in parentheses. */
function niceOf(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
}

describe('its end', () => {
  // proves: design-7.30-bounded-hashing
  test('only what it computes is lost: that is told busy, and the next is hashed by another one', async () => {
    const { hashing, lines, deaths } = open()
    const hash = await hashOf(hashing)
    const first = hashing.pid()
    const lost = [hashing.verify(hash, password), hashing.hash(password)]
    process.kill(first ?? 0, 'SIGKILL')
    expect(await Promise.all(lost)).toEqual([busy, busy])
    expect(await hashing.verify(hash, password)).toEqual({ ok: true, value: true })
    expect(hashing.pid()).not.toBe(first)
    expect(lines).toEqual([
      [
        'hashing-process-ended',
        {
          'process.pid': first,
          'process.exit_code': null,
          'portico.signal': 'SIGKILL',
          'portico.restart_in_ms': 0,
        },
      ],
    ])
    expect(await deaths()).toBe(1)
  })
  test('again and again within a minute, the pauses grow to a minute; in a pause all is busy', async () => {
    const { hashing, kill, late, pauses, deaths } = open()
    for (let death = 0; death < 9; death += 1) {
      hashing.start()
      await kill()
      if (death > 0) expect(await hashing.hash(password)).toEqual(busy)
      late()
    }
    expect(pauses()).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(await deaths()).toBe(9)
    expect(await hashing.hash(password)).toMatchObject({ ok: true })
  })
  test('after a minute, the next one starts at once again', async () => {
    const { hashing, kill, pass, late, pauses } = open()
    hashing.start()
    await kill()
    await kill()
    late()
    pass(59_999)
    await kill()
    late()
    pass(60_000)
    await kill()
    expect(pauses()).toEqual([0, 1_000, 2_000, 0])
  })
  test('signals of a terminal or of systemd to the whole group do not end it', async () => {
    const { hashing, lines } = open()
    await hashOf(hashing)
    const pid = hashing.pid() ?? 0
    const hashes = [hashOf(hashing), hashOf(hashing)]
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(pid, signal)
    await Promise.all(hashes)
    await hashOf(hashing)
    expect([hashing.pid(), lines]).toEqual([pid, []])
  })
  test('when its parent is killed, it ends', async () => {
    const parent = spawn(process.execPath, [PARENT], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [pid] = await once(parent.stdout, 'data')
    process.kill(Number(pid), 0)
    parent.kill('SIGKILL')
    // Both write to the same error output. It closes when both have ended.
    expect(await once(parent, 'close')).toEqual([null, 'SIGKILL'])
  })
  test.each(['SIGCONT', 'SIGSTOP'] as const)(
    'closing ends it, stopped or not (%s), and nothing is said of it',
    async (signal) => {
      const { hashing, lines, timers } = open()
      await hashOf(hashing)
      const pid = hashing.pid() ?? 0
      process.kill(pid, signal)
      const lost = signal === 'SIGSTOP' ? [hashing.hash(password)] : []
      await hashing.close()
      expect(() => process.kill(pid, 0)).toThrow('ESRCH')
      expect(await Promise.all([...lost, hashing.hash(password)])).toEqual([...lost.map(() => busy), busy])
      expect([lines, timers.size]).toEqual([[], 0])
    },
  )
})

describe('where it cannot be started', () => {
  test('everything is busy, and the log says so', async () => {
    const { hashing, lines, late, deaths } = open({ file: new URL('./missing-file.ts', import.meta.url) })
    expect(await Promise.all([hashing.hash(password), hashing.verify('', password)])).toEqual([busy, busy])
    await expect.poll(() => lines.length).toBe(2)
    expect([await hashing.hash(password), hashing.runs()]).toEqual([busy, false])
    late()
    await expect.poll(() => lines.length).toBe(3)
    expect(lines.map(([event, fields]) => [event, fields?.['process.exit_code']])).toEqual(
      Array.from({ length: 3 }, () => ['hashing-process-ended', 1]),
    )
    expect(await deaths()).toBe(3)
  })
  test('also where the system starts no process; it comes back with the system', async () => {
    const { execPath } = process
    process.execPath = '/nonexistent/node'
    const { hashing, lines, late } = open()
    expect(await hashing.hash(password)).toEqual(busy)
    await expect.poll(() => lines.length).toBe(2)
    process.execPath = execPath
    expect(lines[0]).toEqual([
      'hashing-process-ended',
      expect.objectContaining({ 'process.exit_code': null }),
    ])
    late()
    expect(await hashing.hash(password)).toMatchObject({ ok: true })
    expect(hashing.runs()).toBe(true)
  })
})

describe('where it hangs', () => {
  test('what it has is told busy after ten seconds, another one takes over, and nothing is left of it', async () => {
    const { hashing, lines, timers, late } = open()
    const hash = await hashOf(hashing)
    const pid = hashing.pid() ?? 0
    expect([...timers.values()]).toEqual([])
    process.kill(pid, 'SIGSTOP')
    const lost = [hashing.verify(hash, password), hashing.hash(password)]
    await expect.poll(() => [...timers.values()]).toEqual([10_000])
    late()
    expect(await Promise.all(lost)).toEqual([busy, busy])
    expect(await hashing.verify(hash, password)).toEqual({ ok: true, value: true })
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(lines).toHaveLength(1)
  })
  test('it may be silent for as long as it is told', async () => {
    const { hashing, timers } = open({ silentMilliseconds: 30_000 })
    await hashOf(hashing)
    process.kill(hashing.pid() ?? 0, 'SIGSTOP')
    const lost = hashing.hash(password)
    await expect.poll(() => [...timers.values()]).toEqual([30_000])
    await hashing.close()
    expect(await lost).toEqual(busy)
  })
  test('what goes on in time is answered by the same one', async () => {
    const { hashing, lines, timers } = open({ places: 1 })
    const hash = await hashOf(hashing)
    const pid = hashing.pid() ?? 0
    process.kill(pid, 'SIGSTOP')
    const late = [hashing.verify(hash, password), hashing.verify(hash, password)]
    await expect.poll(() => timers.size).toBe(1)
    process.kill(pid, 'SIGCONT')
    expect(await late[0]).toEqual({ ok: true, value: true })
    expect(await late[1]).toEqual({ ok: true, value: true })
    expect([timers.size, hashing.pid(), lines]).toEqual([0, pid, []])
  })
})
