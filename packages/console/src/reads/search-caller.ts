import {
  EXPLAINS,
  HEADS,
  type HttpRequest,
  type LookRefusal,
  type OperatorOrigin,
  type Result,
  type Verdict,
  withinLooks,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from '../console-needs.ts'
import { explainNeeds } from '../explain-needs.ts'
import { looksOf } from '../look-bounds.ts'
import { searchStops } from '../search-time.ts'

/** The questions that rooms answer about somebody who may have no account: the first one is why somebody cannot get in. */
const [QUESTION] = Object.values(HEADS).flatMap(({ questions = [] }) => questions)

/** The longest text that is searched for. */
export const MOST_WHO_CHARACTERS = 320

/** Says why somebody cannot get in. It counts as a look, which is in the audit. Undefined where no room answers. */
export async function searchCaller(
  needs: ConsoleNeeds,
  { by, http }: { readonly by: OperatorOrigin; readonly http: HttpRequest },
  who: string,
): Promise<Result<Verdict, LookRefusal> | undefined> {
  if (!QUESTION) return undefined
  return withinLooks({ ...needs, by }, looksOf(needs), (db) =>
    QUESTION.ask(
      {
        ...{ ...explainNeeds(needs), db, by, explains: EXPLAINS, random: needs.random },
        ...{ progress: () => undefined, stopped: searchStops(http) },
      },
      who,
    ),
  )
}
