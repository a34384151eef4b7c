import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from './database.ts'
import { Deadline } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Records when an answer is settled, and how. */
function watch(answer: Promise<string>) {
  const begun = performance.now()
  const seen: { after: number; what: unknown }[] = []
  const note = (what: unknown) => void seen.push({ after: performance.now() - begun, what })
  answer.then(note, note)
  return seen
}

const never = () => new Promise<string>(() => undefined)

test('an answer in time is the answer, and so is its failure', async () => {
  const deadline = new Deadline(100)
  expect(await deadline.over(Promise.resolve('here'))).toBe('here')
  const failure = new Error('a bad row')
  await expect(deadline.over(Promise.reject(failure))).rejects.toBe(failure)
})

test('each is given up after its own time, though they share a timer', async () => {
  const deadline = new Deadline(100)
  const first = watch(deadline.over(never()))
  await vi.advanceTimersByTimeAsync(60)
  const second = watch(deadline.over(never()))
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  for (const seen of [first, second])
    expect(seen).toEqual([{ after: 100, what: expect.any(DatabaseUnavailable) }])
})

test('one that was answered is not given up later, nor does it save the others', async () => {
  const deadline = new Deadline(100)
  let answer: (text: string) => void = () => undefined
  const answered = watch(deadline.over(new Promise<string>((resolve) => (answer = resolve))))
  const hanging = watch(deadline.over(never()))
  await vi.advanceTimersByTimeAsync(99)
  answer('just in time')
  await vi.advanceTimersByTimeAsync(500)
  expect(answered).toEqual([{ after: 99, what: 'just in time' }])
  expect(hanging).toEqual([{ after: 100, what: expect.any(DatabaseUnavailable) }])
})

test('an answer that comes after it was given up changes nothing', async () => {
  const deadline = new Deadline(100)
  let answer: (text: string) => void = () => undefined
  const late = watch(deadline.over(new Promise<string>((resolve) => (answer = resolve))))
  await vi.advanceTimersByTimeAsync(150)
  answer('too late')
  await vi.advanceTimersByTimeAsync(150)
  expect(late).toEqual([{ after: 100, what: expect.any(DatabaseUnavailable) }])
})

test('after a quiet time it watches again, and with nobody waiting no timer is left', async () => {
  const deadline = new Deadline(100)
  await deadline.over(Promise.resolve('early'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(vi.getTimerCount()).toBe(0)
  const seen = watch(deadline.over(never()))
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toHaveLength(1)
})
