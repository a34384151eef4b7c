import type { Api } from './api.ts'
import { at, element, show, succeed } from './dom.ts'
import { type PermitView, permitLine } from './permits.ts'
import { fill, named, words } from './words.ts'

interface WaitingPermit extends PermitView {
  readonly applicant: string
}

/** Shows a permit officer the open applications, with two buttons each. `report` shows an error. */
export async function showQueue(
  api: Api,
  isCurrent: () => boolean,
  report: (error: unknown) => void,
): Promise<void> {
  const { permits } = await api.get<{ permits: WaitingPermit[] }>('/api/v1/officer/permits/')
  if (!isCurrent()) return
  const decide = (permit: WaitingPermit, decision: 'granted' | 'refused') => async () => {
    const path = `/api/v1/officer/permits/${permit.permit_id}/decision/`
    show('decided', false)
    const isDecided = await api.post(path, { decision }).then(
      () => true,
      (error) => report(error),
    )
    await showQueue(api, isCurrent, report).catch(report)
    if (!isCurrent()) return
    // The pressed button does not exist any more.
    if (isDecided) succeed('decided', named(words.statuses[decision], applicationOf(permit)))
    else at('officer-title', HTMLElement).focus()
  }
  const lines = permits.map((permit) => {
    const line = permitLine(permit)
    const about = applicationOf(permit)
    const buttons = element('span', '', 'buttons')
    buttons.append(
      decisionButton(words.grant, about, decide(permit, 'granted')),
      decisionButton(words.refuse, about, decide(permit, 'refused')),
    )
    line.append(element('bdi', permit.applicant, 'applicant'), buttons)
    return line
  })
  at('officer-list', HTMLElement).replaceChildren(...lines)
  show('officer-empty', permits.length === 0)
  show('officer', true)
}

const applicationOf = ({ plate, applicant }: WaitingPermit): string =>
  fill(words.application, { plate, applicant })

function decisionButton(label: string, about: string, act: () => Promise<void>): HTMLButtonElement {
  const button = element('button', label)
  button.type = 'button'
  button.setAttribute('aria-label', named(label, about))
  button.onclick = () => {
    button.disabled = true
    void act()
  }
  return button
}

/** Removes all applications from the page. */
export function clearQueue(): void {
  at('officer-list', HTMLElement).replaceChildren()
  show('decided', false)
  show('officer', false)
}
