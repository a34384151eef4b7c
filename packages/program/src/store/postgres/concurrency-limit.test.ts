import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

async function settled(): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve))
}

test('at most that many run at once, and the others follow in their order', async () => {
  const room = concurrencyLimit(2)
  const inside: string[] = []
  const come = async (name: string) => {
    const release = await room.acquire()
    inside.push(name)
    return release
  }
  const [first, second, third, fourth] = ['a', 'b', 'c', 'd'].map(come)
  await settled()
  expect(inside).toEqual(['a', 'b'])
  ;(await second)?.()
  await settled()
  expect(inside).toEqual(['a', 'b', 'c'])
  ;(await first)?.()
  ;(await third)?.()
  ;(await fourth)?.()
  expect(inside).toEqual(['a', 'b', 'c', 'd'])
})

test('a second release frees no second place', async () => {
  const room = concurrencyLimit(1)
  const release = await room.acquire()
  release()
  release()
  await room.acquire()
  let isIn = false
  void room.acquire().then(() => {
    isIn = true
  })
  await settled()
  expect(isIn).toBe(false)
})

test('a caller that comes during a release waits behind the callers that waited before', async () => {
  const room = concurrencyLimit(1)
  const order: string[] = []
  const release = await room.acquire()
  const waited = room.acquire().then((leaveNext) => {
    order.push('waited')
    leaveNext()
  })
  release()
  const came = room.acquire().then(() => order.push('came'))
  await Promise.all([waited, came])
  expect(order).toEqual(['waited', 'came'])
})
