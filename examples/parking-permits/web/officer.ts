import type { Api } from './api.ts'
import { at, element, show, succeed } from './dom.ts'
import { type PermitView, permitLine } from './permits.ts'
import { named, words } from './words.ts'

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
    const { permit_id: id, plate, applicant } = permit
    const path = `/api/v1/officer/permits/${id}/decision/`
    show('decided', false)
    const isDecided = await api.post(path, { decision }).then(
      () => true,
      (error) => report(error),
    )
    await showQueue(api, isCurrent, report).catch(report)
    if (!isCurrent()) return
    // The pressed button does not exist any more.
    if (isDecided)
      succeed('decided', named(words.statuses[decision], words.application, { plate, applicant }))
    else at('officer-title', HTMLElement).focus()
  }
  const lines = permits.map((permit) => {
    const line = permitLine(permit)
    const buttons = element('span', '', 'buttons')
    buttons.append(
      decisionButton(words.grant, permit, decide(permit, 'granted')),
      decisionButton(words.refuse, permit, decide(permit, 'refused')),
    )
    const applicant = element('span', '', 'applicant')
    applicant.append(element('bdi', permit.applicant))
    line.append(applicant, buttons)
    return line
  })
  at('officer-list', HTMLElement).replaceChildren(...lines)
  show('officer-empty', permits.length === 0)
  show('officer', true)
}

function decisionButton(
  label: string,
  { plate, applicant }: WaitingPermit,
  act: () => Promise<void>,
): HTMLButtonElement {
  const button = element('button', label)
  button.type = 'button'
  button.setAttribute('aria-label', named(label, words.application, { plate, applicant }))
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
