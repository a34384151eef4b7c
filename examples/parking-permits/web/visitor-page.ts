import type { SsoClient } from '@portico/app'
import { type Api, ApiProblem, apiFor } from './api.ts'
import { clearDevices, showDevices } from './devices.ts'
import { at, element, show, succeed } from './dom.ts'
import { notify } from './notice.ts'
import { clearQueue, showQueue } from './officer.ts'
import { clearPermits, type Download, type PermitView, showPermits } from './permits.ts'
import { fill, words } from './words.ts'

/** The visitor: signed in centrally, signed in with an old password, or not signed in. */
export type Visitor =
  | { readonly kind: 'nobody' | 'central' }
  | { readonly kind: 'old'; readonly token: string }

/** The page for one visitor. Responses for an earlier visitor are ignored. */
export interface VisitorPage {
  readonly visitor: Visitor
  /** Changes the visitor. Removes the data of the earlier one. */
  setVisitor(visitor: Visitor): void
  /** Loads and shows the data of the visitor. */
  load(): Promise<void>
  apply(fields: Readonly<Record<string, string>>): Promise<void>
}

interface Me {
  readonly name: string
  /** Chosen at the identity service. */
  readonly language: string | null
  readonly roles: readonly string[]
}

/** Whether this page was opened by a sign-in that ended. */
const comesBack = new URLSearchParams(location.search).has('sso_code')

/** Goes on in the language that the citizen has chosen at the identity service. False where this page has it, or there is none. */
function leadsToLanguage({ language }: Me): boolean {
  if (language === null || language === document.documentElement.lang) return false
  const link = [...document.querySelectorAll<HTMLAnchorElement>('.languages a')].find(
    ({ hreflang }) => hreflang === language,
  )
  if (link) location.replace(link.href)
  return link !== undefined
}

/** Makes the page for a visitor who is not signed in. */
export function openVisitorPage(sso: SsoClient): VisitorPage {
  let visitor: Visitor = { kind: 'nobody' }
  let turn = 0

  const api = (): Api => apiFor(sso, visitor.kind === 'old' ? visitor.token : null)
  /** Returns a function that is true while the visitor is the same. */
  const sinceNow = () => {
    const mine = turn
    return () => mine === turn
  }
  const setVisitor = (next: Visitor) => {
    const isOther = next.kind !== visitor.kind
    visitor = next
    if (isOther) turn += 1
    if (isOther) clearPageFor(visitor)
  }
  const report = (error: unknown) => {
    if (!(error instanceof ApiProblem)) throw error
    if (visitor.kind === 'old' && error.status === 401) {
      setVisitor({ kind: 'nobody' })
      return notify(words.sso.session_expired)
    }
    // If the central session has ended or waits, the notice already says so.
    if (visitor.kind !== 'old' && sso.state.status !== 'signed_in') return
    notify(error.message, { label: words.tryAgain, act: () => void load() })
  }
  const load = async () => {
    const isCurrent = sinceNow()
    try {
      const me = await api().get<Me>('/api/v1/me/')
      if (!isCurrent() || (comesBack && leadsToLanguage(me))) return
      at('name', HTMLElement).textContent = me.name
      await showPermits(api(), isCurrent, downloadFor(visitor, sso, isCurrent))
      await showRest(api(), { ...visitor, ...me, isCurrent, report })
      if (isCurrent()) notify(null)
    } catch (error) {
      if (isCurrent()) report(error)
    }
  }
  return {
    get visitor() {
      return visitor
    },
    setVisitor,
    load,
    apply(fields) {
      const isCurrent = sinceNow()
      const showAgain = () =>
        showPermits(api(), isCurrent, downloadFor(visitor, sso, isCurrent)).catch(report)
      return sendApplication(api(), { fields, isCurrent, showAgain })
    },
  }
}

interface Rest extends Pick<Visitor, 'kind'>, Pick<Me, 'roles'> {
  readonly isCurrent: () => boolean
  readonly report: (error: unknown) => void
}

/** Shows the devices of a central sign-in, and the applications to an officer. */
async function showRest(api: Api, { kind, roles, isCurrent, report }: Rest): Promise<void> {
  if (isCurrent() && kind === 'central') await showDevices(api, isCurrent)
  if (isCurrent() && roles.includes('permit_officer')) await showQueue(api, isCurrent, report)
}

interface Application {
  readonly fields: Readonly<Record<string, string>>
  readonly isCurrent: () => boolean
  showAgain(): Promise<void>
}

/** Whoever is not signed in any more has read why, and reads nothing else. */
async function sendApplication(api: Api, { fields, isCurrent, showAgain }: Application): Promise<void> {
  try {
    const { plate } = await api.post<PermitView>('/api/v1/permits/', fields)
    if (isCurrent()) await showAgain()
    if (isCurrent()) succeed('applied', fill(words.applied, { plate }))
  } catch (error) {
    if (isCurrent()) throw error
  }
}

/** An old token opens no file: tickets belong to the central sign-in. */
function downloadFor({ kind }: Visitor, sso: SsoClient, isCurrent: () => boolean): Download {
  if (kind === 'old') return null
  return async (permitId) => {
    try {
      save(await sso.withTicket(`/api/v1/permits/${permitId}/file/`))
    } catch {
      if (isCurrent()) notify(words.noFile)
    }
  }
}

/** Saves a file. If it does not come, the citizen stays on this page: going to its address would show a page without a way back. */
function save(url: string): void {
  const link = element('a', '')
  link.href = url
  link.download = ''
  link.click()
}

/** Removes all data from the page, and shows the parts for this kind of visitor. */
function clearPageFor({ kind }: Visitor): void {
  clearPermits()
  clearQueue()
  clearDevices()
  at('name', HTMLElement).textContent = ''
  show('who', kind !== 'nobody')
  show('signed-out', kind === 'nobody')
  show('sign-in', true)
  show('connect', kind === 'old')
}
