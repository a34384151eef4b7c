import type { OperatorOrder } from '../audit/index.ts'
import { recordRead } from '../audit-log/index.ts'
import type {
  ChangesByFile,
  FileFaults,
  PlannedChanges,
  ReadFileNeeds,
  WantedByFile,
  WritesFile,
} from '../moments/index.ts'
import { booleanSchema, objectSchema, type Schema } from '../platform/operation.ts'
import { type Result, refused } from '../platform/result.ts'
import { type Answer, CommandRefused, FILE, type LookCall, type OperatorsDatabase } from './command.ts'
import { refuseAll } from './refuse-all.ts'
import { requireYes } from './require-yes.ts'
import { whyAsked } from './who-asks.ts'

/** What a file changed, or would change. */
export function changeAnswer(changes: Schema): Schema {
  return objectSchema('FileChange', {
    would_change: booleanSchema('Whether the file says something else than is stored.'),
    changes,
    changed: booleanSchema('Whether it was changed.'),
  })
}

const NOTHING = 'Nothing was changed.'
const CHANGED_MEANWHILE = 'What is stored has changed since the difference was shown: look again.'

/** The file has a fault, or asks for what is refused. */
const BAD_FILE = 'bad-file'

/**
 * Makes what is stored like a file (decision 115): all of it or nothing. The difference is shown first. On a terminal somebody is asked, and elsewhere
 * nothing is changed without `--yes`: who starts a file in a pipeline has not seen the difference. What was shown is compared again in the transaction that changes it.
 */
export async function changeByFile(changes: ChangesByFile, call: LookCall): Promise<Answer> {
  const { words: command, given, terminal, by } = call
  const isOnlyShown = given.flag('check') || given.flag('dry-run')
  const needs = { environment: await call.environment() }
  const wanted = orRefuse(await readOrFindAll(changes, call, needs))
  const reason = isOnlyShown ? undefined : await whyAsked(given, terminal)
  const database = await call.openDatabase()
  const order = { ...by, ...(reason !== undefined && { reason }) }
  const planned = await wanted.plan(database, 'to look')
  await recordRead({ ...database, by: order }, { command })
  const shown = orRefuse(planned)
  if (shown.isEmpty) return { json: { ...answerJson(shown), changed: false }, lines: [ALIKE] }
  if (reason === undefined) return onlyShown(shown, given.flag('check') ? 2 : 0)
  if (!given.flag('yes')) await requireConsent(shown, call)
  return carryOut(wanted, shown, { call, database: { ...database, by: { ...by, reason } } })
}

/** Reads the file. One with a fault is compared with what is stored, too: so one run tells every fault, where the database can be asked. */
async function readOrFindAll(
  { read }: ChangesByFile,
  { words: command, given, by, openDatabase }: LookCall,
  needs: ReadFileNeeds,
): Promise<Result<WantedByFile, FileFaults>> {
  const done = await read(given.operand(FILE), needs)
  if (done.ok || !done.refusal.planAllTheSame) return done
  const { planAllTheSame, says } = done.refusal
  const database = await openDatabase().catch(() => undefined)
  if (!database) return refused({ says })
  const planned = await planAllTheSame(database, 'to look')
  await recordRead({ ...database, by }, { command })
  return planned.ok ? refused({ says }) : planned
}

const ALIKE = 'Nothing would change: what is stored is as the file says.'

function onlyShown(shown: PlannedChanges, exitCode: 0 | 2): Answer {
  return {
    json: { ...answerJson(shown), changed: false },
    lines: [...shown.lines, '', NOTHING],
    exitCode,
  }
}

const answerJson = ({ json, isEmpty }: PlannedChanges) => ({ would_change: !isEmpty, changes: json })

async function requireConsent({ lines, removes }: PlannedChanges, { terminal }: LookCall): Promise<void> {
  const { ask, err } = terminal
  if (ask) return requireYes([...lines, ''], { err, ask })
  const what = removes === '' ? 'change what is stored' : `remove ${removes}`
  throw new CommandRefused(`It would ${what}: say --yes if you want that. ${NOTHING}`, 'needs-yes')
}

async function carryOut(
  wanted: WantedByFile,
  shown: PlannedChanges,
  { call, database }: { call: LookCall; database: OperatorsDatabase<OperatorOrder> },
): Promise<Answer> {
  const progress = (line: string) => call.terminal.err(line)
  // A refusal takes everything back.
  const done = await database.db.transaction(async (tx) => {
    const again = orRefuse(await wanted.plan({ ...database, db: tx }, 'to change'))
    // Somebody else has carried out the same file.
    if (again.isEmpty) return again
    if (again.identity !== shown.identity) throw new CommandRefused(`${CHANGED_MEANWHILE} ${NOTHING}`)
    orRefuse(await again.carryOut({ ...database, db: tx, progress }))
    return again
  })
  if (done.isEmpty) return { json: { ...answerJson(done), changed: false }, lines: [ALIKE] }
  await done.after({ ...database, progress })
  return { json: { ...answerJson(done), changed: true }, lines: [...done.lines, '', 'It is done.'] }
}

/** Writes what is stored as a file. */
export async function writeFile(file: WritesFile, call: LookCall): Promise<Answer> {
  const database = await call.openDatabase()
  await recordRead(database, { command: call.words })
  return file.write(database)
}

function orRefuse<Value>(result: Result<Value, FileFaults>): Value {
  if (result.ok) return result.value
  const { says } = result.refusal
  throw refuseAll(says.length === 1 ? [`${says[0]} ${NOTHING}`] : says, BAD_FILE)
}
