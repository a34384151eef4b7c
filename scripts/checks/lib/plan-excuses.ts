import { fileAt } from './source-files.ts'

/** A comment that says why a statement reads more than it is about. */
export interface Excuse {
  /** File and line of the comment. */
  readonly where: string
  readonly because: string
}

const EXCUSE = /^\s*(?:\/\/|\*) plan: (.+)$/

/** The comment in the paragraph above a statement: from the line of the statement up to an empty line. */
export function excuseFor(where: string, read = (file: string) => fileAt(file).text): Excuse | undefined {
  const [file = '', line = ''] = where.split(':')
  if (line === '') return undefined
  const above = read(file).split('\n').slice(0, Number(line))
  const paragraph = above.slice(above.findLastIndex((one) => one.trim() === '') + 1)
  const place = paragraph.findLastIndex((one) => EXCUSE.test(one))
  if (place < 0) return undefined
  const because = EXCUSE.exec(paragraph[place] ?? '')?.[1] ?? ''
  return { where: `${file}:${above.length - paragraph.length + place + 1}`, because }
}

/** Every such comment in some files. */
export function allExcuses(
  files: readonly { readonly path: string; readonly text: string }[],
): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (EXCUSE.test(line) ? [`${path}:${index + 1}`] : [])),
  )
}
