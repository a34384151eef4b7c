import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { findClient } from '../clients/index.ts'
import { portico, settingsFor } from '../command/portico.fixture.ts'
import { randomLettersAndDigits } from '../platform/random.ts'
import { systemRandom } from '../platform/system-random.ts'

/** How somebody answers. */
export type Answers = Parameters<typeof portico>[2]

/** The address that every program of a test returns to. */
export const URI = 'https://permits.example.org/cb'

/** A secret as it has to be. */
export const random = () => randomLettersAndDigits(systemRandom, 48)

/** Starts a service for the tests of a file, with a new client id and new secrets for each of them. */
export function startApplying() {
  let service: TestService
  let folder: string
  let id = ''
  let secrets: Record<string, string> = {}
  let count = 0
  beforeAll(async () => {
    service = await startTestService()
    folder = mkdtempSync(join(tmpdir(), 'portico-apply-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await service.close()
  })
  beforeEach(() => {
    count += 1
    id = `permits-${count}`
    secrets = { AUTUMN: random(), WINTER: random() }
  })
  const db = () => service.database.db
  return {
    db,
    service: () => service,
    id: () => id,
    /** The variables of the environment that have secrets. */
    secrets: () => secrets,
    /** Applies a file with this text. */
    async apply(
      text: string,
      args: readonly string[] = [],
      answers?: Answers,
      settings: Readonly<Record<string, string>> = {},
    ) {
      const path = join(folder, 'clients.yaml')
      writeFileSync(path, text)
      const environment = { ...settingsFor(service.database), ...secrets, ...settings }
      const ran = await portico(environment, ['apply', path, ...args], answers)
      return { ...ran, err: ran.err.replaceAll(path, 'FILE') }
    },
    run: (...args: string[]) => portico(settingsFor(service.database), args),
    client: () => findClient(db(), id),
    /** A file of one program, with more lines about it. */
    one: (more = '') => `clients:\n  ${id}:\n    name: Permits\n    redirect_uris: [${URI}]\n${more}`,
    eventsOf: () =>
      db().query<{ name: string; operator: string; reason: string }>`
        select name, operator, details->>'reason' as reason from audit_events
         where client_id = ${id} order by event_id`,
    /** Everything that is stored of clients, but for the times of use. */
    stored: () => db().query`
      select to_jsonb(c) as client, (select jsonb_agg(to_jsonb(s) - 'last_used_at' order by secret_id) from client_secrets s
                                      where s.client_id = c.client_id) as secrets
        from clients c order by client_id`,
  }
}
