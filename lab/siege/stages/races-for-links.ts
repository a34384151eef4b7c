import { sendTogether } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import { statusesOf } from '../../../journeys/kit/http/response.ts'
import { linkPath } from '../../../journeys/kit/mail-server.ts'
import { newAddress, registration, SUBJECTS } from '../targets/deployment.ts'
import { countOf, oneFormWins, passwordForm, RACERS, type RaceSetup, recoveryLink, times } from './race.ts'

/** How many registrations of one address the deployment of the races accepts in an hour. */
export const PER_EMAIL = 3

const CHANGED = 'Your password was changed'

/** One recovery link in three browsers: one browser sets the password, and one letter says so. */
export async function raceForRecovery({ deployment, connections }: RaceSetup): Promise<readonly string[]> {
  const { email } = await deployment.newCitizen()
  const link = await recoveryLink(deployment, email)
  const forms = await Promise.all([0, 1, 2].map((process) => passwordForm(deployment, link, process)))
  const requests = times((index) => forms[index % forms.length] as HttpRequest)
  const responses = await sendTogether(connections, requests)
  await deployment.mail.mailTo(email, CHANGED)
  const told = deployment.mail.mailsTo(email, CHANGED).length
  const untold = told === 1 ? [] : [`${told} mails say that the password was changed`]
  return [...oneFormWins(responses, forms.length, 303, 400), ...untold]
}

/** Thirty browsers register one address: the limit holds exactly, and each accepted registration gets a mail. */
export async function raceToRegister(
  { deployment, connections }: RaceSetup,
  round: number,
): Promise<readonly string[]> {
  const email = crowdOf(round)
  const requests = times((index) => registration(email, newAddress(), nameOf(index)))
  const responses = await sendTogether(connections, requests)
  const accepted = countOf(responses, 202)
  const good = accepted === PER_EMAIL && countOf(responses, 429) === RACERS - PER_EMAIL
  await deployment.mail.mailTo(email, SUBJECTS.register, accepted)
  const mails = deployment.mail.mailsTo(email, SUBJECTS.register).length
  return [
    ...(good ? [] : [`statuses: ${statusesOf(responses)}`]),
    ...(mails === accepted ? [] : [`${mails} mails for ${accepted} accepted registrations`]),
  ]
}

const crowdOf = (round: number): string => `crowd.${round}@example.test`
const nameOf = (index: number): string => `Ana ${'BCDEFGHIJK'[index % 10]}${'aei'[Math.floor(index / 10)]}rk`

/** Uses all links of this round in parallel. One of them makes the account. */
export async function raceForRegistration(
  { deployment, connections }: RaceSetup,
  round: number,
): Promise<readonly string[]> {
  const email = crowdOf(round)
  const mails = deployment.mail.mailsTo(email, SUBJECTS.register)
  const forms = await Promise.all(mails.map((mail, index) => passwordForm(deployment, linkPath(mail), index)))
  const requests = times((index) => forms[index % forms.length] as HttpRequest)
  const responses = await sendTogether(connections, requests)
  const accounts = await deployment.database.db.query`select 1 as found from citizens where email = ${email}`
  return [
    ...oneFormWins(responses, forms.length, 303, 400),
    ...(accounts.length === 1 ? [] : [`${accounts.length} accounts`]),
  ]
}
