import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onShutdownSignal } from './stop-signals.ts'

describe('a signal that comes twice at once', () => {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const before = signals.map((signal) => process.listeners(signal))

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    signals.map((signal) => process.removeAllListeners(signal))
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
    for (const [index, signal] of signals.entries()) {
      process.removeAllListeners(signal)
      for (const listener of before[index] ?? []) process.on(signal, listener)
    }
  })

  test('is one wish, and one that comes later ends the process', () => {
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
    const told: NodeJS.Signals[] = []
    onShutdownSignal((signal) => void told.push(signal))
    process.emit('SIGTERM')
    vi.advanceTimersByTime(300)
    process.emit('SIGINT')
    expect(told).toEqual(['SIGTERM'])
    expect(exit).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    process.emit('SIGTERM')
    expect(told).toEqual(['SIGTERM'])
    expect(exit).toHaveBeenCalledWith(1)
  })
})
