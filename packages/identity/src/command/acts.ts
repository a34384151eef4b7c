import { recordRead } from '../audit-log/index.ts'
import { listOf, objectSchema, textSchema } from '../platform/operation.ts'
import { actInWords } from './acts-that-wait.ts'
import { ACT_NUMBER, type ActCall, type Answer, type LookCall } from './command.ts'
import { actJson, readNumber, refusalOf, requireConsents, WAITING_ACT } from './consents.ts'
import { plainTime, table } from './present.ts'

/** The acts that wait. */
export const WAITING_ACTS = listOf(WAITING_ACT)

/** An act that waits no more. */
export const WITHDRAWN_ACT = objectSchema('WithdrawnAct', {
  number: { type: 'integer' },
  subject: textSchema('The citizen.'),
  withdrawn: { type: 'boolean', const: true },
})

/** Lists the acts that wait for another operator. */
export async function listActs({ words: command, openDatabase }: LookCall): Promise<Answer> {
  const database = await openDatabase()
  const acts = await (await requireConsents()).list(database)
  await recordRead(database, { command })
  const rows = acts.map((act) => [
    String(act.number),
    plainTime(act.until),
    act.operator,
    actInWords(act),
    act.reason,
  ])
  const headings = ['NUMBER', 'UNTIL', 'ASKED BY', 'ACT', 'REASON']
  return { json: acts.map(actJson), lines: rows.length === 0 ? ['No act waits.'] : table(headings, rows) }
}

/** Withdraws an act that this operator has asked for. */
export async function withdrawAct({ given, openDatabase }: ActCall): Promise<Answer> {
  const database = await openDatabase()
  const number = readNumber(given.operand(ACT_NUMBER))
  const withdrawn = await (await requireConsents()).withdraw(database, number)
  if (!withdrawn.ok) throw refusalOf(withdrawn.refusal)
  const { subject } = withdrawn.value
  const says = `Act ${number} is withdrawn. Nothing was changed.`
  return {
    json: { number, subject, withdrawn: true },
    lines: [says],
    tells: [{ says, fact: { tells: 'withdrawn', number } }],
  }
}
