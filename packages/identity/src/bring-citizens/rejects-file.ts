import { createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import type { RecordPlace } from './record.ts'

/** A line that was not brought, and why. */
export interface Reject extends RecordPlace {
  readonly says: string
  readonly fields?: ReadonlyMap<string, unknown> | undefined
  /** The beginning of a text that could not be read. */
  readonly text?: string | undefined
}

/** Where lines go that were not brought. */
export interface RejectsFile {
  write(reject: Reject): void
  close(): Promise<void>
}

/** Why rejects cannot be written to a new file there. Nothing is replaced. Undefined where they can. */
export function whyNoRejects(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  if (existsSync(path)) return `${path} exists already: name another file.`
  const folder = dirname(path)
  return existsSync(folder) ? undefined : `There is no folder ${folder} for the rejects.`
}

/**
 * Opens the file of the rejects: JSON lines, whatever the file of the citizens is, with the fields and what is wrong. Whoever has mended
 * them brings the file again. It is made with the first reject, for its owner alone. Without a path nothing is written.
 */
export function openRejects(path: string | undefined): RejectsFile {
  let file: WriteStream | undefined
  return {
    write: ({ line, record, says, fields = new Map(), text }) => {
      if (path === undefined) return
      file ??= createWriteStream(path, { mode: 0o600, flags: 'wx' })
      const own = Object.fromEntries([...fields].filter(([name]) => !name.startsWith('_')))
      const notes = { _line: line, _record: record, _why: says, _text: text }
      file.write(`${JSON.stringify({ ...notes, ...own })}\n`)
    },
    close: async () => {
      if (!file) return
      file.end()
      await finished(file)
    },
  }
}
