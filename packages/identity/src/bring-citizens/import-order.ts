import type { CitizensAct, RefusedOrder } from '../moments/index.ts'
import { counted } from '../platform/counted.ts'
import { booleanSchema, countSchema, listOf, objectSchema, textSchema } from '../platform/operation.ts'
import { accepted, refused } from '../platform/result.ts'
import { type ImportSummary, importCitizens } from './import-citizens.ts'
import { SYSTEMS, systemNamed } from './recognize.ts'
import { placeOf, type RecordPlace } from './record.ts'
import type { UnfitColumns } from './unfit-columns.ts'

/** What an import has done, or would do. */
export const BROUGHT_CITIZENS = objectSchema('BroughtCitizens', {
  dry_run: booleanSchema('Whether nothing was changed.'),
  whole: booleanSchema('False where it was stopped before the end.'),
  read: countSchema('Lines that were read.'),
  brought: countSchema('Citizens that were brought, or would be.'),
  there: countSchema('Citizens that are there already.'),
  rejected: countSchema('Lines that are rejected.'),
  without_password: countSchema(
    'Citizens without a password, because its hash is too weak to keep, or was to be forgotten.',
  ),
  unused_hashes: countSchema('Hashes of the file of hashes that no user has.'),
  rejects: listOf(
    objectSchema(
      'RejectedLine',
      {
        line: countSchema('The number of the line.'),
        record: countSchema('The number of the record in a JSON document. Absent for JSON lines and CSV.'),
        says: textSchema('What is wrong with it.'),
      },
      ['record'],
    ),
  ),
})

/** Carries out `portico citizen import`. */
export const importOrder: CitizensAct['run'] = async (needs, given) => {
  const isDryRun = given.has('dry-run')
  const named = given.option('from')
  const from = named === undefined ? undefined : systemNamed(named)
  if (named !== undefined && !from)
    return refused({ says: `--from '${named}' is none of ${SYSTEMS.join(', ')}.` })
  const done = await importCitizens(
    { ...needs, progress: given.progress, stopped: given.stopped },
    {
      file: given.operand,
      rejects: given.option('rejects'),
      from,
      firebaseHashes: given.option('firebase-hashes'),
      auth0Hashes: given.option('auth0-hashes'),
      unfitHashes: given.has('forget-unfit-hashes') ? 'forget' : 'refuse',
      mode: isDryRun ? 'dry-run' : 'real',
    },
  )
  if (!done.ok) return refused(refusalOf(done.refusal))
  const { read, brought, there, rejected, weak, first, isWhole, unusedHashes } = done.value
  if (from && hasNobody(done.value))
    return refused({ says: `${given.operand} has no citizen of an export of ${from}.` })
  const rejects = first.map(({ says, ...one }) => ({ ...placeOf(one), says }))
  const json = {
    dry_run: isDryRun,
    whole: isWhole,
    read,
    brought,
    there,
    rejected,
    without_password: weak,
    unused_hashes: unusedHashes,
    rejects,
  }
  const isDone = isWhole && rejected === 0
  return accepted({ json, lines: linesOf(done.value, isDryRun, given.option('rejects')), isFault: !isDone })
}

function hasNobody({ isWhole, read }: ImportSummary): boolean {
  return isWhole && read === 0
}

function refusalOf(why: string | UnfitColumns): RefusedOrder {
  if (typeof why === 'string') return { says: why }
  return { says: why.message, because: 'bad-file', faults: why.faults }
}

function linesOf(
  { read, brought, there, rejected, weak, first, isWhole, unusedHashes }: ImportSummary,
  isDryRun: boolean,
  rejects: string | undefined,
): readonly string[] {
  const would = (number: number) => (isDryRun ? 'would be' : number === 1 ? 'was' : 'were')
  return [
    ...first.map((one) => `${placeText(one)} ${one.says}.`),
    ...(rejected > first.length ? [`${rejectedLines(rejected - first.length, 'more ')}.`] : []),
    `${counted(read, 'line')} read: ${counted(brought, 'citizen')} ${would(brought)} brought, ${counted(there, 'is', 'are')} there already, ${rejectedLines(rejected)}.`,
    ...(weak > 0
      ? [
          `${counted(weak, 'of those brought has', 'of those brought have')} no password, because its hash is not kept.`,
        ]
      : []),
    ...(unusedHashes > 0
      ? [
          `${counted(unusedHashes, 'hash of the other file belongs', 'hashes of the other file belong')} to no user.`,
        ]
      : []),
    ...(rejected > 0 && rejects !== undefined
      ? [`The rejected lines are in ${rejects}: mend them and bring that file.`]
      : []),
    ...(isWhole ? [] : ['It was stopped before the end. Run it again: it goes on where it stopped.']),
  ]
}

function placeText({ line, record }: RecordPlace): string {
  return record === undefined ? `Line ${line}` : `Record ${record} (line ${line})`
}

function rejectedLines(number: number, more: 'more ' | '' = ''): string {
  return `${counted(number, `${more}line is`, `${more}lines are`)} rejected`
}
