import { registrationRequest } from '../../../journeys/kit/oauth-requests.ts'
import type { Day } from '../day.ts'

/** Contract section 8. */
const PER_NETWORK = 10
const PER_ADDRESS = 3
const MORE = 3

/** A network registers one address after the other, and another one the same address again and again. Both come to the limits of the contract. */
export async function registerTooOften(day: Day): Promise<string> {
  const many = await registerAll(day, PER_NETWORK, (index) => [`shop.${index}@example.test`, '198.51.100.20'])
  const same = await registerAll(day, PER_ADDRESS, (index) => [
    'again@example.test',
    `198.51.100.${30 + index}`,
  ])
  return `a network and an address registered too often: ${many + same} answered 429`
}

async function registerAll(
  { stage, answers }: Day,
  most: number,
  who: (index: number) => readonly [email: string, address: string],
): Promise<number> {
  const statuses: number[] = []
  for (let index = 0; index < most + MORE; index += 1) {
    const [email, address] = who(index)
    const { method, path, headers, body = '' } = registrationRequest(email, { 'x-forwarded-for': address })
    statuses.push((await answers.send(stage.identity.baseUrl + path, { method, headers, body })).status)
  }
  const expected = statuses.map((_, index) => (index < most ? 202 : 429))
  if (String(statuses) !== String(expected))
    answers.surprise(`A limit of ${most} registrations an hour was answered ${statuses.join(' ')}`)
  return MORE
}
