import { filledForm, PATHS } from '../ground/paper.ts'
import { jsonShot, loaded, openWire, type Shot, type Wire } from '../ground/salvo.ts'
import { canBeToldApart, median, separate } from '../ground/statistics.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

/** Whether somebody who measures learns who has an account. */
export const enumeration: Stage = {
  name: 'enumeration',
  about: 'known, unknown, pending and suspended addresses, asked by turns and timed',
  async run(siege) {
    const town = await openTown(siege, { processes: 1 })
    for (const endpoint of ['register', 'recover', 'sign-in'] as const) await compare(siege, town, endpoint)
    await town.close()
  },
}

const CLASSES = ['unknown', 'unknown too', 'known', 'pending', 'suspended'] as const
type Class = (typeof CLASSES)[number]
type Endpoint = 'register' | 'recover' | 'sign-in'

/** What a missing dummy hash would cost, less than half of it. */
const PLANTED_MILLISECONDS = 10

interface Sample {
  readonly milliseconds: number
  /** Everything that is not a time, an id or a token of the answer. */
  readonly look: string
}

async function compare(siege: Siege, town: Town, endpoint: Endpoint): Promise<void> {
  const samples = await sample(siege, town, endpoint)
  const timesOf = (name: Class) => (samples.get(name) ?? []).map(({ milliseconds }) => milliseconds)
  const looks = new Set([...samples.values()].flat().map(({ look }) => look))
  const base = timesOf('unknown')
  const seen: string[] = []
  const faults: string[] =
    looks.size === 1 ? [] : [`${looks.size} different answers: ${[...looks].join(' / ').slice(0, 200)}`]
  for (const name of CLASSES.slice(2)) {
    const found = separate(base, timesOf(name))
    const words = `${name} ${found.medianShift >= 0 ? '+' : ''}${found.medianShift.toFixed(2)} ms (larger in ${(found.larger * 100).toFixed(0)} %, p ${found.chance.toPrecision(1)})`
    seen.push(words)
    if (canBeToldApart(found)) faults.push(`${words} can be told from unknown`)
  }
  siege.judge(
    `${endpoint}: known, pending and suspended look and take as long as unknown`,
    faults,
    `${base.length} samples of each, median ${median(base).toFixed(2)} ms; ${seen.join(', ')}`,
  )
  checkEyes(siege, endpoint, base, timesOf('unknown too'))
}

/** The measurement is worth something only if it is blind to nothing and sees no ghosts. */
function checkEyes(siege: Siege, endpoint: Endpoint, base: readonly number[], same: readonly number[]): void {
  const ghosts = canBeToldApart(separate(base, same))
  const planted = canBeToldApart(
    separate(
      base,
      same.map((each) => each + PLANTED_MILLISECONDS),
    ),
  )
  siege.judge(
    `${endpoint}: the test itself tells ${PLANTED_MILLISECONDS} ms apart, and not two sets of the same`,
    [
      ...(ghosts ? ['it tells two sets of unknown addresses apart'] : []),
      ...(planted ? [] : [`it does not see ${PLANTED_MILLISECONDS} ms`]),
    ],
    `${base.length} samples`,
  )
}

async function sample(
  siege: Siege,
  town: Town,
  endpoint: Endpoint,
): Promise<ReadonlyMap<Class, readonly Sample[]>> {
  const count = siege.count(60, 200)
  const samples = new Map<Class, Sample[]>(CLASSES.map((name) => [name, []]))
  const wire = await openWire(town.at(0).port)
  const visitor = town.at(0).browser()
  const login = await visitor.get('/login/')
  const shotFor = (email: string): Shot =>
    endpoint === 'sign-in'
      ? filledForm(visitor, login, { email, password: 'a guess that is wrong' }, stranger())
      : jsonShot(
          PATHS[endpoint],
          endpoint === 'register' ? { full_name: 'Ana Example', email } : { email },
          stranger(),
        )
  for (const { round, name } of turns(count)) {
    const email = await addressOf(town, wire, { name, endpoint, round })
    await calm(town)
    const hit = await wire.fire(loaded(shotFor(email)))
    if (round >= 0) samples.get(name)?.push({ milliseconds: hit.milliseconds, look: lookOf(hit, email) })
  }
  wire.close()
  return samples
}

/** Rounds that only warm the process up. */
const WARM_UP = 5

/** Every class once a round, in another order each time. */
function turns(count: number): readonly { readonly round: number; readonly name: Class }[] {
  return Array.from({ length: count + WARM_UP }, (_, index) =>
    CLASSES.toSorted(() => Math.random() - 0.5).map((name) => ({ round: index - WARM_UP, name })),
  ).flat()
}

interface Asked {
  readonly name: Class
  readonly endpoint: Endpoint
  readonly round: number
}

/** An address of the class that nobody has asked about, all of one length. */
async function addressOf(town: Town, wire: Wire, { name, endpoint, round }: Asked): Promise<string> {
  const email = `${CLASSES.indexOf(name)}.${endpoint.slice(0, 3)}.${String(round + 1000)}@example.test`
  if (name === 'known') await town.newCitizen({ email })
  if (name === 'suspended') await town.newCitizen({ email, standing: 'suspended' })
  if (name === 'pending') {
    const { status } = await wire.fire(
      loaded(jsonShot(PATHS.register, { full_name: 'Ana Example', email }, stranger())),
    )
    if (status !== 202) throw new Error(`Registration answered ${status}`)
  }
  return email
}

/** Letters of the sample before are out of the way, so that each request meets an idle process. */
async function calm({ database }: Town): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    const waiting = await database.db.query`select 1 as waiting from outbox limit 1`
    if (waiting.length === 0) return
    await new Promise((resolve) => void setTimeout(resolve, 5))
  }
}

function lookOf(
  hit: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  email: string,
): string {
  const names = Object.keys(hit.headers).sort().join(',')
  const body = hit.body
    .replaceAll(email, '')
    .replaceAll(email.replaceAll('@', '&#64;'), '')
    .replaceAll(/value="[^"]{20,}"/g, 'value')
  return `${hit.status} ${names} ${body.length}`
}
