import { linkPath, PATHS } from '../ground/paper.ts'
import {
  type Course,
  countOf,
  oneWinner,
  passwordForm,
  RACERS,
  recoveryForm,
  statusesOf,
  times,
} from '../ground/race.ts'
import { jsonShot, type Shot, salvo } from '../ground/salvo.ts'
import { stranger } from '../ground/town.ts'

/** How many registrations of one address the town of the races accepts in an hour. */
export const PER_EMAIL = 3

const CONFIRM = 'Confirm your email address'
const CHANGED = 'Your password was changed'

/** One recovery link: one use sets the password, and one letter says so. */
export async function raceForRecovery({ town, wires }: Course): Promise<readonly string[]> {
  const { email } = await town.newCitizen()
  const shot = await recoveryForm(town, email)
  const hits = await salvo(
    wires,
    times(() => shot),
  )
  await town.post.mailTo(email, CHANGED)
  const told = town.post.mailsTo(email, CHANGED).length
  return [
    ...oneWinner(hits, 303, 400),
    ...(told === 1 ? [] : [`${told} mails say that the password was changed`]),
  ]
}

/** One address is registered by thirty strangers: the limit holds exactly, and whoever was accepted is written to. */
export async function raceToRegister({ town, wires }: Course, round: number): Promise<readonly string[]> {
  const email = crowdOf(round)
  const hits = await salvo(
    wires,
    times((index) => jsonShot(PATHS.register, { full_name: nameOf(index), email }, stranger())),
  )
  const accepted = countOf(hits, 202)
  const good = accepted === PER_EMAIL && countOf(hits, 429) === RACERS - PER_EMAIL
  await town.post.mailTo(email, CONFIRM, accepted)
  const mails = town.post.mailsTo(email, CONFIRM).length
  return [
    ...(good ? [] : [statusesOf(hits)]),
    ...(mails === accepted ? [] : [`${mails} mails for ${accepted} accepted registrations`]),
  ]
}

const crowdOf = (round: number): string => `crowd.${round}@example.test`
const nameOf = (index: number): string => `Ana ${'BCDEFGHIJK'[index % 10]}${'aei'[Math.floor(index / 10)]}rk`

/** The links that the strangers of this round were sent, all used at once: one of them makes the account. */
export async function raceForRegistration(
  { town, wires }: Course,
  round: number,
): Promise<readonly string[]> {
  const email = crowdOf(round)
  const mails = town.post.mailsTo(email, CONFIRM)
  const shots = await Promise.all(mails.map((mail, index) => passwordForm(town, linkPath(mail), index)))
  const hits = await salvo(
    wires,
    times((index) => shots[index % shots.length] as Shot),
  )
  const accounts = await town.database.db.query`select 1 as found from citizens where email = ${email}`
  return [...oneWinner(hits, 303, 400), ...(accounts.length === 1 ? [] : [`${accounts.length} accounts`])]
}
