import {
  authorizeRequest,
  introspectionRequest,
  type Provider,
} from '../../../journeys/kit/oauth-requests.ts'
import { createDatabase, withClient } from '../../../journeys/kit/postgres-server.ts'
import type { Load } from '../../kit/load/plan.ts'
import type { Testbed } from '../testbed.ts'
import type { Candidate, OperationName } from './candidate.ts'
import {
  manyAccessToken,
  manyCitizen,
  manyRefreshToken,
  TOKENS_PER_CITIZEN,
  writeManyRows,
} from './many-rows.ts'
import { porticoProvider, startPortico } from './portico.ts'
import { addTrustedProgram } from './portico-people.ts'

/** The number of different tokens or sessions that a slice uses: far more than fit into one page of an index. */
const MOST_DIFFERENT = 10_000

/** Refresh tokens that a slice spends and rotates. */
const CHAINS = 250

/** The name of a database of that size in the report. */
export function nameOfSize(tokens: number): string {
  return `${tokens.toLocaleString('en-US')} tokens`
}

/** Starts Portico on its own database with this many access tokens. */
export async function grownPortico(testbed: Testbed, tokens: number): Promise<Candidate> {
  const { postgres, say } = testbed
  const database = `portico_${tokens}`
  const name = nameOfSize(tokens)
  const identity = await startPortico(testbed, await createDatabase(postgres, database), { name: database })
  const client = await addTrustedProgram(identity.db)
  const citizens = Math.ceil(tokens / TOKENS_PER_CITIZEN)
  const rows = { citizens, clientId: client.clientId, scope: client.scope }
  await withClient(postgres, database, (sql) =>
    writeManyRows(sql, rows, (written) => say(`${name}: ${written} of ${citizens} citizens written`)),
  )
  const prepare = loadsOf(porticoProvider(identity.port, client), citizens)
  return {
    name,
    server: identity,
    operations: ['introspection', 'authorize', 'refresh'],
    prepare: async ({ operation }) => prepare(operation),
  }
}

function loadsOf(provider: Provider, citizens: number): (operation: OperationName) => Load {
  // Citizens from all over the tables.
  const count = Math.min(MOST_DIFFERENT, citizens)
  const scattered = Array.from({ length: count }, (_, index) => Math.floor((index * citizens) / count))
  const chains = chainsOf(provider, citizens)
  return (operation) => {
    if (operation === 'refresh') return chains()
    if (operation === 'introspection')
      return { kind: 'cycle', requests: scattered.map((number) => introspectionOf(provider, number)) }
    return {
      kind: 'cycle',
      requests: scattered.map((number) => authorizeRequest(provider, manyCitizen(number))),
    }
  }
}

/** Makes the load of each slice of refreshes, from tokens that no earlier slice has spent. */
export function chainsOf(provider: Provider, citizens: number): () => Load {
  let spent = 0
  return () => {
    const numbers = Array.from({ length: CHAINS }, (_, index) => spent + index)
    spent += CHAINS
    if (spent > citizens) throw new Error('There are too few citizens for so many rounds')
    return { kind: 'chain', client: provider, refreshTokens: numbers.map(manyRefreshToken) }
  }
}

function introspectionOf(provider: Provider, number: number) {
  const token = manyAccessToken(number, number % TOKENS_PER_CITIZEN)
  return introspectionRequest(provider, token, manyCitizen(number).subject)
}
