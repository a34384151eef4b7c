import { type Callback, type RedeemNeeds, redeemOnce } from './callback.ts'
import { type Flow, liveFlows } from './flow.ts'
import { restore, type SignedInNeeds, showSignedIn, showSignedOut } from './keep-signed-in.ts'
import type { SsoProblem } from './problems.ts'
import { readSession } from './session.ts'

/** The parts that `arrive` uses. */
export interface ArriveNeeds extends RedeemNeeds, SignedInNeeds {}

/** Handles a page load: a return from the identity service, or any other load. */
export async function arrive(needs: ArriveNeeds, callback: Callback | null): Promise<void> {
  const flows = callback ? await liveFlows(needs) : []
  // The back button repeats a return, and any link can imitate one. Neither changes anything for a citizen who is
  // signed in.
  const isReturn = callback && (flows.length > 0 || !(await readSession(needs)))
  if (isReturn) await finish(needs, callback, flows)
  else if (needs.holder.state.status === 'starting') await restore(needs)
}

/**
 * Only a successful return ends a flow, because any link can imitate a failed one. The other flows end after ten
 * minutes.
 */
async function finish(needs: ArriveNeeds, { code, error }: Callback, flows: readonly Flow[]): Promise<void> {
  if (!code) return showProblem(needs, needs.describe(error), flows)
  const { flow, session, answer } = await redeemOnce(needs, code, flows)
  if (flow && session) {
    needs.notify('in')
    return showSignedIn(needs, session, flow.returnTo, true)
  }
  const refused = answer?.kind === 'refused' ? 'handoff_refused' : 'unavailable'
  return showProblem(needs, needs.describe(answer ? refused : 'flow_not_found', answer), flows)
}

/** A failed sign-in does not sign out a citizen who is signed in. */
async function showProblem(needs: ArriveNeeds, problem: SsoProblem, [flow]: readonly Flow[]): Promise<void> {
  const returnTo = flow?.returnTo ?? null
  if (await readSession(needs)) await restore(needs, returnTo)
  else showSignedOut(needs, problem, returnTo)
}
