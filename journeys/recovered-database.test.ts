import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../packages/identity/testing/people.ts'
import { enterProgram, introspect } from '../packages/identity/testing/program-flow.ts'
import { createCleanup } from './kit/cleanup.ts'
import { openFolder } from './kit/folder.ts'
import { type IdentityProcess, runPortico, startIdentity } from './kit/identity-process.ts'
import { createDatabase, withClient } from './kit/postgres-server.ts'
import { openRecoverableServer, type RecoverableServer, whatRecoveryLacks } from './kit/recoverable-server.ts'

const missing = whatRecoveryLacks()
const DATABASE = 'citizens'

/** A database that PostgreSQL itself takes back to a moment, below Portico. */
describe.skipIf(missing !== undefined)(
  missing === undefined ? 'a recovered database' : `a recovered database (${missing})`,
  () => {
    const cleanup = createCleanup()
    let server: RecoverableServer
    let identity: IdentityProcess
    let program: TestClient
    let before: { readonly access: string; readonly refresh: string }

    const command = async (...args: readonly string[]) =>
      runPortico(args, identity.environment).ended.then(({ code, output }) => ({ code, output }))
    const ask = async (statement: string) =>
      (await withClient(server.place, DATABASE, (client) => client.query(statement))).rows as unknown[]

    beforeAll(async () => {
      const folder = openFolder()
      cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
      server = await openRecoverableServer({ folder, cleanup, say: () => undefined }, { fsync: 'off' })
      const databaseUrl = await createDatabase(server.place, DATABASE)
      identity = await startIdentity({ databaseUrl })
      cleanup.add(() => identity.close())
      program = await addProgram(identity.service)
      const { tokens } = await enterProgram(identity.service, program, await addCitizen(identity.service))
      before = { access: tokens.access_token, refresh: tokens.refresh_token }
      await server.pgbackrest('--type=full', 'backup')
      const moment = await server.noteMoment()
      await addCitizen(identity.service, { email: 'later@example.test' })
      await identity.stop()
      await server.stop()
      await server.restore(moment)
      await server.start()
    })
    afterAll(() => cleanup.run())

    // proves: threat-backup-revives
    test('is noticed: nothing starts on it and no command works, until portico after-recovery has run', async () => {
      expect(await ask("select 1 from login_emails where email = 'later@example.test'")).toEqual([])
      for (const args of [['serve'], ['client', 'list']])
        expect(await command(...args)).toEqual({
          code: 1,
          output: expect.stringMatching(/recovered to an earlier moment .*: run portico after-recovery/),
        })
      expect((await command('doctor')).output).toMatch(/was recovered to an earlier moment/)

      const done = await command('after-recovery', '--json')
      expect(done).toMatchObject({ code: 0, output: expect.stringContaining('"access_tokens": 1') })
      expect((await command('client', 'list')).code).toBe(0)
      await identity.start()
      expect(await introspect(identity.service, program, before.access)).toEqual({ active: false })
      expect(
        (await enterProgram(identity.service, program, await addCitizen(identity.service))).tokens,
      ).toBeDefined()
    })

    test('is noticed once: the settings of the recovery stay, and the next start is an ordinary one', async () => {
      expect(await ask("select current_setting('recovery_target_time') <> '' as is")).toEqual([{ is: true }])
      await identity.stop()
      await server.stop()
      await server.start()
      await identity.start()
      expect((await command('doctor')).output).not.toContain('recovered to an earlier moment')
    })

    test('below a process that was not stopped: its log says so, and portico after-recovery waits until it is stopped', async () => {
      await server.pgbackrest('--type=full', 'backup')
      const moment = await server.noteMoment()
      await addCitizen(identity.service, { email: 'lost@example.test' })
      await server.stop()
      await server.restore(moment)
      await server.start()
      await expect
        .poll(() => identity.output(), { timeout: 30_000 })
        .toMatch(/database-recovered.*run portico after-recovery/)
      expect(await command('after-recovery')).toEqual({
        code: 1,
        output: expect.stringContaining('stop every one of them first'),
      })
      await identity.stop()
      expect((await command('after-recovery')).code).toBe(0)
    })
  },
)
