import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import { findCitizen } from '../citizens/index.ts'
import { type LetterNeeds, newsLetter, postLetter, postNews } from '../mail/index.ts'
import { findEnteringOperator, findNamedOperator, listOperators, type Operator } from '../operators/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { isoInstant } from '../platform/own-data.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'
import { breakGlassHash, newBreakGlassCode, readBreakGlassCode } from './break-glass-code.ts'
import { endGlass, insertGlass, lockGlass } from './break-glass-store.ts'
import { BREAK_GLASS_LETTERS } from './letters.ts'

/** Why no code is made. */
export type MakeRefusal = 'no-operator' | 'may-not-enter'

/** A code, for whom it is, and who is told. */
export interface MadeGlass {
  readonly operator: Operator
  readonly code: Secret
  readonly endsAt: UnixSeconds
  /** Whether it ended another one. */
  readonly endedFormer: boolean
  /** How many operators get the letter. */
  readonly letters: number
}

const LETTER_SECONDS = 3 * 24 * 60 * 60

/**
 * Makes a code that opens the console once, without a sign-in, as an operator: for the hour in which nobody can sign in (decision 123). Whatever was open before is over. Every operator and the
 * contact for security get a letter, in the same transaction: the code is not there without them.
 */
export async function makeBreakGlass(
  needs: LetterNeeds & OrderedByOperator,
  { who, contact }: { readonly who: string; readonly contact: string | undefined },
): Promise<Result<MadeGlass, MakeRefusal>> {
  return needs.db.transaction(async (db) => {
    await lockGlass(db)
    const operator = await findNamedOperator(db, who)
    if (!operator) return refused('no-operator')
    const citizen = await findCitizen(db, operator.citizenId)
    if (!citizen || !(await findEnteringOperator(db, citizen.subject))) return refused('may-not-enter')
    const inside = { ...needs, db }
    const endedFormer = await endGlass(db)
    const { code, endsAt } = await storeCode(inside, operator)
    const { citizenId, name } = operator
    const details = { for: name, until: isoInstant(endsAt) }
    await appendEvent(inside, { name: 'break-glass-made', origin: needs.by, citizenId, details })
    const letters = await tellEverybody(inside, endsAt, contact)
    return accepted({ operator, code, endsAt, endedFormer, letters })
  })
}

async function storeCode(
  { db, random, clock }: LetterNeeds,
  { citizenId }: Operator,
): Promise<Pick<MadeGlass, 'code' | 'endsAt'>> {
  const code = newBreakGlassCode(random)
  const glassId = randomUuid(random)
  const codeHash = breakGlassHash(readBreakGlassCode(code.reveal()) ?? '', { glassId, citizenId })
  const endsAt = await insertGlass(db, { glassId, citizenId, codeHash })
  return { code, endsAt: endsAt ?? clock.now() }
}

/** The operator whom it is for is told, too: somebody else may have made it in that name. */
async function tellEverybody(
  needs: LetterNeeds,
  endsAt: UnixSeconds,
  contact: string | undefined,
): Promise<number> {
  const facts = { endsAt, signInAddress: `${needs.baseUrl}/login/` }
  const operators = (await listOperators(needs.db)).filter(({ mayEnter }) => mayEnter)
  for (const { citizenId } of operators) {
    const citizen = await findCitizen(needs.db, citizenId)
    if (citizen) await postNews(needs, citizen, BREAK_GLASS_LETTERS.made, facts)
  }
  if (contact !== undefined)
    await postLetter(needs, newsLetter(BREAK_GLASS_LETTERS.made, facts, 'en', needs), {
      to: { name: '', address: contact },
      language: 'en',
      expiresAt: plusSeconds(needs.clock.now(), LETTER_SECONDS),
    })
  return operators.length
}
