import type { Placement, Tables } from '../platform/postgres/table.ts'

/** The tables whose rows are stored with those of their citizen: by `citizen_id`, and events, which are filed under it. */
export function isWithCitizen(placement: Placement): boolean {
  return typeof placement === 'object' && ['citizen_id', 'filed_under'].includes(placement.by)
}

/**
 * How each table is stored, in the order in which they are distributed: first those that nearly every statement reads, then citizens and what stands with
 * them. The table of the migrations is the last one: where it is distributed, all are.
 */
export function placementsOf(tables: Tables): readonly (readonly [table: string, placement: Placement])[] {
  return Object.entries(tables)
    .flatMap(([table, { placement }]) => (placement === 'gone' ? [] : [[table, placement] as const]))
    .toSorted((one, other) => rankOf(...one) - rankOf(...other))
}

const RANKS = ['copied', 'citizens', 'with-citizen', 'other', 'migrations'] as const

function rankOf(table: string, placement: Placement): number {
  const ranked = () => {
    if (table === 'schema_migrations') return 'migrations'
    if (placement === 'copied') return 'copied'
    if (table === 'citizens') return 'citizens'
    return isWithCitizen(placement) ? 'with-citizen' : 'other'
  }
  return RANKS.indexOf(ranked())
}

/** What an operator reads about a placement. */
export function describePlacement(placement: Placement): string {
  if (placement === 'copied') return 'a copy on every server'
  if (placement === 'one-server') return 'on one of the servers'
  return isWithCitizen(placement) ? 'with the citizen' : `by ${placement.by}`
}
