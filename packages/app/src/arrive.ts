import { type Callback, type RedeemNeeds, redeemOnce } from './callback.ts'
import { type Flow, openFlows } from './flow.ts'
import { restore, type SignedInNeeds, showSignedIn, showSignedOut } from './keep-signed-in.ts'
import type { SsoProblem } from './problems.ts'
import { readSession } from './session.ts'

/** What `arrive` is handed. */
export interface ArriveNeeds extends RedeemNeeds, SignedInNeeds {}

/** Handles a page load: a return from the identity service, or any other load. */
export async function arrive(needs: ArriveNeeds, callback: Callback | null): Promise<void> {
  if (callback) {
    const flows = await openFlows(needs)
    // The back button repeats a return, and any link can imitate one. If a citizen is signed in, both are ignored.
    if (flows[0] || !(await readSession(needs))) return finish(needs, callback, flows)
  }
  if (needs.holder.state.status === 'starting') await restore(needs)
}

/**
 * Handles a return. Only a successful one ends a flow, because any link can imitate a failed one. Other flows end after
 * ten minutes.
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

/**
 * Shows a problem. If a citizen is signed in, the session continues. An error does not say which flow it ends, so it leads
 * back only where there is one.
 */
async function showProblem(
  needs: ArriveNeeds,
  problem: SsoProblem,
  [flow, another]: readonly Flow[],
): Promise<void> {
  const returnTo = another ? null : (flow?.returnTo ?? null)
  if (await readSession(needs)) await restore(needs, returnTo)
  else showSignedOut(needs, problem, returnTo)
}
