import { appendEvent, isSameOperator, type OperatorOrigin } from '../audit/index.ts'
import { recordRefused } from '../audit-log/index.ts'
import { lockCitizen } from '../citizens/index.ts'
import {
  type AskedAct,
  type ConsentNeeds,
  type ConsentRefusal,
  type Consents,
  tellSame,
  type WaitingAct,
} from '../moments/index.ts'
import { findSameNamed } from '../operators/index.ts'
import { isoInstant } from '../platform/own-data.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { findAct, findWaitingActs, insertAct, type StoredAct, takeAct } from './waiting-act-store.ts'

/** How acts wait for the consent of another operator (decision 116). */
export const CONSENTS: Consents = {
  ask: askForConsent,
  list: ({ db }) => findWaitingActs(db),
  isAsker,
  find: (needs, number) => findFor(needs, number, CONSENT),
  take: takeAsAnother,
  withdraw: withdrawAct,
}

/** Who takes a step. The account is null where it is not known. */
type Asker = Pick<WaitingAct, 'operator' | 'operatorId'>

/** A step of an operator: its command, and why it is refused for an act. */
interface Step {
  readonly command: string
  readonly refusal: (act: StoredAct, by: Asker) => ConsentRefusal | undefined
}

const CONSENT: Step = {
  command: 'consent',
  refusal: (act, by) => (isAsker(by, act) ? 'own-act' : undefined),
}

const WITHDRAW: Step = {
  command: 'withdraw',
  refusal: (act, by) => (isAsker(by, act) ? undefined : 'other-asker'),
}

/** The citizen's row is locked, so that of two askings at once one finds the other. */
async function askForConsent(needs: ConsentNeeds, asked: AskedAct): ReturnType<Consents['ask']> {
  const { by, random } = needs
  return needs.db.transaction(async (db) => {
    await lockCitizen(db, asked.citizenId)
    const asker = await askerOf(db, by)
    const before = (await findWaitingActs(db)).find((act) => isSameAsking(act, asked, asker))
    if (before) return { act: before, isAskedAgain: true }
    for (;;) {
      const act = { ...asked, ...asker, reason: by.reason, number: newNumber(random) }
      const times = await insertAct(db, act)
      if (!times) continue
      const details = { act: act.act, number: act.number, until: isoInstant(times.until) }
      const { citizenId } = act
      await appendEvent({ ...needs, db }, { name: 'citizen-act-asked', origin: by, citizenId, details })
      return { act: { ...act, ...times }, isAskedAgain: false }
    }
  })
}

/** Whoever comes by the command says a name: the account is that of the operator who has it now. */
async function askerOf(db: Database, { operator, operatorId }: OperatorOrigin): Promise<Asker> {
  if (operatorId !== undefined) return { operator, operatorId }
  const [named, ...more] = await findSameNamed(db, operator)
  return { operator, operatorId: named && more.length === 0 ? named.citizenId : null }
}

/** An administrator can give an account another name, and its name to another account: the account is the person, and the name only where one of the two accounts is not known. */
function isAsker(by: Asker, act: Asker): boolean {
  if (by.operatorId !== null && act.operatorId !== null) return by.operatorId === act.operatorId
  return isSameOperator(by.operator, act.operator)
}

/** Whether both are the same act on the same citizen by the same person. */
function isSameAsking(one: WaitingAct, other: AskedAct, by: Asker): boolean {
  const isSameAct = one.act === other.act && one.citizenId === other.citizenId
  const isSameWish = isAsker(by, one) && isAlike(one.options, other.options)
  // The account may have changed since: whoever consents reads what it would do now.
  return isSameAct && isSameWish && tellSame(one.told, other.told)
}

function isAlike(one: AskedAct['options'], other: AskedAct['options']): boolean {
  const names = Object.keys({ ...one, ...other })
  return names.every((name) => one[name] === other[name])
}

const FEWEST = 100_000
const NUMBERS = 900_000

/** Six digits, which can be read out. Chance, so that a number of last week is not the act of today. */
function newNumber(random: Random): number {
  return FEWEST + (random.bytes(4).readUInt32BE() % NUMBERS)
}

async function findFor(
  needs: ConsentNeeds,
  number: number,
  step: Step,
): Promise<Result<WaitingAct, ConsentRefusal>> {
  const { db, by } = needs
  const act = await findAct(db, number)
  const asker = await askerOf(db, by)
  const refusal = act === undefined ? 'unknown-act' : act.isWaiting ? step.refusal(act, asker) : 'over'
  if (act && refusal === undefined) return accepted(act)
  const because = refusal ?? 'unknown-act'
  const whom = act && { citizenId: act.citizenId }
  await recordRefused(needs, { command: step.command, because, ...whom, details: { number } })
  return refused(because)
}

/** The citizen's row is locked first, as by everything that changes an account, and deletes its waiting acts with it. */
async function takeAsAnother(needs: ConsentNeeds, { number, citizenId }: WaitingAct) {
  await lockCitizen(needs.db, citizenId)
  return takeFor(needs, number, CONSENT, 'citizen-act-consented')
}

async function withdrawAct(needs: ConsentNeeds, number: number) {
  return needs.db.transaction((db) => takeFor({ ...needs, db }, number, WITHDRAW, 'citizen-act-withdrawn'))
}

async function takeFor(
  needs: ConsentNeeds,
  number: number,
  step: Step,
  name: 'citizen-act-consented' | 'citizen-act-withdrawn',
): Promise<Result<WaitingAct, ConsentRefusal>> {
  const found = await findFor(needs, number, step)
  if (!found.ok) return found
  const { act, citizenId, operator: askedBy } = found.value
  if (!(await takeAct(needs.db, number))) {
    const because = 'unknown-act'
    await recordRefused(needs, { command: step.command, because, citizenId, details: { number } })
    return refused(because)
  }
  const details = { act, number, asked_by: askedBy }
  await appendEvent(needs, { name, origin: needs.by, citizenId, details })
  return found
}
