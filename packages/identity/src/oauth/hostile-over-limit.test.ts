import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addProgram } from '../../testing/people.ts'
import { startTestService } from '../../testing/test-service.ts'

test('an address beyond its limit costs the database nothing', { timeout: 60_000 }, async () => {
  const service = await startTestService()
  const program = await addProgram(service)
  const wrong = `Basic ${Buffer.from(`${program.clientId}:${'x'.repeat(48)}`).toString('base64')}`
  const ask = async () =>
    (
      await fetch(`${service.baseUrl}/o/token/`, {
        method: 'POST',
        headers: { authorization: wrong, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=refresh_token&refresh_token=x',
      })
    ).status
  const scans = async () => {
    await wait(1_500)
    const [row] = await service.foundation.db.query<{ scans: number }>`
      select pg_stat_force_next_flush(), (select seq_scan + coalesce(idx_scan, 0) from pg_stat_user_tables where relname = 'client_secrets') as scans`
    return row?.scans ?? 0
  }
  const first = await Promise.all(Array.from({ length: 121 }, ask))
  expect(first.filter((status) => status === 429)).toHaveLength(1)
  await scans()
  const before = await scans()
  const beyond = await Promise.all(Array.from({ length: 200 }, ask))
  expect(new Set(beyond)).toEqual(new Set([429]))
  await scans()
  expect((await scans()) - before).toBe(0)
  await service.close()
})
