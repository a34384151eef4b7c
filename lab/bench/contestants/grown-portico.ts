import { openPool } from '../../../packages/identity/src/platform/postgres/connect.ts'
import type { Shots } from '../load/plan.ts'
import { withClient } from '../machine/postgres-client.ts'
import { createDatabase, type Stage } from '../stage.ts'
import type { Contestant, ShotsWanted } from './contestant.ts'
import {
  manyAccessToken,
  manyCitizen,
  manyRefreshToken,
  TOKENS_PER_CITIZEN,
  writeManyRows,
} from './many-rows.ts'
import { porticoProvider, startPortico } from './portico.ts'
import { addProgram, SCOPE } from './portico-rows.ts'
import { authorizeShot, introspectionShot, type Provider, refreshHead } from './provider.ts'

/** Different tokens, or sessions, that a slice goes round: far more than one page of an index. */
const MOST_DIFFERENT = 10_000

/** Refresh tokens that a slice spends and rotates. */
const CHAINS = 250

/** A grown service: its program, and the numbers of its citizens in an order that has nothing to do with the tables'. */
interface Grown {
  readonly provider: Provider
  readonly citizens: number
  nextChain: number
}

/** How a database of that size is called in the report. */
export function nameOfSize(tokens: number): string {
  return `${tokens.toLocaleString('en-US')} tokens`
}

/** Starts Portico on a database of its own with so many access tokens. */
export async function grownPortico(stage: Stage, tokens: number): Promise<Contestant> {
  const database = `portico_${tokens}`
  const databaseUrl = await createDatabase(stage, database)
  const { program, port } = await startPortico(stage, databaseUrl, { name: database })
  const registered = await register(databaseUrl)
  const citizens = Math.ceil(tokens / TOKENS_PER_CITIZEN)
  const rows = { citizens, clientId: registered.clientId, scope: SCOPE }
  await withClient(stage.postgres, database, (client) =>
    writeManyRows(client, rows, (written) =>
      stage.say(`${nameOfSize(tokens)}: ${written} of ${citizens} citizens written`),
    ),
  )
  const grown = {
    provider: porticoProvider(port, { program: registered, people: [] }),
    citizens,
    nextChain: 0,
  }
  return {
    name: nameOfSize(tokens),
    servers: [{ pid: program.pid, port }],
    operations: ['introspection', 'authorize', 'refresh'],
    prepare: async (wanted) => shotsOf(grown, wanted),
  }
}

async function register(databaseUrl: string) {
  const db = openPool(
    { kind: 'url', url: databaseUrl },
    { connections: 1, deadlineMilliseconds: 60_000, access: 'any' },
  )
  try {
    return await addProgram(db)
  } finally {
    await db.close()
  }
}

function shotsOf(grown: Grown, { operation }: ShotsWanted): Shots {
  const { provider } = grown
  if (operation === 'introspection')
    return { kind: 'cycle', shots: scattered(grown).map((number) => introspectionOf(provider, number)) }
  if (operation === 'authorize')
    return {
      kind: 'cycle',
      shots: scattered(grown).map((number) => authorizeShot(provider, manyCitizen(number))),
    }
  if (operation === 'refresh')
    return { kind: 'chain', firstTokens: freshChains(grown), head: refreshHead(provider) }
  throw new Error(`${operation} is not measured as the database grows`)
}

function introspectionOf(provider: Provider, number: number) {
  const accessToken = manyAccessToken(number, number % TOKENS_PER_CITIZEN)
  return introspectionShot(provider, { subject: manyCitizen(number).subject, accessToken, refreshToken: '' })
}

/** Citizens from all over the table. */
function scattered({ citizens }: Grown): readonly number[] {
  const count = Math.min(MOST_DIFFERENT, citizens)
  return Array.from({ length: count }, (_, index) => Math.floor((index * citizens) / count))
}

/** Refresh tokens that no slice before has spent. */
function freshChains(grown: Grown): readonly string[] {
  const numbers = Array.from({ length: CHAINS }, (_, index) => grown.nextChain + index)
  grown.nextChain += CHAINS
  if (grown.nextChain > grown.citizens) throw new Error('There are too few citizens for so many rounds')
  return numbers.map(manyRefreshToken)
}
