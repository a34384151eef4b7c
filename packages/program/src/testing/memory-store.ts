import type { SsoStore } from '../store/index.ts'
import { openDatabase, type SqliteTransaction, sqliteStore } from '../store/sqlite/index.ts'

/**
 * An empty store for tests, in a database of SQLite in the memory of this process. It makes its tables at its first step.
 * Throws on a Node without `node:sqlite`. In production it is refused, because its data end with the process.
 */
export function memoryStore(options: { readonly clock?: { now(): Date } } = {}): SsoStore<SqliteTransaction> {
  const store = sqliteStore(openDatabase(':memory:'), options)
  let making: Promise<unknown> | null = null
  const ready = () => (making ??= store.migrate())
  return new Proxy(store, {
    get(target, name) {
      const step: unknown = Reflect.get(target, name)
      if (typeof step !== 'function') return step
      return (...given: unknown[]) => ready().then((): unknown => Reflect.apply(step, target, given))
    },
  })
}
