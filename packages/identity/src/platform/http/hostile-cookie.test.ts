import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { readCookie } from './cookies.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const COOKIE = `a${' '.repeat(15_000)}b=1`

test('a cookie header is read in a time that grows with its length, and not with its square', () => {
  const took = (spaces: number) => {
    const begun = performance.now()
    readCookie(`a${' '.repeat(spaces)}b=1`, 'portico_session')
    return performance.now() - begun
  }
  took(1_000)
  console.log(took(4_000), took(15_000))
  expect(took(15_000)).toBeLessThan(5)
})

test.each(['/login/', '/account/', '/o/authorize/?client_id=x', '/register/', '/logout/'])(
  'one request of 15 KB to %s does not stop the process',
  async (path) => {
    const begun = performance.now()
    await fetch(service.baseUrl + path, { headers: { cookie: COOKIE }, redirect: 'manual' })
    const alone = Math.round(performance.now() - begun)
    const flood = Array.from({ length: 10 }, () =>
      fetch(service.baseUrl + path, { headers: { cookie: COOKIE }, redirect: 'manual' }),
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    const at = performance.now()
    await fetch(`${service.baseUrl}/api/health/`)
    console.log(path, `one: ${alone} ms; health beside ten of them: ${Math.round(performance.now() - at)} ms`)
    await Promise.all(flood)
    expect(alone).toBeLessThan(100)
  },
)
