import type { UnixSeconds } from '../platform/clock.ts'
import { UTC } from '../platform/date-words.ts'
import { Secret } from '../platform/secret.ts'
import type { Letter } from './letter.ts'

/** The sender of the letters of tests. */
export const sender = {
  baseUrl: 'https://id.example.org',
  serviceName: 'City accounts',
  timeZone: UTC,
  from: { name: 'City accounts', address: 'no-reply@example.org' },
}
export const at = 1_800_000_000 as UnixSeconds
export const link = new Secret(`https://id.example.org/register/confirm/?link=pgl_${'aB3_-'.repeat(12)}wxyz`)
export const recoverAddress = 'https://id.example.org/recover/'
export const signInAddress = 'https://id.example.org/login/'
/** Letters in a language. */
export type LettersIn = (language: string) => readonly Exclude<Letter, { kind: 'decoy' }>[]
