import { expect, vi } from 'vitest'
import { createBrowser } from '../../../packages/program/testing/browser.ts'
import {
  type IdentityService,
  startIdentityService,
} from '../../../packages/program/testing/identity-service.ts'
import { createTestDatabase, type TestDatabase } from '../../../packages/program/testing/test-database.ts'
import { type RunningSample, runSample } from './sample-process.ts'
import { ask } from './visitor.ts'

/** The citizen of the real identity service. */
export const EMAIL = 'ana@example.test'
/** The citizen's password. */
export const PASSWORD = 'purple lantern under seven bridges'

/** The real identity service, and a sample that is registered there. */
export interface RealStage {
  readonly service: IdentityService
  readonly database: TestDatabase
  readonly sample: RunningSample
  close(): Promise<void>
}

/** Starts both. The operator registers the program once. */
export async function startRealStage(file: string): Promise<RealStage> {
  const service = await startIdentityService()
  const database = await createTestDatabase(2)
  const register = async (callbackUrl: string) => {
    const said = await service.command('client', 'add', 'Permits', '--redirect-uri', callbackUrl, '--json')
    const client = JSON.parse(said) as { client_id: string; client_secret: string }
    return { baseUrl: service.baseUrl, clientId: client.client_id, clientSecret: client.client_secret }
  }
  const sample = await runSample({ file, database, register })
  return {
    ...{ service, database, sample },
    async close() {
      await sample.stop()
      await database.drop()
      await service.stop()
    },
  }
}

/** Registers the citizen with the real service, follows the mailed link and chooses a password. */
export async function enrol(
  service: IdentityService,
  browser = createBrowser(service.baseUrl),
): Promise<void> {
  const words = { full_name: 'Ana Example', email: EMAIL }
  expect((await ask(`${service.baseUrl}/api/v1/accounts/register/`, undefined, words)).status).toBe(202)
  const mailedLink = async () => {
    const mails = await (await fetch(`${service.mailboxUrl}/messages.json`)).text()
    return /http:[^\s"\\]+\?link=[\w-]+/.exec(mails)?.[0]
  }
  const link = await vi.waitUntil(mailedLink, { timeout: 60_000 })
  const page = await browser.get(link)
  const names = page.html.querySelectorAll('input[type=password]').map((input) => input.getAttribute('name'))
  const done = await browser.submit(page, Object.fromEntries(names.map((name) => [name, PASSWORD])))
  expect(done.status).toBe(200)
}
