/**
 * Spreads the tables over several PostgreSQL servers with the extension Citus. The operator distributes once; afterwards,
 * each process sees at its first connection where the rows are (`platform/postgres/layout.ts`).
 */
export {
  type DistributionRefusal,
  distribute,
  distributeNewTables,
  type PlannedTable,
  planDistribution,
  type RehearsedTable,
  rehearseDistribution,
} from './distribute.ts'
export { describePlacement, placementsOf } from './placement.ts'
