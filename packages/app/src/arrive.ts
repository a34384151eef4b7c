import { type Callback, type Redeemed, type RedeemNeeds, redeemOnce } from './callback.ts'
import { type Flow, openFlows } from './flow.ts'
import { restore, type SignedInNeeds, showSignedIn } from './keep-signed-in.ts'
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
  const { flow, session, answer }: Redeemed = code ? await redeemOnce(needs, code, flows) : {}
  if (flow && session) {
    needs.notify('in')
    return showSignedIn(needs, session, flow.returnTo, true)
  }
  const refused = answer?.kind === 'refused' ? 'handoff_refused' : 'unavailable'
  const problem = code ? (answer ? refused : 'flow_not_found') : error
  // An error does not say which flow it ends, so it leads back only where all lead to one page.
  const [page = null, another] = new Set(flows.map(({ returnTo }) => returnTo))
  await restore(needs, another === undefined ? page : null, needs.describe(problem, answer))
}
