import { base64ToBytes, bytesToBase64Url } from '../../platform/index.ts'
import { emptyTables, type Tables } from './tables.ts'

/** Where tables are kept between two runs of one process. */
export interface TableFile {
  /** Fills empty tables with what the file holds; throws where it is not ours. */
  read(tables: Tables): Promise<void>
  /** Replaces the file as a whole: whoever reads it sees the old tables or the new ones, never half of them. */
  write(tables: Tables): Promise<void>
}

const FORM = 'portico program store, form 1'

/** Counters are left out, since losing them costs nothing. */
const KEPT = ['pending', 'handoffs', 'identities', 'sessions', 'access', 'spent', 'revocations'] as const

/** The file at a path; `node:fs` is asked for only here, so that everything else runs without it. */
export function tableFile(path: string): TableFile {
  return {
    async read(tables) {
      const { readFile } = await import('node:fs/promises')
      const text = await readFile(path, 'utf8').catch(whereMissing)
      if (text !== null) fill(tables, parse(text, path))
    },
    async write(tables) {
      const { open, rename } = await import('node:fs/promises')
      const kept = Object.fromEntries(KEPT.map((name) => [name, tables[name]]))
      const text = JSON.stringify({ form: FORM, tables: kept }, tagged)
      const beside = `${path}.writing`
      const file = await open(beside, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
    },
  }
}

function whereMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

function parse(text: string, path: string): Partial<Tables> {
  const refuse = (): never => {
    throw new Error(`embeddedStore: ${path} holds something else; move it away, or name another file`)
  }
  try {
    const { form, tables }: { form?: unknown; tables?: Partial<Tables> } = JSON.parse(text, untagged)
    return form === FORM && tables ? tables : refuse()
  } catch {
    return refuse()
  }
}

/** A handoff that was being exchanged when the process ended was not exchanged. */
function fill(tables: Tables, kept: Partial<Tables>): void {
  const { pending, handoffs, identities, sessions, access, spent, revocations } = {
    ...emptyTables(),
    ...kept,
  }
  copy(pending, tables.pending)
  copy(handoffs, tables.handoffs)
  copy(sessions, tables.sessions)
  copy(access, tables.access)
  copy(spent, tables.spent)
  copy(revocations, tables.revocations)
  tables.identities.push(...identities)
  for (const handoff of tables.handoffs.values()) if (handoff.state === 'in use') handoff.state = 'open'
}

function copy<Value>(from: Map<string, Value>, to: Map<string, Value>): void {
  for (const [key, value] of from) to.set(key, value)
}

/** JSON has no instants, bytes or maps: each is an object with one telling name. */
function tagged(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const raw = this[key]
  if (raw instanceof Date) return { $instant: raw.getTime() }
  if (raw instanceof Uint8Array) return { $bytes: bytesToBase64Url(Uint8Array.from(raw)) }
  return raw instanceof Map ? { $map: [...raw] } : value
}

function untagged(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$instant' in value) return new Date(Number(value.$instant))
  if ('$bytes' in value) return base64ToBytes(String(value.$bytes))
  return '$map' in value && Array.isArray(value.$map) ? new Map(value.$map) : value
}
