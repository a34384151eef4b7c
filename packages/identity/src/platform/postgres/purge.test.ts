import { expect, test } from 'vitest'
import { EPOCH, type UnixSeconds, unixSeconds } from '../clock.ts'
import { purgedInSlices } from './purge.ts'

const before = unixSeconds(10_000)

/** Deletes rows of a list by their ends, as a distributed table does. */
function table(...ends: readonly number[]) {
  let left = ends
  const asked: UnixSeconds[] = []
  const statements = {
    findOldest: async () => [{ at: left.length === 0 ? null : unixSeconds(Math.min(...left)) }],
    deleteUntil: async (until: UnixSeconds) => {
      asked.push(until)
      const gone = left.filter((end) => end < until)
      left = left.filter((end) => end >= until)
      return gone
    },
  }
  return { statements, asked, left: () => left }
}

test('a slice is a part of the time that is over, and goes on behind gaps', async () => {
  const { statements, asked, left } = table(5, 6, 7, 500)
  const slice = () => purgedInSlices({ most: 1_000, from: EPOCH }, before, statements)
  expect(await slice()).toEqual({ removed: 2, isFull: true, reached: 7 })
  expect(await slice()).toMatchObject({ removed: 1, isFull: true })
  expect(await slice()).toMatchObject({ removed: 1, isFull: true })
  expect(await slice()).toEqual({ removed: 0, isFull: false, reached: null })
  expect([asked, left()]).toEqual([[7, 9, 502], []])
})

test('the last slice ends where the time ends', async () => {
  const { statements } = table(9_999)
  expect(await purgedInSlices({ most: 10_000, from: EPOCH }, before, statements)).toEqual({
    ...{ removed: 1, isFull: false, reached: before },
  })
})

test('a small batch has a slice of at least a second', async () => {
  const { statements, asked } = table(5)
  await purgedInSlices({ most: 100, from: EPOCH }, before, statements)
  expect(asked).toEqual([6])
})
