import {
  type HttpRequest,
  type LookRefusal,
  type OperatorOrigin,
  type Result,
  type Verdict,
  withinLooks,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { looksOf } from '../look-bounds.ts'
import { askWhy, type WhyAsked } from './ask-why.ts'

/** The longest text that is searched for. */
export const MOST_WHO_CHARACTERS = 320

/** Says why somebody cannot get in. It counts as a look, which is in the audit. Undefined where no room answers. */
export function searchCaller(
  needs: ConsoleNeeds,
  asked: Pick<WhyAsked, 'sameWithinSeconds'> & { readonly by: OperatorOrigin; readonly http: HttpRequest },
  who: string,
): Promise<Result<Verdict | undefined, LookRefusal>> {
  const { by, http, sameWithinSeconds } = asked
  return withinLooks({ ...needs, by }, looksOf(needs), (db) =>
    askWhy(needs, { db, by, http, sameWithinSeconds }, who),
  )
}
