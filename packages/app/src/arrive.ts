import { type Callback, type RedeemNeeds, redeemOnce } from './callback.ts'
import { type Flow, liveFlows } from './flow.ts'
import { type KeeperNeeds, restore, showSignedIn, showSignedOut } from './keeper.ts'
import type { SsoProblem } from './problems.ts'
import { readSession } from './session.ts'

/** What arriving at the app needs. */
export interface ArriveNeeds extends RedeemNeeds, KeeperNeeds {}

/** Takes a citizen in, be it from the identity service or from anywhere else. */
export async function arrive(needs: ArriveNeeds, callback: Callback | null): Promise<void> {
  const flows = callback ? await liveFlows(needs) : []
  // A repeated or foreign return, such as the back button makes, changes nothing for a citizen who is signed in.
  const isReturn = callback && (flows.length > 0 || !(await readSession(needs)))
  if (isReturn) await finish(needs, callback, flows)
  else if (needs.board.state.status === 'starting') await restore(needs)
}

/** A link from anywhere can look like a return that failed: so only a success ends a flow, and the rest have their ten minutes. */
async function finish(needs: ArriveNeeds, { code, error }: Callback, flows: readonly Flow[]): Promise<void> {
  if (!code) return turnAway(needs, needs.describe(error), flows)
  const { flow, session, answer } = await redeemOnce(needs, code, flows)
  if (flow && session) {
    needs.tell('in')
    return showSignedIn(needs, session, flow.returnTo, true)
  }
  const refused = answer?.kind === 'refused' ? 'handoff_refused' : 'unavailable'
  return turnAway(needs, needs.describe(answer ? refused : 'flow_not_found', answer), flows)
}

/** Whoever is signed in stays so, whatever became of another sign-in. */
async function turnAway(needs: ArriveNeeds, problem: SsoProblem, [flow]: readonly Flow[]): Promise<void> {
  const returnTo = flow?.returnTo ?? null
  if (await readSession(needs)) await restore(needs, returnTo)
  else showSignedOut(needs, problem, returnTo)
}
