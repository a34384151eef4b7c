import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nextMessage, startNode, stop } from '../../kit/child-process.ts'
import { sendOnce } from '../../kit/http/connection.ts'
import type { Testbed } from '../testbed.ts'
import type { Candidate } from './candidate.ts'
import { startServer } from './start-server.ts'

/** The name of the baseline of introspection. */
export const BARE_HTTP = 'bare node:http'

/** Work without any server around it. */
export type BareWork = 'rsa-2048' | 'argon2id'

/** Does bare work for so many seconds; returns how many pieces came of it. */
export type WorkBaseline = (work: BareWork, seconds: number) => Promise<{ answers: number; seconds: number }>

/** What the bare server sends, whatever it is asked. */
export interface SampleAnswer {
  readonly port: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const SERVER = fileURLToPath(new URL('./baseline-server.ts', import.meta.url))
const WORK = fileURLToPath(new URL('./baseline-work.ts', import.meta.url))

/** Headers that the bare server sets by itself, or that say when the sample was made. */
const OWN_HEADERS = ['connection', 'date', 'keep-alive']

/** A bare server that sends the bytes of Portico's introspection answer to whatever Portico is asked. */
export async function bareServerCandidate(testbed: Testbed, portico: Candidate): Promise<Candidate> {
  const settings = await sampleAnswer(portico)
  const server = await startServer<SampleAnswer>(testbed, {
    ...{ name: 'baseline-server', file: SERVER, settings, path: '/' },
  })
  return {
    name: BARE_HTTP,
    servers: [server],
    operations: ['introspection'],
    prepare: async (wanted) => {
      const requests = await introspections(portico, wanted)
      // The same answer whoever is asked about, so only its beginning can be checked.
      return {
        kind: 'cycle',
        requests: requests.map((one) => ({ ...one, contains: '"active":true,"sub":"' })),
      }
    },
  }
}

/** Starts what does the bare work. */
export function startWorkBaseline({ folder, pinning, cleanup }: Testbed): WorkBaseline {
  const logFile = join(folder, 'baseline-work.log')
  const run = startNode({ file: WORK, logFile, onCore: pinning.onServerCore })
  cleanup.add(() => stop(run))
  return (work, seconds) => {
    const answer = nextMessage<{ answers: number; seconds: number }>(run, seconds + 60)
    run.child.send({ work, seconds })
    return answer
  }
}

async function sampleAnswer(portico: Candidate): Promise<Omit<SampleAnswer, 'port'>> {
  const [request] = await introspections(portico, { operation: 'introspection', connections: 1, amount: 1 })
  if (!request) throw new Error('Portico is asked nothing')
  const { body, headers } = await sendOnce(portico.servers[0]?.port ?? 0, request)
  const sent = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  return { body, headers: Object.fromEntries(sent) }
}

async function introspections(portico: Candidate, wanted: Parameters<Candidate['prepare']>[0]) {
  const load = await portico.prepare(wanted)
  if (load.kind !== 'cycle') throw new Error('A bare server repeats itself')
  return load.requests
}
