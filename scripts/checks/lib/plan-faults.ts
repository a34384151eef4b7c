/** A step of a plan, in the words of `explain (format json)`. */
export interface PlanStep {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  /** Its relation to the step above; `InitPlan` and `SubPlan` are statements of their own. */
  readonly 'Parent Relationship'?: string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanStep[]
}

/** A step may read as many rows as one citizen has, or as one page of a list shows. */
const FEW_ROWS = 1_000

/** Steps that read all of their input before they return a row, so a `limit` above them saves nothing below. */
const READS_ALL_FIRST = /^(Sort|Aggregate|Hash|WindowAgg|SetOp|ModifyTable|Materialize)$/

/**
 * Why a plan reads more of a large table than its statement is about. Empty where it does not.
 * @param isLarge whether a table grows with the citizens
 */
export function planFaults(plan: PlanStep, isLarge: (table: string) => boolean): readonly string[] {
  return faultsBelow(plan, { isLarge, isLimited: false })
}

interface Place {
  readonly isLarge: (table: string) => boolean
  /** Whether a `limit` above ends this step early. */
  readonly isLimited: boolean
}

function faultsBelow(step: PlanStep, place: Place): readonly string[] {
  const { 'Node Type': type, Plans: steps = [] } = step
  const isLimited = type === 'Limit' || (place.isLimited && !READS_ALL_FIRST.test(type))
  const below = steps.flatMap((one) => {
    const isOwnStatement = /^(InitPlan|SubPlan)$/.test(one['Parent Relationship'] ?? '')
    return faultsBelow(one, { ...place, isLimited: isLimited && !isOwnStatement })
  })
  return [...sortFaults(step), ...scanFaults(step, place), ...below]
}

function sortFaults({ 'Node Type': type, Plans: [input] = [] }: PlanStep): readonly string[] {
  return type === 'Sort' && input && input['Plan Rows'] > FEW_ROWS ? [`sorts ${rows(input)}`] : []
}

function scanFaults(step: PlanStep, { isLarge, isLimited }: Place): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition } = step
  // The scan of the bitmap itself has the name of its index alone; the scan of the table above it counts the same rows.
  if (table === undefined || !isLarge(table)) return []
  // A walk in the order of an index ends at the limit, unless a filter passes over rows.
  if (isLimited && step.Filter === undefined) return []
  if (type.endsWith('Seq Scan')) return [`reads all of ${table}`]
  if (index !== undefined && condition === undefined) return [`reads all of ${index}`]
  return !isLimited && step['Plan Rows'] > FEW_ROWS ? [`reads ${rows(step)} of ${table}`] : []
}

const rows = ({ 'Plan Rows': count }: PlanStep) => `${count.toLocaleString('en')} rows`
