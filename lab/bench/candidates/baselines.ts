import { fileURLToPath } from 'node:url'
import { sendOnce } from '../../../journeys/kit/http/connection.ts'
import type { Testbed } from '../testbed.ts'
import type { Candidate, LoadWanted, OperationName } from './candidate.ts'
import { startServer } from './start-server.ts'

/** The settings of a floor's process. */
export interface Floor {
  readonly port: number
  /** The work for each request. */
  readonly work: 'none' | 'rsa-2048' | 'argon2id'
  /** The answer to every request. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The name of the floor that does no work. */
export const BARE_HTTP = 'bare node:http'

/** Each operation, with the part of it that no implementation can avoid. */
const FLOORS: readonly (readonly [string, Floor['work'], OperationName])[] = [
  [BARE_HTTP, 'none', 'introspection'],
  ['rsa-2048', 'rsa-2048', 'code-exchange'],
  ['argon2id', 'argon2id', 'sign-in'],
]

const SERVER = fileURLToPath(new URL('./baseline-server.ts', import.meta.url))

/** Headers that Node sets by itself, or that say when the sample was made. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive']

/** Servers that do their work and then send the bytes of Portico's introspection answer. */
export async function startFloors(testbed: Testbed, portico: Candidate): Promise<readonly Candidate[]> {
  const introspections = async (wanted: Omit<LoadWanted, 'operation'>) => {
    const load = await portico.prepare({ ...wanted, operation: 'introspection' })
    // The answer is the same for every token, so only its beginning can be checked.
    return load.kind === 'cycle'
      ? load.requests.map((one) => ({ ...one, contains: '"active":true,"sub":"' }))
      : []
  }
  const [request] = await introspections({ connections: 1, amount: 1 })
  if (!request) throw new Error('Portico is asked nothing')
  const { body, headers: all } = await sendOnce(portico.server.port, request)
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !OWN_HEADERS.includes(name)))
  const start = async ([name, work, operation]: (typeof FLOORS)[number]): Promise<Candidate> => {
    const settings = { work, body, headers }
    const server = await startServer<Floor>(testbed, {
      name: `floor-${work}`,
      file: SERVER,
      settings,
      path: '/',
    })
    const prepare: Candidate['prepare'] = async (wanted) => ({
      kind: 'cycle',
      requests: await introspections(wanted),
    })
    return { name, server, operations: [operation], prepare }
  }
  return Promise.all(FLOORS.map(start))
}
