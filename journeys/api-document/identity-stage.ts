import { type Database, DatabaseUnavailable } from '../../packages/identity/src/platform/postgres/database.ts'
import { fakeClock } from '../../packages/identity/testing/fake-clock.ts'
import { addCitizen, addProgram } from '../../packages/identity/testing/people.ts'
import { enterProgram } from '../../packages/identity/testing/program-flow.ts'
import { startTestService } from '../../packages/identity/testing/test-service.ts'
import { fetchDocument } from './document.ts'

/** The only time that the stage knows, so that what it answers stays the same. */
const OPENED_AT = Date.UTC(2026, 0, 15, 9)

/** What Citus would say of one server whose events have no numbers. */
const ONE_WITHOUT_NUMBERS = statementOf`
  select 1 as id, '' as parts, 1 as shards, true as success, '{"snapshot":"1:1:","history":"","numbered":0,"events":[]}' as result`

/** A statement, as a store gives it to the database. */
function statementOf(...statement: Parameters<Database['query']>): Parameters<Database['query']> {
  return statement
}

/** How the database of the service does. */
export type DatabaseMood = 'well' | 'away' | 'broken' | 'distributed'

/** The service in this process, with its document, a program and a citizen who has entered it. */
export type IdentityStage = Awaited<ReturnType<typeof openIdentityStage>>

/** Starts it. */
export async function openIdentityStage() {
  let mood: DatabaseMood = 'well'
  const fail = () => {
    if (mood === 'away') throw new DatabaseUnavailable('The test says so')
    if (mood === 'broken') throw new Error('The test says so')
  }
  const between = (db: Database): Database => ({
    ...db,
    query: async <Row>(...[statement, ...values]: Parameters<Database['query']>) => {
      fail()
      const asksServers = mood === 'distributed' && statement.join('').includes('from pg_dist_shard')
      return db.query<Row>(...(asksServers ? ONE_WITHOUT_NUMBERS : ([statement, ...values] as const)))
    },
    transaction: async (work) => {
      fail()
      return db.transaction(work)
    },
    layout: async () => (mood === 'distributed' ? 'distributed' : db.layout()),
  })
  const high = Object.fromEntries(
    ['REGISTER_PER_IP_HOUR', 'RECOVER_PER_IP_HOUR'].map((name) => [`PORTICO_LIMIT_${name}`, '1000000']),
  )
  const service = await startTestService({ between, environment: high, clock: fakeClock(OPENED_AT) })
  const program = await addProgram(service)
  const citizen = await addCitizen(service)
  const entered = await enterProgram(service, program, citizen)
  return {
    ...{ service, program, citizen, entered },
    document: await fetchDocument(`${service.baseUrl}/api/openapi.json`),
    setMood: (next: DatabaseMood) => void (mood = next),
    close: () => service.close(),
  }
}
