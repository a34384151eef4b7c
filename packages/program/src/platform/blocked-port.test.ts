import { expect, test } from 'vitest'
import { isOnBlockedPort } from './blocked-port.ts'

const NEWEST = 10_080

test('the ports are those that fetch refuses before it connects', async () => {
  const dispatcher = {
    dispatch() {
      throw new Error('connects')
    },
  }
  const isRefused = async (url: URL) => {
    const fault: Error = await fetch(url, { dispatcher } as object).then(
      () => expect.fail('There is no server'),
      (thrown) => thrown,
    )
    return String(fault.cause) === 'Error: bad port'
  }
  const [ours, refused]: [number[], number[]] = [[], []]
  for (let port = 1; port <= NEWEST + 1; port += 1) {
    const url = new URL(`https://127.0.0.1:${port}`)
    if (isOnBlockedPort(url)) ours.push(port)
    if (await isRefused(url)) refused.push(port)
  }
  expect(ours).toEqual(refused)
  expect(ours).toContain(NEWEST)
})

test('an address without a port is on none of them', () => {
  expect(isOnBlockedPort(new URL('https://id.example'))).toBe(false)
})
