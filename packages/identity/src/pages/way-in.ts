import type { Html } from '../platform/html.ts'

/** A way to sign in beside the password, as the page of a sign-in shows it. The room that it belongs to makes it. */
export interface WayIn {
  /** Its own form. It has the script of the pages. */
  readonly form: Html
  /** What it adds to the completion of the address (`autocomplete`). */
  readonly autocomplete: string
  /** What the page says where a program asks for more than the password. */
  readonly forMore: string
}
