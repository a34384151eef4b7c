/** The app's own storage, in place of the browser's. */
export interface KeyValueStorage {
  get(key: string): string | null | Promise<string | null>
  set(key: string, value: string): void | Promise<void>
  remove(key: string): void | Promise<void>
}

/** The browser blocks the storage. */
export class StorageBlocked extends Error {}

/** One stored value. Only this package writes it. Null stands for none. */
export interface Place<Value> {
  read(): Promise<Value | null>
  write(value: Value | null): Promise<void>
}

/**
 * A value that is stored as JSON. The storage is opened for each step, because the browser may block it at any time.
 * If it is blocked, reading returns null, and writing throws `StorageBlocked`.
 */
export function placeIn<Value>(open: () => KeyValueStorage, key: string): Place<Value> {
  return {
    async read() {
      try {
        return JSON.parse(`${await open().get(key)}`)
      } catch {
        return null
      }
    },
    async write(value) {
      try {
        await (value ? open().set(key, JSON.stringify(value)) : open().remove(key))
      } catch {
        throw new StorageBlocked()
      }
    },
  }
}

/** A value in memory. It is lost when the page closes. */
export function placeInMemory<Value>(): Place<Value> {
  let stored: Value | null = null
  return {
    read: async () => stored,
    async write(value) {
      stored = value
    },
  }
}
