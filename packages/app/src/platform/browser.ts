/** Web Locks: runs work while nobody else in this browser holds the lock of that name. */
export interface Locks {
  request<Value>(name: string, work: () => Promise<Value>): Promise<Value>
}

/** A `BroadcastChannel`: it connects the tabs of one name. */
export interface Channel {
  onmessage: ((event: { readonly data: string }) => void) | null
  postMessage(message: string): void
}

/**
 * The globals of a browser that the client uses, handed in as one object. A server has no `document`; there the
 * client uses only `fetch`.
 */
export interface Browser {
  readonly document?: EventTarget & { readonly visibilityState: string }
  readonly location: { readonly href: string; assign(url: string): void }
  readonly history: { readonly state: unknown; replaceState(state: unknown, unused: '', url: string): void }
  /** Throws where the citizen blocks storage; `null` in some web views. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly navigator?: { readonly locks?: Locks | undefined }
  readonly BroadcastChannel?: new (name: string) => Channel
  readonly crypto: {
    getRandomValues(bytes: Uint8Array): Uint8Array
    /** Missing where a page was loaded without https. */
    readonly subtle?: { digest(algorithm: 'SHA-256', bytes: Uint8Array): Promise<ArrayBuffer> }
  }
  readonly Date: { now(): number }
  readonly Math: { random(): number }
  readonly AbortSignal: { timeout(milliseconds: number): AbortSignal }
  /** Missing on a server. */
  addEventListener?(type: 'online' | 'storage', listener: () => void): void
  setTimeout(work: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
  fetch(url: string | URL, init: RequestInit): Promise<Response>
}
