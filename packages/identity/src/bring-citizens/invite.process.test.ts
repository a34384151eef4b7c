// Takes long, because four processes start, and the letters of a second wait until those before are sent.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inherited } from '../../testing/inherited.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { settingsFor } from '../command/portico.fixture.ts'
import { addBrought, sendBeside } from './brought.fixture.ts'

const PROGRAM = fileURLToPath(new URL('../command/portico.ts', import.meta.url))
const CITIZENS = 40

let service: TestService
let sending: Awaited<ReturnType<typeof sendBeside>>

beforeAll(async () => {
  service = await startTestService()
  sending = await sendBeside(service.database.db)
})
afterAll(async () => {
  await sending.stop()
  await service.close()
})

function start(): ChildProcess & { readonly said: Promise<string> } {
  const env = { ...inherited(), ...settingsFor(service.database) }
  const args = [PROGRAM, 'citizen', 'invite', '--rate', '36000', '--reason', 'the move', '--json']
  const child = spawn(process.execPath, args, { env })
  child.stderr.resume()
  return Object.assign(child, { said: text(child.stdout) })
}

async function countInvited(): Promise<number> {
  return (await service.database.db.query`select 1 from audit_events where name = 'citizen-invited'`).length
}
const invitedAtLeast = (count: number) => expect.poll(countInvited).toBeGreaterThanOrEqual(count)

// proves: bring-invited-once
test.skipIf(process.platform === 'win32')(
  'a run that is killed, stopped and run again invites everybody once',
  async () => {
    const all = await Promise.all(Array.from({ length: CITIZENS }, () => addBrought(service)))
    const killed = start()
    await invitedAtLeast(3)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const before = await countInvited()
      const stopped = start()
      await invitedAtLeast(before + 2)
      stopped.kill(signal)
      expect(JSON.parse(await stopped.said)).toMatchObject({ ended_by: 'operator' })
      expect(stopped.exitCode ?? (await once(stopped, 'exit'))[0]).toBe(1)
    }
    const last = start()
    expect(JSON.parse(await last.said)).toMatchObject({ ended_by: 'all' })
    const { smtp } = sending
    await smtp.arrived(CITIZENS)
    await sending.stop()
    const recipients = smtp.taken.flatMap((one) => one.recipients)
    expect(recipients.toSorted()).toEqual(all.map(({ email }) => email).toSorted())
  },
)
