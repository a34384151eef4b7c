import { sendTogether } from '../../kit/http/connection.ts'
import type { HttpRequest } from '../../kit/http/request.ts'
import { givenIn } from '../../kit/http/response.ts'
import { refreshRequest, revocationRequest, type Tokens } from '../../kit/oauth-requests.ts'
import { alive, entered, type RaceSetup, recoveryForm } from './race.ts'

/** Copies of each rotation, so that rotations race one another, too. */
const COPIES = 3

/** A password reset among rotations: whatever the rotations were given is dead afterwards. */
export async function resetAmongRotations(setup: RaceSetup): Promise<readonly string[]> {
  const { deployment } = setup
  const citizen = await deployment.newCitizen()
  const { tokens } = await entered(deployment, citizen)
  const ending = await recoveryForm(deployment, citizen.email)
  return endAmongRotations(setup, tokens, { what: 'reset', ending, expected: 303 })
}

/** A revocation of the oldest token among rotations: it ends the newest as well. */
export async function revocationAmongRotations(setup: RaceSetup): Promise<readonly string[]> {
  const { deployment } = setup
  const { tokens } = await entered(deployment)
  const ending = revocationRequest(deployment.program, tokens.refresh_token)
  return endAmongRotations(setup, tokens, { what: 'revocation', ending, expected: 200 })
}

/** Sends the request that ends a grant, and rotates all the while, until nothing is given any more; then all must be dead. */
async function endAmongRotations(
  { deployment, connections }: RaceSetup,
  first: Tokens,
  { what, ending, expected }: { what: string; ending: HttpRequest; expected: number },
): Promise<readonly string[]> {
  const { program } = deployment
  const ended = sendTogether(connections.slice(0, 1), [ending])
  const given: Tokens[] = []
  for (let newest: Tokens | undefined = first; newest !== undefined; ) {
    const rotations = Array<HttpRequest>(COPIES).fill(refreshRequest(program, newest.refresh_token))
    const won: readonly Tokens[] = givenIn<Tokens>(await sendTogether(connections.slice(1), rotations))
    given.push(...won)
    newest = won[0]
  }
  const status = (await ended)[0]?.status
  const living = await alive(deployment, [first, ...given])
  const refreshed = []
  for (const { refresh_token } of given)
    refreshed.push(await deployment.send(refreshRequest(program, refresh_token)))
  return [
    ...(status === expected ? [] : [`the ${what} answered ${status}`]),
    ...living,
    ...givenIn(refreshed).map(() => 'a refresh token lives on'),
  ]
}
