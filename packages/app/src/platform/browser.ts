/** Web Locks: runs work while no other page of this browser holds the lock with this name. */
export interface Locks {
  request<Value>(name: string, work: () => Promise<Value>): Promise<Value>
}

/** A `BroadcastChannel`: it connects the tabs that use the same name. */
export interface Channel {
  onmessage: ((event: { readonly data: string }) => void) | null
  postMessage(message: string): void
}

/**
 * The global variables of a browser that the client uses, as one object. A server has no `document`. There the client
 * uses only `fetch`.
 */
export interface Browser {
  readonly document?: EventTarget & { readonly visibilityState: string }
  readonly location: { readonly href: string; assign(url: string): void }
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: '', url: string): void }
  /** Throws if the citizen blocks storage. In some web views it is `null`. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly navigator?: { readonly locks?: Locks | undefined }
  readonly BroadcastChannel?: new (name: string) => Channel
  readonly crypto: {
    getRandomValues(bytes: Uint8Array): Uint8Array
    /** Missing if the page was loaded without https. */
    readonly subtle?: { digest(algorithm: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer> }
  }
  readonly Date: { now(): number }
  readonly Math: { random(): number }
  readonly AbortSignal: { timeout(milliseconds: number): AbortSignal }
  /** Missing on a server. */
  addEventListener?(type: 'online' | 'storage', listener: () => void): void
  setTimeout(work: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
  fetch(url: string | URL | Request, init: RequestInit): Promise<Response>
}
