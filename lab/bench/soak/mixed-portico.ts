import type { Provider } from '../../../journeys/kit/oauth-requests.ts'
import { createDatabase, withClient } from '../../../journeys/kit/postgres-server.ts'
import type { KindResult, MixedKind, MixedLoad } from '../../kit/load/plan.ts'
import { porticoProvider, type StartedPortico, signInsOf, startPortico } from '../candidates/portico.ts'
import { addPeople, addTrustedProgram, type BenchCitizen } from '../candidates/portico-people.ts'
import { obtainTokens } from '../candidates/provider-load.ts'
import type { Testbed } from '../testbed.ts'
import type { SampledService } from './sample.ts'

/**
 * The number of each action in a thousand. A citizen who uses a program causes 28 introspections for each refresh (two a
 * minute, and one in about 14 minutes). Authorizations, sign-ins and registrations are more frequent than in reality.
 */
const WEIGHTS: Readonly<Record<MixedKind, number>> = {
  introspection: 933,
  refresh: 33,
  userinfo: 21,
  visit: 10,
  'sign-in': 2,
  registration: 1,
}

/** How long the row of an access token exists: 15 minutes, and a minute for different clocks. */
const ROW_SECONDS = 960
const LIFE_SECONDS = 900

const DATABASE = 'portico_soak'

/** The service with citizens, and their actions. */
export type MixedPortico = Awaited<ReturnType<typeof startMixedPortico>>

/** Starts the service and signs citizens in. */
export async function startMixedPortico(testbed: Testbed, count: number) {
  const { postgres } = testbed
  const identity = await startPortico(testbed, await createDatabase(postgres, DATABASE))
  const { pid, port, metricsPort, db } = identity
  const provider = porticoProvider(port, await addTrustedProgram(db))
  const people = await addPeople(db, count)
  const service = { pid, port, metricsPort, postgres, database: DATABASE }
  return {
    ...service,
    /** The load at its beginning: every citizen has unused tokens. */
    load: () => loadOf(identity, provider, people),
    /** Writes the access tokens that a load of this many a second would have left behind. */
    writePast: (tokensPerSecond: number) => writePast(service, provider.clientId, tokensPerSecond),
  }
}

async function loadOf(
  identity: StartedPortico,
  provider: Provider,
  citizens: readonly BenchCitizen[],
): Promise<MixedLoad> {
  const obtained = await obtainTokens(provider, citizens, citizens.length)
  const people = obtained.map((own, index) => ({ ...own, cookie: citizens[index]?.cookie ?? '' }))
  const signIns = await signInsOf(identity, citizens)
  return { kind: 'mixed', weights: WEIGHTS, provider, people, signIns }
}

/** Rows that expire at even distances from now on, as if the load had been running. Nobody has these tokens. */
async function writePast(
  { postgres, database }: SampledService,
  clientId: string,
  tokensPerSecond: number,
): Promise<number> {
  const count = Math.round(tokensPerSecond * ROW_SECONDS)
  await withClient(postgres, database, async (client) => {
    await client.query(
      `insert into access_tokens (citizen_id, token_hash, grant_id, client_id, session_id, security_version, scope,
                                  issued_at, expires_at)
       select citizen_id, sha256(convert_to('past ' || i, 'UTF8')), citizen_id, $2, citizen_id, 1, 'openid',
              ends_at - make_interval(secs => $4), ends_at
         from generate_series(1, $1::int) as i
         join (select citizen_id, row_number() over (order by citizen_id) as place, count(*) over () as people
                 from citizens) as someone on place = i % people + 1
        cross join lateral (select now() + make_interval(secs => $4 - $3::float * i / $1) as ends_at) as ending`,
      [count, clientId, ROW_SECONDS, LIFE_SECONDS],
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
  return count
}

/** The number of access tokens that each kind of response gives. */
export function accessTokensMade(kinds: Readonly<Record<string, KindResult>>): number {
  return (kinds['refresh']?.answers ?? 0) + (kinds['code-exchange']?.answers ?? 0)
}
