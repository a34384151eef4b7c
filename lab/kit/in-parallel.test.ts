import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

test('every thing is done once, so many at a time, and the answers keep the order', async () => {
  const gates = new Map<number, () => void>()
  let most = 0
  const all = inParallel([1, 2, 3, 4, 5], 2, async (thing) => {
    await new Promise<void>((resolve) => {
      gates.set(thing, resolve)
      most = Math.max(most, gates.size)
      // The newer one ends first.
      if (gates.size === 2 || thing === 5) for (const open of [...gates.values()].reverse()) open()
      if (gates.size === 2 || thing === 5) gates.clear()
    })
    return thing * 10
  })
  expect(await all).toEqual([10, 20, 30, 40, 50])
  expect(most).toBe(2)
})

test('nothing to do is done at once', async () => {
  expect(await inParallel([], 3, () => Promise.reject(new Error('never asked')))).toEqual([])
})

test('one that fails fails the whole', async () => {
  await expect(inParallel([1, 2], 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
})
