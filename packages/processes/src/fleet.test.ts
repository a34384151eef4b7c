import { expect, test } from 'vitest'
import { EndedAtStart } from './ended-at-start.ts'
import { type Death, Fleet } from './fleet.ts'
import type { Serving } from './messages.ts'
import type { Ending, ServerProcess } from './start-process.ts'

/** A process that does what the test says. Told to end, it ends, unless it is still answering. */
class FakeProcess implements ServerProcess {
  readonly pid: number
  readonly told: string[] = []
  isAnswering = false
  readonly #serves = Promise.withResolvers<Serving>()
  readonly #ended = Promise.withResolvers<Ending>()
  readonly serves = this.#serves.promise
  readonly ended = this.#ended.promise
  readonly kind: string
  constructor(pid: number, kind: string) {
    this.pid = pid
    this.kind = kind
  }
  serve = () => this.#serves.resolve([`http://127.0.0.1:${this.pid}`])
  die = (ending: Ending = { exitCode: null, signal: 'SIGKILL' }) => this.#ended.resolve(ending)
  ask = async () => undefined
  end(signal: 'SIGTERM' | 'SIGINT') {
    this.told.push(signal)
    if (!this.isAnswering) this.die({ exitCode: 0, signal: null })
  }
}

/** A fleet whose time the test moves. `pauses` are those that it has asked for; `go` ends the oldest. */
function openFleet(count: number) {
  const processes: FakeProcess[] = []
  const deaths: Death[] = []
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = []
  const ended: number[] = []
  const late = new Set<() => void>()
  let now = 0
  const fleet = new Fleet({
    count,
    start: (kind) => {
      const one = new FakeProcess(processes.length + 1, kind)
      processes.push(one)
      return one
    },
    wait: (milliseconds) => new Promise((resolve) => pauses.push({ milliseconds, end: () => resolve() })),
    whenLate: (call) => {
      late.add(call)
      return () => late.delete(call)
    },
    now: () => now,
    onEnd: ({ pid }) => void ended.push(pid),
    onDeath: (death) => void deaths.push(death),
  })
  const go = async () => {
    pauses.shift()?.end()
    await settled()
  }
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  const begin = async () => {
    const serving = fleet.start()
    processes[0]?.serve()
    await settled()
    for (const one of processes) one.serve()
    return serving
  }
  return { fleet, processes, deaths, pauses, ended, late, go, pass, begin }
}

/** Lets everything that waits for a promise go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the others begin when the first serves; all serve when each does, and not before', async () => {
  const { fleet, processes } = openFleet(3)
  let isServing = false
  const serving = fleet.start().then((said) => {
    isServing = true
    return said
  })
  await settled()
  expect(processes.map(({ kind }) => kind)).toEqual(['first'])
  processes[0]?.serve()
  await settled()
  expect(processes.map(({ kind }) => kind)).toEqual(['first', 'first', 'first'])
  processes[2]?.serve()
  await settled()
  expect([isServing, processes.length]).toEqual([false, 3])
  processes[1]?.serve()
  expect(await serving).toEqual(['http://127.0.0.1:1'])
  expect([...fleet.running.keys()]).toEqual([0, 1, 2])
})

test('where the first ends before it serves, the start fails, and no other one has begun', async () => {
  const { fleet, processes, deaths, pauses } = openFleet(3)
  const serving = fleet.start()
  processes[0]?.die({ exitCode: 1, signal: null })
  await expect(serving).rejects.toThrow(EndedAtStart)
  await fleet.stop('SIGINT')
  expect([processes.length, deaths, pauses]).toEqual([1, [], []])
})

test('where a later one ends before it serves, the start fails, and none is started again', async () => {
  const { fleet, processes, deaths, pauses } = openFleet(2)
  const serving = fleet.start()
  processes[0]?.serve()
  await settled()
  processes[1]?.die({ exitCode: 1, signal: null })
  await expect(serving).rejects.toThrow(EndedAtStart)
  await fleet.stop('SIGINT')
  expect([processes.length, deaths, pauses]).toEqual([2, [], []])
  expect(processes[0]?.told).toEqual(['SIGINT'])
})

test('told to stop while the first starts, the others never begin, although it serves at last', async () => {
  const { fleet, processes } = openFleet(3)
  const serving = fleet.start()
  if (processes[0]) processes[0].isAnswering = true
  const stopped = fleet.stop('SIGTERM')
  processes[0]?.serve()
  await expect(serving).rejects.toThrow(EndedAtStart)
  processes[0]?.die({ exitCode: 0, signal: null })
  await stopped
  expect(processes).toHaveLength(1)
})

test('the first that dies while the others start is started again when they serve', async () => {
  const { fleet, processes, deaths, go } = openFleet(2)
  const serving = fleet.start()
  processes[0]?.serve()
  await settled()
  processes[0]?.die()
  processes[1]?.serve()
  await serving
  await settled()
  expect(deaths.map(({ pid }) => pid)).toEqual([1])
  await go()
  expect([...fleet.running.values()].map(({ pid }) => pid).toSorted()).toEqual([2, 3])
})

test('one that dies is started again after a pause that grows, and each death is told', async () => {
  const { fleet, processes, deaths, pauses, go, begin, ended } = openFleet(2)
  await begin()
  const seen: number[] = []
  for (let round = 0; round < 8; round += 1) {
    fleet.running.get(1)?.end('SIGTERM') // nobody of the fleet told it to
    await settled()
    expect(fleet.running.has(1)).toBe(false)
    seen.push(pauses[0]?.milliseconds ?? 0)
    await go()
  }
  expect(seen).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  expect(deaths).toHaveLength(8)
  expect(deaths[0]).toEqual({ pid: 2, exitCode: 0, signal: null, restartInMilliseconds: 1_000 })
  expect([fleet.deaths, ended.length, processes.length]).toEqual([8, 8, 10])
  expect(fleet.running.get(0)?.pid).toBe(1)
})

test('after a minute in service, the pause is short again', async () => {
  const { processes, pauses, go, pass, begin } = openFleet(1)
  await begin()
  for (const lived of [0, 0, 59_999, 60_000]) {
    processes.at(-1)?.serve()
    await settled()
    pass(lived)
    processes.at(-1)?.die()
    await settled()
    if (lived === 60_000) expect(pauses[0]?.milliseconds).toBe(1_000)
    else await go()
  }
})

test('a replacement serves before the old one is told to end, one place after the other', async () => {
  const { fleet, processes, deaths, begin } = openFleet(2)
  await begin()
  const [first, second] = processes
  const replaced = fleet.replaceAll()
  await settled()
  expect([processes.length, first?.told, second?.told]).toEqual([3, [], []])
  processes[2]?.serve()
  await settled()
  expect([processes.length, first?.told, second?.told]).toEqual([4, ['SIGTERM'], []])
  processes[3]?.serve()
  expect(await replaced).toBe(2)
  expect([...fleet.running.values()].map(({ pid }) => pid)).toEqual([3, 4])
  expect([fleet.deaths, deaths]).toEqual([0, []])
})

test('where a replacement ends before it serves, the others stay and go on', async () => {
  const { fleet, processes, begin } = openFleet(2)
  await begin()
  const replaced = fleet.replaceAll()
  await settled()
  processes[2]?.die({ exitCode: 1, signal: null })
  expect(await replaced).toBe(0)
  expect([...fleet.running.values()].map(({ pid }) => pid)).toEqual([1, 2])
  expect([processes.length, processes[0]?.told, fleet.deaths]).toEqual([3, [], 0])
})

test('a wish that comes during a replacement replaces all once more, because some may have read what was before it', async () => {
  const { fleet, processes, begin } = openFleet(1)
  await begin()
  const [one, other, third] = [fleet.replaceAll(), fleet.replaceAll(), fleet.replaceAll()]
  await settled()
  processes[1]?.serve()
  await settled()
  expect(processes).toHaveLength(3)
  processes[2]?.serve()
  expect(await Promise.all([one, other, third])).toEqual([1, 1, 1])
  expect(fleet.running.get(0)?.pid).toBe(3)
  await settled()
  expect(processes).toHaveLength(3)
})

test('a process of a later start knows that it is one, and is ended where it does not come to serve', async () => {
  const { fleet, processes, late, begin } = openFleet(1)
  await begin()
  expect([processes[0]?.kind, late.size]).toEqual(['first', 0])
  const replaced = fleet.replaceAll()
  await settled()
  expect([processes[1]?.kind, late.size]).toEqual(['later', 1])
  for (const call of late) call()
  expect(await replaced).toBe(0)
  expect([processes[1]?.told, processes[0]?.told, late.size]).toEqual([['SIGINT'], [], 0])
  const again = fleet.replaceAll()
  await settled()
  processes[2]?.serve()
  expect([await again, late.size]).toEqual([1, 0])
})

test('told to stop while a replaced process answers its last requests, that one gets no second signal', async () => {
  const { fleet, processes, begin } = openFleet(2)
  await begin()
  if (processes[0]) processes[0].isAnswering = true
  const replaced = fleet.replaceAll()
  await settled()
  processes[2]?.serve()
  await settled()
  const stopped = fleet.stop('SIGTERM')
  await settled()
  expect(processes.map(({ told }) => told)).toEqual([['SIGTERM'], ['SIGTERM'], ['SIGTERM']])
  processes[0]?.die({ exitCode: 0, signal: null })
  await stopped
  expect([await replaced, processes.length]).toEqual([1, 3])
})

test('told to stop while a new process starts, the old one gets no second signal', async () => {
  const { fleet, processes, begin } = openFleet(1)
  await begin()
  if (processes[0]) processes[0].isAnswering = true
  const replaced = fleet.replaceAll()
  await settled()
  if (processes[1]) processes[1].isAnswering = true
  const stopped = fleet.stop('SIGTERM')
  processes[1]?.serve()
  expect(await replaced).toBe(0)
  expect(processes.map(({ told }) => told)).toEqual([['SIGTERM'], ['SIGTERM']])
  for (const one of processes) one.die({ exitCode: 0, signal: null })
  await stopped
})

test('one that waited for an hour to serve, and dies, has not served', async () => {
  const { processes, pauses, go, pass, begin } = openFleet(1)
  await begin()
  processes[0]?.die()
  await settled()
  await go()
  pass(3_600_000)
  processes[1]?.die()
  await settled()
  expect(pauses[0]?.milliseconds).toBe(2_000)
})

test('a place whose process has died is filled once, by a replacement or by the restart', async () => {
  const { fleet, processes, go, begin } = openFleet(1)
  await begin()
  processes[0]?.die()
  await settled()
  const replaced = fleet.replaceAll()
  await settled()
  processes[1]?.serve()
  expect(await replaced).toBe(1)
  await go()
  expect([processes.length, fleet.running.get(0)?.pid]).toEqual([2, 2])
})

test('told to stop, it ends each process, also one that nobody can reach yet, and starts none again', async () => {
  const { fleet, processes, go, begin } = openFleet(3)
  await begin()
  processes[2]?.die()
  await settled()
  const replaced = fleet.replaceAll()
  await settled()
  await fleet.stop('SIGTERM')
  expect(processes.map(({ told }) => told)).toEqual([['SIGTERM'], ['SIGTERM'], [], ['SIGTERM']])
  expect(await replaced).toBe(0)
  await go()
  expect([processes.length, fleet.deaths]).toEqual([4, 1])
})
