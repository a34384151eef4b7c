/**
 * The questions that the database is asked at the end of the day: what the contract says, as statements that return no row. Each stands for a section of
 * the contract, and a test plants for each a row that it finds.
 */
import type { Client } from 'pg'
import { ABOUT_ACCESS } from './access.ts'
import { ABOUT_AUDIT } from './audit.ts'
import { ABOUT_CITIZENS } from './citizens.ts'
import { ABOUT_KEYS } from './keys.ts'
import { ABOUT_LETTERS } from './letters.ts'
import type { Question } from './question.ts'

export type { Question } from './question.ts'

/** All of them. */
export const QUESTIONS: readonly Question[] = [
  ...ABOUT_CITIZENS,
  ...ABOUT_ACCESS,
  ...ABOUT_LETTERS,
  ...ABOUT_KEYS,
  ...ABOUT_AUDIT,
]

/** Keeps the subjects of now, for the question whether they are still the same. */
export const KEEP_SUBJECTS = `
  create schema if not exists day_clock;
  create table day_clock.subjects as select citizen_id, subject from citizens`

/** A question with its answer. */
export interface Answered extends Question {
  /** How many rows contradict. */
  readonly found: number
  /** The first of them, in words. */
  readonly first: string
}

/** What was found when all were asked again and again. A row that is found once stays found. */
export function addAnswers(before: readonly Answered[], now: readonly Answered[]): readonly Answered[] {
  return now.map((answer, index) => {
    const earlier = before[index]
    return earlier && earlier.found > 0 ? earlier : answer
  })
}

/** Asks all of them over a connection, also in an open transaction. */
export async function askAll(client: Client): Promise<readonly Answered[]> {
  const answered: Answered[] = []
  for (const question of QUESTIONS) {
    const { rows } = await client.query<Record<string, unknown>>(question.sql)
    answered.push({ ...question, found: rows.length, first: rows[0] ? JSON.stringify(rows[0]) : '' })
  }
  return answered
}
