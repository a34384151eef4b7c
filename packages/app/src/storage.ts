/** The app's own storage, in place of the browser's. */
export interface KeyValueStorage {
  get(key: string): string | null | Promise<string | null>
  set(key: string, value: string): void | Promise<void>
  remove(key: string): void | Promise<void>
}

/** The browser blocks the storage. */
export class StorageBlocked extends Error {}

/** One stored value. Only this package writes it. */
export interface Place<Value> {
  read(): Promise<Value | null>
  write(value: Value): Promise<void>
  erase(): Promise<void>
}

/**
 * A value that is stored as JSON. The storage is opened for each step, because the browser may block it at any time.
 * If it is blocked, reading returns null, and writing throws `StorageBlocked`.
 */
export function placeIn<Value>(open: () => KeyValueStorage, key: string): Place<Value> {
  const change = async (step: (storage: KeyValueStorage) => void | Promise<void>) => {
    try {
      await step(open())
    } catch {
      throw new StorageBlocked()
    }
  }
  return {
    async read() {
      try {
        return JSON.parse(`${await open().get(key)}`)
      } catch {
        return null
      }
    },
    write: (value) => change((storage) => storage.set(key, JSON.stringify(value))),
    erase: () => change((storage) => storage.remove(key)),
  }
}

/** A value in memory. It is lost when the page closes. */
export function placeInMemory<Value>(): Place<Value> {
  let stored: Value | null = null
  const write = async (value: Value | null) => {
    stored = value
  }
  return { read: async () => stored, write, erase: () => write(null) }
}
