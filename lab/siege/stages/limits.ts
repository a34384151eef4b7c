import { introspectShot, PATHS, refreshShot } from '../ground/paper.ts'
import { jsonShot, openWires, type Shot, salvo } from '../ground/salvo.ts'
import { CONTRACT_LIMITS, openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** One limit of contract section 8, and requests for it that are all counted together. */
interface Limit {
  readonly claim: string
  readonly allowed: number
  readonly asked: number
  /** Everything that one round asks. */
  shots(round: number, count: number): readonly Shot[]
}

/** Limits, asked for by many at once at two processes. */
export const limits: Stage = {
  name: 'limits',
  about: 'the limits of contract section 8, from fifty connections to two processes at once',
  async run(siege) {
    const town = await openTown(siege, { environment: CONTRACT_LIMITS })
    try {
      for (const limit of limitsOf(await town.newProgram(UNLIMITED))) await tryLimit(siege, town, limit)
    } finally {
      await town.close()
    }
  },
}

/** No allowance of its own: what counts is the address. */
const UNLIMITED = { tokenLimitPerMinute: null, introspectionLimitPerMinute: null }
const CONNECTIONS = 50

function limitsOf(program: Town['program']): readonly Limit[] {
  const mailed = (path: string, name: string): Limit[] => [
    {
      claim: `${name}: 10 per IP and hour`,
      allowed: 10,
      asked: 50,
      shots: (round, count) => {
        const from = stranger()
        return many(count, (index) =>
          jsonShot(path, bodyFor(path, `${name}.${round}.${index}@example.test`), from),
        )
      },
    },
    {
      claim: `${name}: 3 per address and hour, wherever they come from`,
      allowed: 3,
      asked: 50,
      shots: (round, count) =>
        many(count, () => jsonShot(path, bodyFor(path, `one.${name}.${round}@example.test`), stranger())),
    },
  ]
  const asked = (claim: string, allowed: number, shot: Shot): Limit => ({
    claim,
    allowed,
    asked: allowed + 200,
    shots: (_round, count) => {
      const from = stranger()
      return many(count, () => ({ ...shot, headers: { ...shot.headers, ...from } }))
    },
  })
  return [
    ...mailed(PATHS.register, 'register'),
    ...mailed(PATHS.recover, 'recover'),
    asked('token: 120 per IP and minute', 120, refreshShot(program, 'not a token')),
    asked('introspect: 1500 per IP and minute', 1500, introspectShot(program, 'not a token')),
  ]
}

function bodyFor(path: string, email: string): Record<string, string> {
  return path === PATHS.register ? { full_name: 'Ana', email } : { email }
}

function many<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

async function tryLimit(siege: Siege, town: Town, { claim, allowed, asked, shots }: Limit): Promise<void> {
  const rounds = siege.count(3, 20)
  const faults: string[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const wires = await openWires(town.ports, CONNECTIONS)
    const answered = await volleys(wires, shots(round, asked))
    for (const wire of wires) wire.close()
    if (answered !== allowed) faults.push(`round ${round}: ${answered} of ${asked} were answered`)
  }
  siege.judge(claim, faults, `exactly ${allowed} of ${asked}, ${rounds} times`)
}

/** Sends everything, as many at once as there are connections; returns how many were not refused by a limit. */
async function volleys(
  wires: Awaited<ReturnType<typeof openWires>>,
  shots: readonly Shot[],
): Promise<number> {
  let answered = 0
  for (let start = 0; start < shots.length; start += wires.length) {
    const hits = await salvo(wires, shots.slice(start, start + wires.length))
    const odd = hits.find(({ status }) => ![200, 202, 400, 429].includes(status))
    if (odd) throw new Error(`A request was answered ${odd.status}: ${odd.body.slice(0, 200)}`)
    answered += hits.filter(({ status }) => status !== 429).length
  }
  return answered
}
