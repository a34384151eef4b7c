import type { SsoProblem } from '@portico/app'
import { tooManyTries } from './api.ts'
import { at } from './dom.ts'
import { words } from './words.ts'

/** A button of a notice. While there is one, it is the primary button of the page. */
export interface NoticeButton {
  readonly label: string
  act(): void
  /** The button is disabled for this time. */
  readonly waitSeconds?: number
}

const LABELS: Readonly<Record<SsoProblem['action'], string>> = {
  retry: words.tryAgain,
  restart: words.signIn,
  link: words.connectOld,
  wait: words.tryAgain,
  none: words.tryAgain,
}

let waiting: number | undefined

/** Shows a message at the top of the page. Null hides it. */
export function notify(
  message: string | null,
  offer: NoticeButton | null = null,
  showsAccount = false,
): void {
  const button = at('notice-button', HTMLButtonElement)
  const link = at('notice-link', HTMLAnchorElement)
  window.clearTimeout(waiting)
  at('notice', HTMLElement).hidden = message === null
  at('notice-text', HTMLElement).textContent = message
  at('notice-actions', HTMLElement).hidden = offer === null && !showsAccount
  link.hidden = !showsAccount || link.getAttribute('href') === '/'
  button.hidden = offer === null
  button.textContent = offer?.label ?? ''
  button.onclick = () => offer?.act()
  button.disabled = Boolean(offer?.waitSeconds)
  if (offer?.waitSeconds)
    waiting = window.setTimeout(() => void (button.disabled = false), offer.waitSeconds * 1000)
}

/** The message for a problem. Without a network, it says that the citizen is offline. */
export function messageFor({ code, retryAfterSeconds = 0 }: SsoProblem): string {
  if (code === 'throttled') return tooManyTries(retryAfterSeconds)
  const isNetwork = (code === 'unavailable' || code === 'offline') && !navigator.onLine
  return isNetwork ? words.offline : words.sso[code]
}

/**
 * Shows the message for a problem, and a button for its action. Where nothing on the page helps, as without storage, the button loads the
 * page again: the citizen may have changed the browser meanwhile.
 */
export function notifyOf(
  problem: SsoProblem,
  acts: { readonly signIn: () => void; readonly connect: () => void },
): void {
  const { action, retryAfterSeconds = 0 } = problem
  const act = action === 'link' ? acts.connect : action === 'none' ? () => location.reload() : acts.signIn
  notify(messageFor(problem), { label: LABELS[action], act, waitSeconds: retryAfterSeconds })
}
