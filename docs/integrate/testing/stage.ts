import { afterEach, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../packages/program/testing/test-database.ts'
import { type ServedIdentity, serveIdentity } from './identity-over-http.ts'
import { type RunningSample, runSample } from './sample-process.ts'

/** The environment of a test: a database, the fake identity service, and a running sample. */
export interface Stage {
  readonly database: TestDatabase
  readonly identity: ServedIdentity['identity']
  /** The address of the running sample. */
  readonly base: string
  /** Its address for its own people only. */
  readonly inside: string
  run(file: string, nodeOptions?: readonly string[]): Promise<void>
  /** Adds a citizen, and returns the function that signs this citizen in at an authorization URL. */
  as(email: string, name?: string): (authorizationUrl: string) => Promise<string>
  /** Makes the last central checks older by this time. */
  letPass(seconds: number): Promise<unknown>
}

/** Makes a new environment before each test of a file, and removes it after the test. */
export function useStage(): Stage {
  let database: TestDatabase
  let served: ServedIdentity
  let sample: RunningSample | null
  beforeEach(async () => {
    sample = null
    database = await createTestDatabase(2)
    served = await serveIdentity()
  })
  afterEach(async () => {
    await sample?.stop()
    await served.close()
    await database.drop()
  })
  return {
    get database() {
      return database
    },
    get identity() {
      return served.identity
    },
    get base() {
      return sample?.base ?? ''
    },
    get inside() {
      return sample?.inside ?? ''
    },
    async run(file, nodeOptions = []) {
      sample = await runSample({ file, database, nodeOptions, register: async () => served.identity })
    },
    as(email, name = 'Ana Example') {
      const citizen = served.identity.addCitizen({ email, name })
      return (url) => served.identity.authorize(url, citizen)
    },
    letPass: (seconds) =>
      database.pool.query(
        'update sso.sessions set central_checked_at = central_checked_at - make_interval(secs => $1)',
        [seconds],
      ),
  }
}
