import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabaseFiles } from '../../program/testing/database-file.ts'
import { type ServedIdentity, serveIdentity } from '../../program/testing/served-identity.ts'
import { startGateProcess } from '../testing/gate-command.ts'
import { gateSettings, send } from '../testing/gate-stage.ts'

/** What a gate in a process of its own writes about a request. */

const newFile = useDatabaseFiles()
let served: ServedIdentity
beforeAll(async () => {
  served = await serveIdentity()
})
afterAll(() => served.close())

/** The paths and statuses of the access log of a gate that was asked for one page, and has ended since. */
async function accessLogOf(own: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const gate = await startGateProcess({
    ...gateSettings(served, `sqlite:${newFile()}`),
    ...{ GATE_UPSTREAM: 'http://127.0.0.1:1', GATE_DRAIN_SECONDS: '0' },
    ...own,
  })
  // Only then all that it wrote has been read.
  const isRead = once(gate.child, 'close')
  const answered = await send(gate.port, { path: '/permits', headers: { host: 'permits.example.test' } })
  expect(answered.status).toBe(401)
  expect(await gate.stop()).toBe(0)
  await isRead
  const lines = gate.said().trimEnd().split('\n')
  const read = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  return read.flatMap((line) =>
    'url.path' in line ? [`${line['url.path']} ${line['http.response.status_code']}`] : [],
  )
}

// proves: program-gate-access-log
test.each([
  ['without the setting, is no line', {}, []],
  ['with GATE_ACCESS_LOG=no, is no line', { GATE_ACCESS_LOG: 'no' }, []],
  ['with GATE_ACCESS_LOG=yes, is a line', { GATE_ACCESS_LOG: 'yes' }, ['/permits 401']],
])('an answer, %s of the access log', async (_when, own, lines) => {
  expect(await accessLogOf(own)).toEqual(lines)
})
