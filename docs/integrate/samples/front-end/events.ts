import type { SsoClient } from '@portico/app'

const PAUSE_MS = 2000

/** Shows the events of the program, as long as the citizen is signed in. */
export async function showEvents(sso: SsoClient, show: (text: string) => void): Promise<void> {
  const again = () => void setTimeout(() => void showEvents(sso, show), PAUSE_MS)
  if (sso.state.status === 'signed_out') return
  const url = await sso.withTicket('/api/events').catch(() => null)
  if (url === null) return again()
  const events = new EventSource(url)
  events.onmessage = ({ data }) => show(data)
  events.onerror = () => {
    // A ticket works once, so the browser cannot open this address again.
    events.close()
    again()
  }
}

/** Lets the browser save a file. */
export async function savePermits(sso: SsoClient): Promise<void> {
  location.assign(await sso.withTicket('/api/permits.csv'))
}
