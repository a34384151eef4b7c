import type { SsoClient } from '@portico/app'
import { type Api, ApiProblem, apiFor } from './api.ts'
import { at, show } from './dom.ts'
import { notify } from './notice.ts'
import { clearQueue, showQueue } from './officer.ts'
import { clearPermits, showPermits } from './permits.ts'

/** Who the page is shown to: somebody signed in centrally, somebody with an old password, or nobody. */
export type Whom = { readonly kind: 'nobody' | 'central' } | { readonly kind: 'old'; readonly token: string }

/** The page as one person sees it; what arrives late, for somebody who was here before, is dropped. */
export interface Audience {
  readonly whom: Whom
  /** Shows the page to somebody; what was somebody else's goes. */
  turnTo(whom: Whom): void
  /** Fetches and shows what belongs to whoever is here. */
  load(): Promise<void>
  apply(fields: Readonly<Record<string, string>>): Promise<void>
}

interface Me {
  readonly name: string
  readonly roles: readonly string[]
}

/** Begins with nobody. */
export function openAudience(sso: SsoClient): Audience {
  let whom: Whom = { kind: 'nobody' }
  let turn = 0

  const api = (): Api => apiFor(sso, whom.kind === 'old' ? whom.token : null)
  /** True for as long as the page is shown to the same person. */
  const sinceNow = () => {
    const mine = turn
    return () => mine === turn
  }
  const turnTo = (next: Whom) => {
    const isSame = next.kind === whom.kind
    whom = next
    if (isSame) return
    turn += 1
    clearPageFor(whom)
  }
  const report = (error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error
    if (whom.kind === 'old' && error.status === 401) {
      turnTo({ kind: 'nobody' })
      return notify(error.message)
    }
    // Where the central session itself ended or waits, that has been said already.
    if (whom.kind === 'central' && sso.state.status !== 'signed_in') return
    notify(error.message, { label: 'Try again', act: () => void load() })
  }
  const load = async () => {
    const isCurrent = sinceNow()
    try {
      const me = await api().get<Me>('/api/v1/me/')
      if (isCurrent()) at('name', HTMLElement).textContent = me.name
      if (isCurrent()) await showPermits(api(), isCurrent)
      if (isCurrent() && me.roles.includes('permit_officer')) await showQueue(api(), isCurrent, report)
      if (isCurrent()) notify(null)
    } catch (error) {
      if (isCurrent()) report(error)
    }
  }
  return {
    get whom() {
      return whom
    },
    turnTo,
    load,
    async apply(fields) {
      const isCurrent = sinceNow()
      await api().post('/api/v1/permits/', fields)
      await showPermits(api(), isCurrent).catch(report)
    },
  }
}

/** Nothing of anybody else stays; what remains is what this kind of visitor may do. */
function clearPageFor({ kind }: Whom): void {
  clearPermits()
  clearQueue()
  at('name', HTMLElement).textContent = ''
  show('who', kind !== 'nobody')
  show('signed-out', kind === 'nobody')
  show('connect', kind === 'old')
}
