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

/** The words for a problem; the browser knows better when it is the network alone. */
export function wordsFor({ code, message }: SsoProblem): string {
  const isNetwork = (code === 'unavailable' || code === 'offline') && !navigator.onLine
  return isNetwork ? 'You seem to be offline. Nothing was changed; we go on when you are connected.' : message
}

/** Says what stands between the citizen and being signed in, and offers what helps. */
export function notifyOf(
  problem: SsoProblem,
  acts: { readonly signIn: () => void; readonly connect: () => void },
): void {
  const { action, retryAfterSeconds = 0 } = problem
  const label = LABELS[action]
  const act = action === 'link' ? acts.connect : acts.signIn
  notify(wordsFor(problem), label ? { label, act, waitSeconds: retryAfterSeconds } : null)
}
