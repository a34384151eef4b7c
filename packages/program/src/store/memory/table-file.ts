import { base64ToBytes, bytesToBase64Url } from '../../platform/index.ts'
import { emptyTables, type Tables } from './tables.ts'

/** The file that keeps the tables between two runs of a process. */
export interface TableFile {
  /** Fills empty tables from the file. Throws if the file was not written by this store. */
  read(tables: Tables): Promise<void>
  /** Replaces the file atomically: a reader sees either the old tables or the new ones. */
  write(tables: Tables): Promise<void>
}

const FORM = 'portico program store, form 1'

/** The tables in the file. Throttles and leases are left out, because a program works without the old ones. */
const SAVED_TABLES = [
  'owner',
  'pending',
  'handoffs',
  'identities',
  'sessions',
  'access',
  'spent',
  'tickets',
  'revocations',
] as const

/** The file at a path. `node:fs` is imported only when it is used, so that the store also runs without it. */
export function tableFile(path: string): TableFile {
  return {
    async read(tables) {
      const { readFile } = await import('node:fs/promises')
      const text = await readFile(path, 'utf8').catch(nullIfMissing)
      if (text !== null) fill(tables, parse(text, path))
    },
    async write(tables) {
      const { open, rename } = await import('node:fs/promises')
      const saved = Object.fromEntries(SAVED_TABLES.map((name) => [name, tables[name]]))
      const text = JSON.stringify({ form: FORM, tables: saved }, tagged)
      const temporary = `${path}.writing`
      const file = await open(temporary, 'w', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
    },
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

function parse(text: string, path: string): Partial<Tables> {
  const refuse = (): never => {
    throw new Error(`embeddedStore: ${path} is not a file of this store. Move it away, or name another file.`)
  }
  try {
    const { form, tables }: { form?: unknown; tables?: Partial<Tables> } = JSON.parse(text, untagged)
    return form === FORM && tables ? tables : refuse()
  } catch {
    return refuse()
  }
}

/** Fills the tables. If the process ended during an exchange, the handoff is open again. */
function fill(tables: Tables, saved: Partial<Tables>): void {
  const { pending, handoffs, identities, sessions, access, spent, tickets, revocations } = {
    ...emptyTables(),
    ...saved,
  }
  copy(pending, tables.pending)
  copy(handoffs, tables.handoffs)
  copy(sessions, tables.sessions)
  copy(access, tables.access)
  copy(spent, tables.spent)
  copy(tickets, tables.tickets)
  copy(revocations, tables.revocations)
  tables.identities.push(...identities)
  tables.owner = saved.owner ?? null
  for (const handoff of tables.handoffs.values()) if (handoff.state === 'in use') handoff.state = 'open'
}

function copy<Value>(from: Map<string, Value>, to: Map<string, Value>): void {
  for (const [key, value] of from) to.set(key, value)
}

/** JSON has no dates, bytes or maps. Each becomes an object with one member, which names the type. */
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
