/** A page that refused and shows its number: what is known of it, and nothing of who asked. */
export interface RefusedPage {
  readonly requestId: string
  /** The pattern of its route; `none` where no route answered. */
  readonly route: string
  /** A word of the code. */
  readonly reason: string
  /** In how many seconds it may come again. Null where waiting does not help. */
  readonly retryAfterSeconds: number | null
  /** The program that the caller came from, as far as it is registered. Null where none is known, whatever the request named. */
  readonly clientId: string | null
}
