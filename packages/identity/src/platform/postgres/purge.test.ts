import { expect, test } from 'vitest'
import { EPOCH, type UnixSeconds, unixSeconds } from '../clock.ts'
import { purgedInSlices } from './purge.ts'

const before = unixSeconds(10_000)

/** Deletes rows of a list by their ends, as a distributed table does. */
function table(...ends: readonly number[]) {
  let left = ends
  const asked: (readonly [number, number])[] = []
  const statements = {
    findOldest: async () => [{ at: left.length === 0 ? null : unixSeconds(Math.min(...left)) }],
    deleteBetween: async (from: UnixSeconds, until: UnixSeconds) => {
      asked.push([from, until])
      const gone = left.filter((end) => end >= from && end < until)
      left = left.filter((end) => !gone.includes(end))
      return gone
    },
  }
  return { statements, asked, left: () => left }
}

test('a slice is a part of the time that is over, and goes on behind gaps', async () => {
  const { statements, asked, left } = table(5, 6, 7, 500)
  const slice = () => purgedInSlices({ most: 1_000, from: EPOCH, seconds: 2 }, before, statements)
  expect(await slice()).toEqual({ removed: 2, isFull: true, reached: 7 })
  expect(await slice()).toMatchObject({ removed: 1, isFull: true })
  expect(await slice()).toMatchObject({ removed: 1, isFull: true })
  expect(await slice()).toEqual({ removed: 0, isFull: false, reached: null })
  expect([asked, left()]).toEqual([
    [
      [5, 7],
      [7, 9],
      [500, 502],
    ],
    [],
  ])
})

test('the last slice ends where the time ends', async () => {
  const { statements } = table(9_999)
  expect(await purgedInSlices({ most: 10_000, from: EPOCH, seconds: 20 }, before, statements)).toEqual({
    ...{ removed: 1, isFull: false, reached: before },
  })
})
