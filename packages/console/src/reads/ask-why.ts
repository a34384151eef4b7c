import {
  type AskNeeds,
  EXPLAINS,
  HEADS,
  type HttpRequest,
  type OperatorOrigin,
  type Verdict,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { explainNeeds } from '../explain-needs.ts'
import { searchStops } from '../search-time.ts'

/** The questions that rooms answer about somebody who may have no account: the first one is why somebody cannot get in. */
const [QUESTION] = Object.values(HEADS).flatMap(({ questions = [] }) => questions)

/** Who asks, in which transaction, and as which look it stands in the audit. */
export interface WhyAsked extends Pick<AskNeeds, 'db' | 'looksAs' | 'sameWithinSeconds'> {
  readonly by: OperatorOrigin
  readonly http: Pick<HttpRequest, 'closing'>
}

/** Asks the rooms why somebody cannot get in. The look is in the audit. Undefined where no room answers. */
export async function askWhy(
  needs: ConsoleNeeds,
  { db, by, http, looksAs, sameWithinSeconds }: WhyAsked,
  who: string,
): Promise<Verdict | undefined> {
  const { random } = needs
  const asked = { db, by, sameWithinSeconds, ...(looksAs !== undefined && { looksAs }) }
  const common = { ...explainNeeds(needs), random, explains: EXPLAINS, progress: () => undefined }
  return QUESTION?.ask({ ...common, ...asked, stopped: searchStops(http) }, who)
}
