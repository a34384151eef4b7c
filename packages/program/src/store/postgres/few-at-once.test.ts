import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

async function settled(): Promise<void> {
  await new Promise((resolve) => void setImmediate(resolve))
}

test('no more than that are inside, and the others come in in their order', async () => {
  const room = fewAtOnce(2)
  const inside: string[] = []
  const come = async (name: string) => {
    const leave = await room.enter()
    inside.push(name)
    return leave
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

test('whoever leaves twice makes room once', async () => {
  const room = fewAtOnce(1)
  const leave = await room.enter()
  leave()
  leave()
  await room.enter()
  let isIn = false
  void room.enter().then(() => {
    isIn = true
  })
  await settled()
  expect(isIn).toBe(false)
})

test('whoever comes in the moment of a leaving waits behind those who were there', async () => {
  const room = fewAtOnce(1)
  const order: string[] = []
  const leave = await room.enter()
  const waited = room.enter().then((leaveNext) => {
    order.push('waited')
    leaveNext()
  })
  leave()
  const came = room.enter().then(() => order.push('came'))
  await Promise.all([waited, came])
  expect(order).toEqual(['waited', 'came'])
})
