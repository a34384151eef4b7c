import type { SsoProblem } from '@portico/app'
import { at } from './dom.ts'

/** What a notice offers beside its words. */
export interface Offer {
  readonly label: string
  act(): void
  /** Not before so many seconds. */
  readonly waitSeconds?: number
}

const LABELS: Readonly<Record<SsoProblem['action'], string | null>> = {
  retry: 'Try again',
  restart: 'Sign in',
  link: 'Connect my old account',
  wait: 'Try again',
  none: null,
}

let waiting: number | undefined

/** Says something above everything else; without words, nothing. */
export function notify(words: string | null, offer: Offer | null = null, showsAccount = false): void {
  const button = at('notice-button', HTMLButtonElement)
  const link = at('notice-link', HTMLAnchorElement)
  window.clearTimeout(waiting)
  at('notice', HTMLElement).hidden = words === null
  at('notice-text', HTMLElement).textContent = words
  at('notice-actions', HTMLElement).hidden = offer === null && !showsAccount
  link.hidden = !showsAccount || link.getAttribute('href') === '/'
  button.hidden = offer === null
  button.textContent = offer?.label ?? ''
  button.onclick = () => offer?.act()
  button.disabled = Boolean(offer?.waitSeconds)
  if (offer?.waitSeconds)
    waiting = window.setTimeout(() => void (button.disabled = false), offer.waitSeconds * 1000)
}

/** Says what stands between the citizen and being signed in, and offers what helps. */
export function notifyOf(
  { action, message, retryAfterSeconds = 0 }: SsoProblem,
  acts: { readonly signIn: () => void; readonly connect: () => void },
): void {
  const label = LABELS[action]
  const act = action === 'link' ? acts.connect : acts.signIn
  notify(message, label ? { label, act, waitSeconds: retryAfterSeconds } : null)
}
