import { until } from '../../../journeys/kit/until.ts'
import type { Day } from '../day.ts'
import { registerTooOften } from '../happenings/register-too-often.ts'
import { newcomer } from '../traffic/citizen-flows.ts'

/** After the day, for the pictures: limits that are spent now, a letter that was refused for good, and one that waits. */
export async function busyMoment(day: Day): Promise<void> {
  const { stage } = day
  await registerTooOften(day)
  const waiting = () => stage.database.db.query`select message_id from outbox limit 1`
  await until('no letter waits', async () => (await waiting()).length === 0 || undefined)
  await stage.mail.become('5xx')
  await register(day)
  await until('a letter is given up', async () => {
    const refused = await stage.database.db.query`select asked_by from refused_letters limit 1`
    return refused.length > 0 || undefined
  })
  await stage.mail.become('4xx')
  await register(day)
  await until('a letter waits', async () => {
    const putOff = await stage.database.db.query`select message_id from outbox where attempts > 0 limit 1`
    return putOff.length > 0 || undefined
  })
}

async function register({ town }: Day): Promise<void> {
  const { email, fullName } = newcomer()
  const browser = town.browser()
  await browser.submit(await browser.get('/register/'), { full_name: fullName, email })
}
