import { refreshShot, revokeShot } from '../ground/paper.ts'
import { alive, type Course, entered, recoveryForm, type Tokens, tokensOf } from '../ground/race.ts'
import { type Hit, openWires, type Shot, salvo } from '../ground/salvo.ts'
import type { Town } from '../ground/town.ts'

/** A password reset among rotations: whatever the rotations were given is dead afterwards. */
export async function resetAmongRotations({ town, wires }: Course): Promise<readonly string[]> {
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

/** A revocation of the oldest token among rotations: it ends the newest as well. */
export async function revocationAmongRotations({ town, wires }: Course): Promise<readonly string[]> {
  const { tokens } = await entered(town)
  const revocation = revokeShot(town.program, tokens.refresh_token)
  const end = await rotateAmong({ town, wires }, tokens.refresh_token, revocation)
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
  { town, wires }: Course,
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
