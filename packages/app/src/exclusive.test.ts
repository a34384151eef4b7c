import { expect, test } from 'vitest'
import { fakeDevice, settle } from '../testing/fake-browser.ts'
import { fakeProgram } from '../testing/fake-program.ts'
import { signal } from '../testing/signal.ts'
import { exclusiveIn } from './exclusive.ts'
import { placeIn } from './storage.ts'

function twoTabs(hasLocks: boolean) {
  const device = fakeDevice({ hasLocks, jitter: 0.25 })
  const open = () => {
    const { browser } = device.openTab(fakeProgram())
    const storage = {
      get: (key: string) => browser.localStorage.getItem(key),
      set: (key: string, value: string) => browser.localStorage.setItem(key, value),
      remove: (key: string) => browser.localStorage.removeItem(key),
    }
    const needs = {
      browser,
      place: (name: string) => placeIn<string>(() => storage, name),
      now: device.settings.now,
    }
    return exclusiveIn(needs, 'permits ')
  }
  return { device, one: open(), other: open() }
}

test.each([true, false])(
  'work of one name is done by one tab at a time (Web Locks: %s)',
  async (hasLocks) => {
    const { device, one, other } = twoTabs(hasLocks)
    const gate = signal()
    const order: string[] = []
    const first = one('renew', async () => {
      order.push('first begins')
      await gate.reached
      order.push('first ends')
    })
    await device.advance(200)
    const second = other('renew', async () => void order.push('second'))
    await device.advance(1_000)
    expect(order).toEqual(['first begins'])
    gate.reach()
    await device.advance(1_000)
    await Promise.all([first, second])
    expect(order).toEqual(['first begins', 'first ends', 'second'])
  },
)

test.each([true, false])(
  'a failure lets the next one in, and is not hidden (Web Locks: %s)',
  async (hasLocks) => {
    const { device, one, other } = twoTabs(hasLocks)
    const failing = one('renew', () => Promise.reject(new Error('broken')))
    const caught = failing.catch((error: Error) => error.message)
    const next = other('renew', async () => 'done')
    await device.advance(1_000)
    expect([await caught, await next]).toEqual(['broken', 'done'])
  },
)

test('other work does not wait', async () => {
  const { device, one, other } = twoTabs(false)
  void one('renew', () => signal().reached)
  const flows = other('flows', async () => 'done')
  await device.advance(200)
  expect(await flows).toBe('done')
})

test('two tabs that try to get the lease at the same time take turns', async () => {
  const { device, one, other } = twoTabs(false)
  let inside = 0
  const most: number[] = []
  const work = async () => {
    inside += 1
    most.push(inside)
    await settle()
    inside -= 1
  }
  const both = Promise.all([one('renew', work), other('renew', work)])
  await device.advance(5_000)
  await both
  expect(most).toEqual([1, 1])
})

test('the lease of a closed tab ends by itself', async () => {
  const { device, one, other } = twoTabs(false)
  void one('renew', () => signal().reached)
  await device.advance(200)
  let isIn = false
  const next = other('renew', async () => {
    isIn = true
  })
  await device.advance(29_000)
  expect(isIn).toBe(false)
  await device.advance(2_000)
  await next
  expect(isIn).toBe(true)
})

test('a lease that was written before the clock was set back does not count', async () => {
  const { device, other } = twoTabs(false)
  device.stored.set('renew lease', JSON.stringify(`${device.settings.now() + 3_600_000} 0.5`))
  const next = other('renew', async () => 'done')
  await device.advance(200)
  expect(await next).toBe('done')
})

test('a tab does not remove a lease that another tab has got meanwhile', async () => {
  const { device, one, other } = twoTabs(false)
  const [slow, quick] = [signal(), signal()]
  const first = one('renew', () => slow.reached)
  await device.advance(31_000)
  const second = other('renew', () => quick.reached)
  await device.advance(200)
  slow.reach()
  await first
  expect(device.stored.has('renew lease')).toBe(true)
  quick.reach()
  await second
  expect(device.stored.has('renew lease')).toBe(false)
})
