import { type Rule, right, wrong } from '../http/fields.ts'
import type { Zone } from './zones.ts'

/** An application for a parking permit, and what became of it. */
export interface Permit {
  readonly id: string
  readonly accountId: string
  readonly plate: string
  readonly zone: Zone
  readonly status: 'applied' | 'granted' | 'refused'
  readonly appliedAt: Date
  readonly decidedAt: Date | null
}

/** What an officer may decide. */
export const DECISIONS = ['granted', 'refused'] as const

/** One of them. */
export type Decision = (typeof DECISIONS)[number]

const PLATE = /^(?=.*[0-9])[A-Z0-9]+( [A-Z0-9]+){0,3}$/

/** A number plate in one spelling, so that `b-mw 123` and `B MW 123` are the same car. */
export const plate: Rule<string> = (given) => {
  if (typeof given !== 'string') return wrong('invalid', 'This must be text.')
  const text = given.trim().toUpperCase().replace(/[ -]+/g, ' ')
  if (text === '') return wrong('blank', 'This must not be empty.')
  if (text.length < 2 || text.length > 12 || !PLATE.test(text))
    return wrong('invalid', '2 to 12 letters from A to Z and digits, at least one of them a digit.')
  return right(text)
}

/** How the API shows a permit to its owner. */
export function permitView(permit: Permit): Readonly<Record<string, unknown>> {
  return {
    permit_id: permit.id,
    plate: permit.plate,
    zone: permit.zone,
    status: permit.status,
    applied_at: permit.appliedAt.toISOString(),
    decided_at: permit.decidedAt?.toISOString() ?? null,
  }
}
