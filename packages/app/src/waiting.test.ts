import { expect, test } from 'vitest'
import { fakeDevice } from '../testing/fake-browser.ts'
import { fakeProgram } from '../testing/fake-program.ts'
import { openWaiting } from './waiting.ts'

function waitingTab(jitter = 0) {
  const device = fakeDevice({ jitter })
  const tab = device.openTab(fakeProgram())
  let tries = 0
  const waiting = openWaiting(tab.browser, device.settings.now, () => {
    tries += 1
  })
  const delayOf = (retryAfterSeconds?: number) => waiting.plan(retryAfterSeconds) - device.settings.now()
  return { ...device, ...tab, waiting, delayOf, tries: () => tries }
}

test('the delay doubles from 2 to 30 seconds, and starts again at 2 after the waiting', async () => {
  const { waiting, delayOf, advance } = waitingTab()
  const delays: number[] = []
  for (let failure = 0; failure < 6; failure += 1) {
    delays.push(delayOf())
    await advance(30_000)
  }
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  waiting.stop()
  expect(delayOf()).toBe(2_000)
})

test('a random part of at most half is taken off the delay', () => {
  expect(waitingTab(0.999).delayOf()).toBeGreaterThanOrEqual(1_000)
  expect(waitingTab(0.5).delayOf()).toBe(1_500)
})

test('no request is sent for as long as the program asks', () => {
  expect(waitingTab().delayOf(20)).toBe(20_000)
  expect(waitingTab().delayOf(1)).toBe(2_000)
})

test('ten requests that fail together count as one failure', () => {
  const { delayOf } = waitingTab()
  expect(Array.from({ length: 10 }, () => delayOf())).toEqual(Array(10).fill(2_000))
})

test('nothing is tried before its moment, and one try is made then', async () => {
  const { delayOf, advance, tries } = waitingTab()
  delayOf()
  await advance(1_999)
  expect(tries()).toBe(0)
  await advance(60_000)
  expect(tries()).toBe(1)
})

test('after the waiting is over nothing is tried any more', async () => {
  const { delayOf, waiting, advance, tries, goOnline, setVisibility, timersLeft } = waitingTab()
  delayOf()
  waiting.stop()
  goOnline()
  setVisibility('visible')
  await advance(60_000)
  expect([tries(), timersLeft()]).toEqual([0, 0])
})

test('a hidden page does not try, and tries at once when it is visible again', async () => {
  const { delayOf, advance, tries, setVisibility } = waitingTab()
  setVisibility('hidden')
  delayOf(20)
  await advance(3_600_000)
  expect(tries()).toBe(0)
  setVisibility('visible')
  expect(tries()).toBe(1)
})

test('when the network is back, the next try is at once', () => {
  const { delayOf, goOnline, tries } = waitingTab()
  delayOf()
  goOnline()
  goOnline()
  expect(tries()).toBe(1)
})

test('a page that becomes visible shortens our own delay, but not the one that the program asked for', () => {
  const own = waitingTab()
  own.delayOf()
  own.setVisibility('visible')
  const asked = waitingTab()
  asked.delayOf(20)
  asked.setVisibility('visible')
  expect([own.tries(), asked.tries()]).toEqual([1, 0])
})
