import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

// proves: contract-2.13-health-body, contract-4.1-health
test('health answers ok with the name of the service (contract 2.13)', async () => {
  const answer = await fetch(`${service.baseUrl}/api/health/`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok', service: 'portico' })
})

test('health takes no POST and says what it takes (contract 4.1)', async () => {
  const answer = await fetch(`${service.baseUrl}/api/health/`, { method: 'POST' })
  expect(answer.status).toBe(405)
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

test('health without its slash is not found, in JSON', async () => {
  const answer = await fetch(`${service.baseUrl}/api/health`)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toHaveProperty('detail')
})
