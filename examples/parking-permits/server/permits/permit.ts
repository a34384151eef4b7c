import { type Rule, right, wrong } from '../http/fields.ts'
import type { Zone } from './zones.ts'

/** An application for a parking permit, and its status. */
export interface Permit {
  readonly id: string
  readonly accountId: string
  readonly plate: string
  readonly zone: Zone
  readonly status: 'applied' | 'granted' | 'refused'
  readonly appliedAt: Date
  readonly decidedAt: Date | null
}

/** The decisions of an officer. */
export const DECISIONS = ['granted', 'refused'] as const

/** A decision of an officer. */
export type Decision = (typeof DECISIONS)[number]

const PLATE = /^(?=.*[0-9])[A-Z0-9]+( [A-Z0-9]+){0,3}$/

/** A number plate. `b-mw 123` and `B–MW\u00a0123`, as they are pasted, become the same text. */
export const plate: Rule<string> = (given) => {
  if (typeof given !== 'string') return wrong('invalid', 'This must be text.')
  const text = given
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}\p{Cf}]+/gu, ' ')
    .trim()
  if (text === '') return wrong('blank', 'This must not be empty.')
  if (text.length < 2 || text.length > 12 || !PLATE.test(text))
    return wrong('invalid', 'This must have 2 to 12 letters from A to Z and digits, with at least one digit.')
  return right(text)
}

/** The id of a permit. */
export const PERMIT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A permit, as the API returns it to its owner. */
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
