/** Where an app keeps things between pages, when it does not want what the browser offers. */
export interface KeyValueStorage {
  get(key: string): string | null | Promise<string | null>
  set(key: string, value: string): void | Promise<void>
  remove(key: string): void | Promise<void>
}

/** Says that the browser refuses to keep anything. */
export class StorageBlocked extends Error {}

/** One place in a storage, for one value. Only this package writes it, so it holds what was written or nothing. */
export interface Place<Value> {
  read(): Promise<Value | null>
  write(value: Value): Promise<void>
  erase(): Promise<void>
}

/**
 * A place that keeps its value as JSON. The storage is opened anew for each step, because it may become blocked at
 * any time: then there is nothing to read, and to write is a `StorageBlocked`.
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

/** A place that is gone with the page. */
export function placeInMemory<Value>(): Place<Value> {
  let held: Value | null = null
  const write = async (value: Value | null) => {
    held = value
  }
  return { read: async () => held, write, erase: () => write(null) }
}
