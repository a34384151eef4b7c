import { createBrowser } from '../../../packages/program/testing/browser.ts'
import {
  type IdentityService,
  startIdentityService,
} from '../../../packages/program/testing/identity-service.ts'
import { enrol as enrolCitizen } from '../../../packages/program/testing/real-program.ts'
import { createTestDatabase, type TestDatabase } from '../../../packages/program/testing/test-database.ts'
import { type RunningSample, runSample, type SampleToRun } from './sample-process.ts'

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
export async function startRealStage(file: string, within?: SampleToRun['within']): Promise<RealStage> {
  const service = await startIdentityService()
  const database = await createTestDatabase(2)
  const register = async (callbackUrl: string) => {
    const words = ['client', 'add', 'Permits', '--redirect-uri', callbackUrl, '--reason', 'a test', '--json']
    const said = await service.command(...words)
    const client = JSON.parse(said) as { client_id: string; client_secret: string }
    return { baseUrl: service.baseUrl, clientId: client.client_id, clientSecret: client.client_secret }
  }
  const sample = await runSample({ file, database, register, ...(within ? { within } : {}) })
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
export function enrol(service: IdentityService, browser = createBrowser(service.baseUrl)): Promise<void> {
  return enrolCitizen(service, browser, { email: EMAIL, password: PASSWORD })
}
