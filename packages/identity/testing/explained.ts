import { expect } from 'vitest'
import { makeViews, VIEWS_SCHEMA } from '../src/console-role/console-views.ts'
import { momentWords, UTC } from '../src/platform/date-words.ts'
import { html, textOf } from '../src/platform/html.ts'
import { LANGUAGES } from '../src/platform/languages.ts'
import { openSession } from '../src/platform/postgres/session.ts'
import {
  type Caller,
  type ExplainNeeds,
  type Finding,
  type Reader,
  type Said,
  sayWay,
} from '../src/platform/room/explains.ts'
import { HEADS, OWN_LINKS, TABLES } from '../src/room-heads.ts'
import { CONTRACT_LIMITS } from './contract-limits.ts'
import type { TestDatabase } from './database.ts'
import type { TestService } from './test-service.ts'

/** An instant in the words of a supporter. */
export const inWords = momentWords({ language: 'en', timeZone: UTC })

/** Somebody who reads plain text. */
export const readerOf = (language: string): Reader => ({
  language,
  when: (at) => html`${momentWords({ language, timeZone: UTC })(at)}`,
  name: (text) => html`${text}`,
  reason: (text) => html`${text}`,
  exact: (text) => html`${text}`,
})

const ENGLISH = readerOf('en')

/** Sentences as plain text. */
export const textOfAll = (said: Said): string =>
  said.map((sentence) => (typeof sentence === 'string' ? sentence : textOf(sentence))).join(' ')

/** A finding in English. */
export function inEnglish({ name, weight, to, tellTo }: Finding) {
  const { found, mayDo, tell } = tellTo(ENGLISH)
  return {
    ...{ name, weight, to, found: textOfAll(found), tell: textOfAll(tell) },
    ...(mayDo && { mayDo: textOfAll(mayDo.map((way) => sayWay(way, ENGLISH))) }),
  }
}

/**
 * What all rooms tell about somebody who cannot get in, by the names of the findings. Every language has the same values in the sentences, and the console, which reads
 * views without secrets, is told the same.
 */
export async function explained(
  { foundation, database }: Pick<TestService, 'foundation'> & Partial<Pick<TestService, 'database'>>,
  caller: Caller,
): Promise<ReadonlyMap<string, ReturnType<typeof inEnglish>>> {
  const told = await askRooms(foundation, caller)
  for (const finding of told) expectSameValues(finding)
  const all = told.map(inEnglish)
  if (database) expect(await askViews(foundation, database, caller)).toEqual(all)
  return new Map(all.map((finding) => [finding.name, finding]))
}

async function askRooms(needs: Pick<ExplainNeeds, 'db' | 'clock'>, caller: Caller): Promise<Finding[]> {
  const told = await Promise.all(
    Object.values(HEADS).map(async ({ explains, findings = {} }) => {
      const all = (await explains?.({ ...needs, limits: CONTRACT_LIMITS, ownLinks: OWN_LINKS }, caller)) ?? []
      for (const { name } of all) expect(Object.keys(findings)).toContain(name)
      return all
    }),
  )
  return told.flat()
}

/** Databases that have the views of the console. */
const withViews = new WeakSet<TestDatabase>()

async function askViews({ clock }: Pick<ExplainNeeds, 'clock'>, database: TestDatabase, caller: Caller) {
  const session = await openSession(database.address)
  try {
    if (!withViews.has(database)) {
      await session.runText(`create schema if not exists ${VIEWS_SCHEMA}`)
      await makeViews(session, TABLES)
      withViews.add(database)
    }
    await session.runText(`set search_path = ${VIEWS_SCHEMA}`)
    const told = await askRooms({ db: session, clock }, caller)
    return told.map(inEnglish)
  } finally {
    await session.close()
  }
}

/** Marks what is put into a sentence. */
const marking = (language: string): Reader => ({
  language,
  when: (at) => html`⟦at ${at}⟧`,
  name: (text) => html`⟦name ${text}⟧`,
  reason: (text) => html`⟦reason ${text}⟧`,
  exact: (text) => html`⟦exact ${text}⟧`,
})

/** Each language puts the same values into the sentences of a finding. */
export function expectSameValues({ tellTo }: Finding): void {
  expectInEveryLanguage((reader) => tellTo(reader).found)
  expectInEveryLanguage((reader) => tellTo(reader).tell)
  expectInEveryLanguage((reader) => ['.', ...(tellTo(reader).mayDo ?? []).map((way) => sayWay(way, reader))])
}

/** Each language says something, with the same values, and leaves no place for a value empty. */
export function expectInEveryLanguage(sayTo: (reader: Reader) => Said): void {
  const valuesIn = (language: string) =>
    [...textOfAll(sayTo(marking(language))).matchAll(/⟦[^⟧]*⟧/g)].map(String).sort()
  for (const language of LANGUAGES) {
    expect([language, valuesIn(language)]).toEqual([language, valuesIn('en')])
    const text = textOfAll(sayTo(readerOf(language)))
    expect([language, text]).not.toEqual([language, ''])
    expect(text).not.toMatch(/#|undefined|\bnull\b|NaN|\[object/)
  }
}
