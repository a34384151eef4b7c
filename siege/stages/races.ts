import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import {
  enterProgram,
  introspect,
  newAttempt,
  obtainCode,
} from '../../packages/identity/testing/program-flow.ts'
import { codeShot, filledForm, linkPath, PATHS, refreshShot, revokeShot } from '../ground/paper.ts'
import { type Hit, jsonShot, openWires, type Shot, salvo, type Wire } from '../ground/salvo.ts'
import { openTown, stranger, type Town } from '../ground/town.ts'
import type { Siege, Stage } from '../stage.ts'

const RACERS = 30
const PER_EMAIL = 3
const NEW_PASSWORD = 'seven ducks under a quiet bridge'

interface Course {
  readonly town: Town
  readonly wires: readonly Wire[]
  readonly faults: Map<string, string[]>
}

/** One race; returns what went wrong. */
type Race = (course: Course, round: number) => Promise<readonly string[]>

/** Many at once for one thing, at two processes. */
export const races: Stage = {
  name: 'races',
  about: 'thirty at once, at two processes, for whatever may be had once',
  async run(siege) {
    const town = await openTown(siege, {
      environment: { PORTICO_LIMIT_REGISTER_PER_EMAIL_HOUR: String(PER_EMAIL) },
    })
    const course: Course = { town, wires: await openWires(town.ports, RACERS), faults: new Map() }
    try {
      await runAll(siege, course)
    } finally {
      for (const wire of course.wires) wire.close()
      await town.close()
    }
  },
}

const RACES: Readonly<Record<string, Race>> = {
  'one code, 30 redemptions: one winner, and the replays end what it got': raceForCode,
  'one refresh token, 30 rotations: one winner, whose tokens live': raceForRotation,
  'one recovery link, 30 uses: one winner, one mail that says so': raceForRecovery,
  [`one address, 30 registrations: exactly ${PER_EMAIL} accepted, each mailed once`]: raceToRegister,
  'three links of one address, 30 uses: one account': raceForRegistration,
  'a reset among rotations leaves nothing alive': raceResetWithRotations,
  'a revocation among rotations leaves nothing alive': raceRevocationWithRotations,
}

async function runAll(siege: Siege, course: Course): Promise<void> {
  const rounds = siege.count(20, 200)
  for (let round = 1; round <= rounds; round += 1) {
    for (const [claim, race] of Object.entries(RACES)) {
      const faults = await race(course, round)
      note(
        course,
        claim,
        faults.map((fault) => `round ${round}: ${fault}`),
      )
    }
    note(course, LAW, await brokenLaw(course.town))
    if (round % siege.count(5, 20) === 0) siege.say(`${round} of ${rounds} rounds`)
  }
  for (const claim of [...Object.keys(RACES), LAW])
    siege.judge(claim, course.faults.get(claim) ?? [], `${rounds} rounds at two processes`)
}

const LAW = 'never two live refresh tokens in one grant (by SQL after each round)'

function note({ faults }: Course, claim: string, found: readonly string[]): void {
  faults.set(claim, [...(faults.get(claim) ?? []), ...found])
}

async function brokenLaw({ database }: Town): Promise<readonly string[]> {
  const twice = await database.db.query<{ grantId: string }>`
    select grant_id as "grantId" from refresh_tokens where spent_at is null
     group by citizen_id, grant_id having count(*) > 1`
  return twice.map(({ grantId }) => `grant ${grantId} has two live refresh tokens`)
}

function countOf(hits: readonly Hit[], status: number): number {
  return hits.filter((hit) => hit.status === status).length
}

/** Everybody but one was refused, in the words of the contract. */
function oneWinner(hits: readonly Hit[], won: number, lost: number): string[] {
  const seen = [countOf(hits, won), countOf(hits, lost)]
  const good = seen[0] === 1 && seen[1] === hits.length - 1
  return good
    ? []
    : [
        `statuses ${hits
          .map(({ status }) => status)
          .sort()
          .join(' ')}`,
      ]
}

function times<Value>(make: (index: number) => Value): Value[] {
  return Array.from({ length: RACERS }, (_, index) => make(index))
}

type Tokens = { readonly access_token: string; readonly refresh_token: string }

function tokensOf(hits: readonly Hit[]): readonly Tokens[] {
  return hits.filter(({ status }) => status === 200).map(({ body }) => JSON.parse(body) as Tokens)
}

async function alive(town: Town, tokens: readonly Tokens[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    tokens.map(({ access_token }, index) => introspect(town.at(index).service, town.program, access_token)),
  )
  return answers.filter(({ active }) => active === true).map(() => 'an access token lives on')
}

async function entered(town: Town, citizen?: Citizen) {
  return enterProgram(town.at(0).service, town.program, citizen ?? (await town.newCitizen()))
}

async function raceForCode({ town, wires }: Course): Promise<readonly string[]> {
  const { browser } = await entered(town)
  const attempt = newAttempt(town.program)
  const code = await obtainCode(browser, attempt)
  const hits = await salvo(
    wires,
    times(() => codeShot(town.program, { ...attempt, code })),
  )
  return [...oneWinner(hits, 200, 400), ...(await alive(town, tokensOf(hits)))]
}

async function raceForRotation({ town, wires }: Course): Promise<readonly string[]> {
  const { tokens } = await entered(town)
  const hits = await salvo(
    wires,
    times(() => refreshShot(town.program, tokens.refresh_token)),
  )
  const living = await alive(town, tokensOf(hits))
  return [...oneWinner(hits, 200, 400), ...(living.length === 1 ? [] : ['the winner’s access token is dead'])]
}

/** Asks for a recovery and opens the mailed page, in a browser that has never been there. */
async function recoveryForm(town: Town, email: string): Promise<Shot> {
  const answer = await post(town, PATHS.recover, { email })
  if (answer !== 202) throw new Error(`Recovery answered ${answer}`)
  const browser = town.at(1).browser()
  const page = await browser.get(linkPath(await town.post.mailTo(email, 'Choose a new password')))
  return filledForm(browser, page, { password: NEW_PASSWORD })
}

async function post(town: Town, path: string, body: unknown): Promise<number> {
  const { headers, method } = jsonShot(path, body, stranger())
  const answer = await fetch(town.at(0).service.baseUrl + path, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  await answer.text()
  return answer.status
}

async function raceForRecovery({ town, wires }: Course): Promise<readonly string[]> {
  const { email } = await town.newCitizen()
  const shot = await recoveryForm(town, email)
  const hits = await salvo(
    wires,
    times(() => shot),
  )
  await town.post.mailTo(email, 'Your password was changed')
  const told = town.post.mailsTo(email, 'Your password was changed').length
  return [
    ...oneWinner(hits, 303, 400),
    ...(told === 1 ? [] : [`${told} mails say that the password was changed`]),
  ]
}

async function raceToRegister({ town, wires }: Course, round: number): Promise<readonly string[]> {
  const email = crowdOf(round)
  const hits = await salvo(
    wires,
    times((index) => jsonShot(PATHS.register, { full_name: nameOf(index), email }, stranger())),
  )
  const good = countOf(hits, 202) === PER_EMAIL && countOf(hits, 429) === RACERS - PER_EMAIL
  await town.post.mailTo(email, 'Confirm your email address', countOf(hits, 202))
  const mails = town.post.mailsTo(email, 'Confirm your email address').length
  return [
    ...(good ? [] : [`statuses ${hits.map(({ status }) => status).join(' ')}`]),
    ...(mails === countOf(hits, 202)
      ? []
      : [`${mails} mails for ${countOf(hits, 202)} accepted registrations`]),
  ]
}

const crowdOf = (round: number): string => `crowd.${round}@example.test`
const nameOf = (index: number): string => `Ana ${'BCDEFGHIJK'[index % 10]}${'aei'[Math.floor(index / 10)]}rk`

async function raceForRegistration({ town, wires }: Course, round: number): Promise<readonly string[]> {
  const email = crowdOf(round)
  const shots = await Promise.all(
    town.post.mailsTo(email, 'Confirm your email address').map(async (mail, index) => {
      const browser = town.at(index).browser()
      return filledForm(browser, await browser.get(linkPath(mail)), { password: NEW_PASSWORD })
    }),
  )
  const hits = await salvo(
    wires,
    times((index) => shots[index % shots.length] as Shot),
  )
  const accounts = await town.database.db.query`select 1 as found from citizens where email = ${email}`
  return [...oneWinner(hits, 303, 400), ...(accounts.length === 1 ? [] : [`${accounts.length} accounts`])]
}

async function raceResetWithRotations({ town, wires }: Course): Promise<readonly string[]> {
  const citizen = await town.newCitizen()
  const { tokens } = await entered(town, citizen)
  const reset = await recoveryForm(town, citizen.email)
  const end = await rotateAmong({ town, wires }, tokens.refresh_token, reset)
  return [
    ...(end.hit.status === 303 ? [] : [`the reset answered ${end.hit.status}`]),
    ...(await alive(town, [tokens, ...end.given])),
    ...(await refreshable(town, end.given)),
  ]
}

async function raceRevocationWithRotations({ town, wires }: Course): Promise<readonly string[]> {
  const { tokens } = await entered(town)
  const end = await rotateAmong(
    { town, wires },
    tokens.refresh_token,
    revokeShot(town.program, tokens.refresh_token),
  )
  return [
    ...(end.hit.status === 200 ? [] : [`the revocation answered ${end.hit.status}`]),
    ...(await alive(town, [tokens, ...end.given])),
    ...(await refreshable(town, end.given)),
  ]
}

/** Copies of each rotation, so that rotations race one another, too. */
const COPIES = 3

/** Fires the shot that ends a grant, and rotates all the while, until nothing is given any more. */
async function rotateAmong(
  { town, wires }: Pick<Course, 'town' | 'wires'>,
  refreshToken: string,
  ending: Shot,
): Promise<{ readonly hit: Hit; readonly given: readonly Tokens[] }> {
  const end = salvo(wires.slice(0, 1), [ending])
  const given: Tokens[] = []
  for (let newest: string | undefined = refreshToken; newest !== undefined; ) {
    const shot = refreshShot(town.program, newest)
    const won = tokensOf(await salvo(wires.slice(1), Array<Shot>(COPIES).fill(shot)))
    given.push(...won)
    newest = won[0]?.refresh_token
  }
  return { hit: (await end)[0] as Hit, given }
}

async function refreshable(town: Town, given: readonly Tokens[]): Promise<readonly string[]> {
  const wire = await openWires(town.ports, 1)
  const hits: Hit[] = []
  for (const { refresh_token } of given)
    hits.push(...(await salvo(wire, [refreshShot(town.program, refresh_token)])))
  for (const each of wire) each.close()
  return tokensOf(hits).map(() => 'a refresh token lives on')
}
