import type { Browser } from '../../hosted-page/index.ts'
import { type Clock, plusSeconds } from '../../platform/clock.ts'
import { parseOwnJson } from '../../platform/own-json.ts'
import type { ArrivalKind } from './next-step.ts'

const PURPOSE = 'authorization decision'

/** How long the authorization page may stay open. */
const DECISION_LIFETIME_SECONDS = 60 * 60

/** What the authorization page was shown for. The form returns it with the citizen's decision. */
export interface DecisionNote {
  readonly query: string
  readonly arrival: ArrivalKind
  /**
   * The client's generation when the page was shown. Disabling the client raises it, which ends the request. Notes of
   * the previous release have none.
   */
  readonly generation?: number
}

/** Signs the note for the page. */
export function signDecision(browser: Browser, clock: Clock, note: DecisionNote): string {
  return browser.sign(PURPOSE, JSON.stringify(note), plusSeconds(clock.now(), DECISION_LIFETIME_SECONDS))
}

/** Reads the note. Nothing where it belongs to another browser, was changed or is too old. */
export function readDecision(browser: Browser, signed: string | undefined): DecisionNote | undefined {
  const note = signed === undefined ? undefined : browser.read(PURPOSE, signed)
  return note === undefined ? undefined : parseOwnJson<DecisionNote>(note)
}
