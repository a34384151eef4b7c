import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openTurns } from './page-routes.ts'

test('where few ask, each begins at once, and its answer is not even a promise', async () => {
  const inTurn = openTurns()
  for (let time = 0; time < 5; time += 1) {
    expect([inTurn(() => 'one'), inTurn(() => 'two')]).toEqual(['one', 'two'])
    await nextRound()
    await nextRound()
  }
})

test('where many ask, two begin in each round of the event loop, in their order', async () => {
  const inTurn = openTurns()
  const begun: number[] = []
  const all = Array.from({ length: 9 }, (_, at) => inTurn(() => begun.push(at)))
  for (const count of [2, 4, 6, 8, 9]) {
    expect(begun).toEqual(Array.from({ length: count }, (_, at) => at))
    await nextRound()
  }
  await Promise.all(all)
})

test('whoever comes later does not overtake those who wait', async () => {
  const inTurn = openTurns()
  const begun: string[] = []
  const ask = (name: string) => inTurn(() => begun.push(name))
  const all = ['a', 'b', 'c', 'd', 'e'].map(ask)
  await nextRound()
  all.push(ask('late'))
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'late'])
})

test('a failure is its own, and takes one turn', async () => {
  const inTurn = openTurns()
  const fail = () => {
    throw new Error('This one')
  }
  expect(() => inTurn(fail)).toThrow('This one')
  const outcomes = await Promise.allSettled([
    inTurn(() => 1),
    inTurn(fail),
    inTurn(() => Promise.reject(new Error('That one'))),
    inTurn(() => 2),
  ])
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason))),
  ).toEqual([1, 'Error: This one', 'Error: That one', 2])
})
