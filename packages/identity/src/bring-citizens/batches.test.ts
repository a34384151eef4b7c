import { beforeEach, describe, expect, test } from 'vitest'
import { type Batches, startBatches } from './batches.ts'

let batches: Batches
let happened: string[]
beforeEach(() => {
  batches = startBatches()
  happened = []
})

/** A batch that ends when the test says so. */
function batch(name: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const begun = batches.begin(async (before) => {
    happened.push(`${name} begins`)
    await promise
    await before
    happened.push(`${name} ends`)
  })
  // Whether it may begin is the test's question; what an earlier one threw is asked where it is expected.
  begun.catch(() => undefined)
  return { begun, end: () => resolve(), fail: () => reject(new Error(`${name} is lost`)) }
}

/** Everything that could happen by now has. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('batches', () => {
  test('are two at a time', async () => {
    const [first, second] = [batch('one'), batch('two')]
    await Promise.all([first.begun, second.begun])
    const third = batch('three')
    await settled()
    expect(happened).toEqual(['one begins', 'two begins'])
    first.end()
    await third.begun
    expect(happened).toEqual(['one begins', 'two begins', 'one ends', 'three begins'])
    for (const one of [second, third]) one.end()
    await batches.finish()
    expect(happened.slice(-2)).toEqual(['two ends', 'three ends'])
  })

  test('end in their order, whichever is done first', async () => {
    const [first, second] = [batch('one'), batch('two')]
    await Promise.all([first.begun, second.begun])
    second.end()
    await settled()
    expect(happened).not.toContain('two ends')
    first.end()
    await batches.finish()
    expect(happened.slice(-2)).toEqual(['one ends', 'two ends'])
  })

  test('begin no more after one was lost, and what it threw is told once all are over', async () => {
    const [first, second] = [batch('one'), batch('two')]
    await Promise.all([first.begun, second.begun])
    second.fail()
    await settled()
    first.end()
    const third = batch('three')
    await expect(third.begun).rejects.toThrow('two is lost')
    await batches.settle()
    expect(happened).toEqual(['one begins', 'two begins', 'one ends'])
  })

  test('of which none is under way are finished', async () => {
    await batches.finish()
    await batches.settle()
  })
})
