import { statusOf } from '../../../journeys/kit/identity-process.ts'
import { until } from '../../../journeys/kit/until.ts'
import type { Day } from '../day.ts'
import { newcomer } from '../traffic/citizen-flows.ts'
import { sendLoad } from '../traffic/hourly-load.ts'
import { letterWith } from '../traffic/letters.ts'

/** PostgreSQL is stopped while citizens and programs come, and started again. */
export async function postgresAway(day: Day, hour: number): Promise<string> {
  const { stage, answers } = day
  const before = answers.refusedInOutages
  answers.beginOutage()
  await stage.postgres.end('SIGINT')
  await sendLoad(day, hour)
  await stage.postgres.revive()
  const health = `${stage.identity.baseUrl}/o/authorize/`
  // A request without parameters reads no program, so a token request asks the database.
  await until('the service answers again', async () => {
    const { status } = await answers.send(`${stage.identity.baseUrl}/api/integrations/introspect/`, {
      method: 'POST',
      headers: {
        authorization: day.programs[0]?.basic ?? '',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'token=none',
    })
    return status === 200 && (await statusOf(health)) < 500 ? true : undefined
  })
  answers.endOutage()
  return `PostgreSQL was away: ${answers.refusedInOutages - before} requests answered 503`
}

/** How many register while the relay is away. */
const WAITING = 6

/** So many in a row: each process finds out for itself that the relay is there. */
const TAKEN = 8

/** The relay takes no connection while citizens register. Whoever was answered 202 gets the letter, once the relay is there again. */
export async function relayAway(day: Day): Promise<string> {
  const { stage, answers } = day
  answers.beginOutage()
  await stage.mail.become('refuse')
  const waiting: string[] = []
  for (let index = 0; index < WAITING; index += 1) waiting.push(...(await askToRegister(day)))
  await stage.mail.become('take')
  for (const email of waiting) await letterWith(day, email, '/register/confirm/')
  await untilTaken(day)
  answers.endOutage()
  day.count('letter that had to wait', waiting.length)
  return `the relay was away: ${waiting.length} letters waited and came, ${WAITING - waiting.length} registrations answered 503`
}

/** Registers an address that nobody has, and leaves it there. Returns the address, or nothing where the service refused. */
async function askToRegister({ town }: Day): Promise<readonly string[]> {
  const { email, fullName } = newcomer()
  const browser = town.browser()
  const { status } = await browser.submit(await browser.get('/register/'), { full_name: fullName, email })
  return status === 503 ? [] : [email]
}

async function untilTaken(day: Day): Promise<void> {
  let inARow = 0
  await until('registrations are taken again', async () => {
    inARow = (await askToRegister(day)).length === 0 ? 0 : inARow + 1
    return inARow >= TAKEN || undefined
  })
}
