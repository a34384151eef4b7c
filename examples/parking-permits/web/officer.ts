import type { Api } from './api.ts'
import { at, element, show, succeed } from './dom.ts'
import { type PermitView, permitLine } from './permits.ts'

const DECIDED = { granted: 'Granted', refused: 'Refused' }

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
    if (isDecided) succeed('decided', `${DECIDED[decision]}: ${permit.plate}, ${permit.applicant}`)
    else at('officer-title', HTMLElement).focus()
  }
  const lines = permits.map((permit) => {
    const line = permitLine(permit)
    const about = `${permit.plate}, ${permit.applicant}`
    const buttons = element('span', '', 'buttons')
    buttons.append(
      decisionButton('Grant', about, decide(permit, 'granted')),
      decisionButton('Refuse', about, decide(permit, 'refused')),
    )
    line.append(element('span', permit.applicant, 'applicant'), buttons)
    return line
  })
  at('officer-list', HTMLElement).replaceChildren(...lines)
  show('officer-empty', permits.length === 0)
  show('officer', true)
}

function decisionButton(label: string, about: string, act: () => Promise<void>): HTMLButtonElement {
  const button = element('button', label)
  button.type = 'button'
  button.setAttribute('aria-label', `${label}: ${about}`)
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
