import type { Api } from './api.ts'
import { at, element, show } from './dom.ts'
import { onSubmit } from './form.ts'
import { dayOf, named, words } from './words.ts'

/** A permit, as the API returns it. */
export interface PermitView {
  readonly permit_id: string
  readonly plate: string
  readonly zone: string
  readonly status: 'applied' | 'granted' | 'refused'
  readonly applied_at: string
}

const ZONES: ReadonlyMap<string, string> = new Map(Object.entries(words.zones))

/** The line of a permit: plate, zone, date. */
export function permitLine(permit: PermitView): HTMLLIElement {
  const line = element('li', '')
  const date = element('time', dayOf(permit.applied_at), 'hint')
  date.dateTime = permit.applied_at
  const zone = ZONES.get(permit.zone) ?? permit.zone
  line.append(element('bdi', permit.plate, 'plate'), element('span', zone, 'zone'), date)
  return line
}

/** Lets the browser save the file of a permit. Null for a visitor who gets none. */
export type Download = ((permitId: string) => Promise<void>) | null

/** Shows the permits of the visitor. */
export async function showPermits(api: Api, isCurrent: () => boolean, download: Download): Promise<void> {
  const { permits } = await api.get<{ permits: PermitView[] }>('/api/v1/permits/')
  if (!isCurrent()) return
  const lines = permits.map((permit) => {
    const line = permitLine(permit)
    line.append(element('span', words.statuses[permit.status], `status ${permit.status}`))
    if (download && permit.status === 'granted') line.append(downloadButton(permit, download))
    return line
  })
  at('permits-list', HTMLElement).replaceChildren(...lines)
  show('permits-empty', permits.length === 0)
  show('permits', true)
}

function downloadButton(
  { permit_id, plate }: PermitView,
  download: NonNullable<Download>,
): HTMLButtonElement {
  const button = element('button', words.download, 'quiet')
  button.type = 'button'
  button.setAttribute('aria-label', named(words.download, '{plate}', { plate }))
  button.onclick = async () => {
    button.disabled = true
    await download(permit_id)
    button.disabled = false
  }
  return button
}

/** Removes all permits from the page. */
export function clearPermits(): void {
  at('permits-list', HTMLElement).replaceChildren()
  at('apply', HTMLFormElement).reset()
  show('applied', false)
  show('permits', false)
}

/** Prepares the form for applications. */
export function openApplications(apply: (fields: Record<string, string>) => Promise<void>): void {
  const zones = [...ZONES].map(([id, name]) => new Option(name, id))
  at('apply', HTMLFormElement)
    .querySelector('select')
    ?.replaceChildren(...zones)
  onSubmit('apply', (fields) => {
    show('applied', false)
    return apply(fields)
  })
}
