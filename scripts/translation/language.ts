import type ts from 'typescript'
import type { SourceFile } from '../checks/lib/source-files.ts'
import { keepsValues, withTexts } from './take-back.ts'
import { readWords, type Text, textsIn } from './texts.ts'
import { writtenOf } from './written.ts'

/** A row of the table for a translator. */
export interface Row {
  readonly key: string
  readonly english: string
  readonly text: string
}

/** A text with its key, and the file that has it. */
interface KeyedText {
  readonly key: string
  readonly node: Text
  readonly words: ts.SourceFile
}

/** What became of an edited table: the files that differ, or what is wrong with the table. */
export type TakenBack =
  | { readonly ok: true; readonly files: readonly SourceFile[] }
  | { readonly ok: false; readonly faults: readonly string[] }

/** A language may have plurals that English has not: its other form stands beside them. */
const ITS_PLURALS = /\.(?:zero|two|few|many)$/
const OTHER = '.other'

/** The table of a language, by the name that its files have. */
export function tableOf(files: readonly SourceFile[], language: string): readonly Row[] {
  const english = new Map(textsOf(files, 'en').map(({ key, node }) => [key, writtenOf(node)]))
  return textsOf(files, language).map(({ key, node }) => ({
    key,
    english: english.get(key) ?? english.get(key.replace(ITS_PLURALS, OTHER)) ?? '',
    text: writtenOf(node),
  }))
}

/** Puts the texts of an edited table into the files of a language. Where anything is wrong with it, no file changes. */
export function takeBack(
  files: readonly SourceFile[],
  language: string,
  rows: readonly Pick<Row, 'key' | 'text'>[],
): TakenBack {
  const known = textsOf(files, language)
  const faults = faultsOf(known, rows)
  if (faults.length > 0) return { ok: false, faults }
  const edited = new Map(rows.map(({ key, text }) => [key, text]))
  const changed = known.filter(({ key, node }) => edited.get(key) !== writtenOf(node))
  return {
    ok: true,
    files: [...Map.groupBy(changed, ({ words }) => words)].map(([words, texts]) => ({
      path: words.fileName,
      text: withTexts(words, new Map(texts.map(({ key, node }) => [node, edited.get(key) ?? '']))),
    })),
  }
}

function faultsOf(
  known: readonly KeyedText[],
  rows: readonly Pick<Row, 'key' | 'text'>[],
): readonly string[] {
  const byKey = new Map(known.map((text) => [text.key, text]))
  const keys = rows.map(({ key }) => key)
  const given = new Set(keys)
  return [
    ...known.filter(({ key }) => !given.has(key)).map(({ key }) => `missing: ${key}`),
    ...keys.filter((key) => !byKey.has(key)).map((key) => `unknown: ${key}`),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `twice: ${key}`),
    ...rows.flatMap(({ key, text }) => {
      const node = byKey.get(key)?.node
      if (node === undefined) return []
      if (text === '' && writtenOf(node) !== '') return [`empty: ${key}`]
      return keepsValues(node, text) ? [] : [`other values in braces than ${writtenOf(node)}: ${key}`]
    }),
  ]
}

/** Every text of a language, in files of its own and where a file has all languages. */
function textsOf(files: readonly SourceFile[], language: string): readonly KeyedText[] {
  return files.flatMap(({ path, text }) => {
    const place = placeOf(path, language)
    if (place === undefined) return []
    const words = readWords(path, text)
    const placed = textsIn(words).flatMap(({ path: whole, node }) => {
      const at = place.isOfLanguage ? -1 : whole.findIndex((name) => name.split('-')[0] === language)
      if (!place.isOfLanguage && at < 0) return []
      return [{ path: whole.filter((_, index) => index !== at).join('.'), node }]
    })
    const many = Map.groupBy(placed, (one) => one.path)
    return placed.map((one) => ({ key: `${place.name}:${keyOf(one, many)}`, node: one.node, words }))
  })
}

/** Several texts of one entry are numbered. */
function keyOf<One extends { readonly path: string }>(one: One, many: Map<string, One[]>): string {
  const same = many.get(one.path) ?? []
  return same.length < 2 ? one.path : `${one.path}#${same.indexOf(one) + 1}`
}

const LANGUAGE = /^[a-z]{2}$/

/** What a file of words is called without its language: its room, and its part. Nothing for a file of another language. */
function placeOf(
  path: string,
  language: string,
): { readonly name: string; readonly isOfLanguage: boolean } | undefined {
  const [, room, inWords] = /([^/]+)\/words\/(.+)\.ts$/.exec(path) ?? []
  if (room === undefined || inWords === undefined || /\.test$/.test(inWords)) return undefined
  const names = inWords.split('/')
  const others = names.filter((name) => LANGUAGE.test(name))
  if (others.length > 0 && !others.includes(language)) return undefined
  const part = names.filter((name) => name !== language)
  return { name: [room, ...part].join('/'), isOfLanguage: others.length > 0 }
}
