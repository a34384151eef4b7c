import type { Api } from './api.ts'
import { at, element, show, succeed } from './dom.ts'
import { type PermitView, permitLine } from './permits.ts'
import { named, words } from './words.ts'

type Decision = 'granted' | 'refused'

const DECISIONS: readonly (readonly [label: string, Decision])[] = [
  [words.grant, 'granted'],
  [words.refuse, 'refused'],
]

interface WaitingPermit extends PermitView {
  readonly applicant: string
}

/**
 * Shows a permit officer the open applications, with two buttons each. `report` shows an error. An application that is decided
 * stays in its place, so that no second press decides on the one that would come there.
 */
export async function showQueue(
  api: Api,
  isCurrent: () => boolean,
  report: (error: unknown) => void,
): Promise<void> {
  const { permits } = await api.get<{ permits: WaitingPermit[] }>('/api/v1/officer/permits/')
  if (!isCurrent()) return
  const reportNow = (error: unknown) => isCurrent() && report(error)
  const decide = async (permit: WaitingPermit, decision: Decision, buttons: HTMLElement) => {
    const { permit_id: id, plate, applicant } = permit
    for (const button of buttons.querySelectorAll('button')) button.disabled = true
    show('decided', false)
    try {
      await api.post(`/api/v1/officer/permits/${id}/decision/`, { decision })
    } catch (error) {
      reportNow(error)
      await showQueue(api, isCurrent, report).catch(reportNow)
      // The pressed button does not exist any more.
      if (isCurrent()) at('officer-title', HTMLElement).focus()
      return
    }
    if (!isCurrent()) return
    buttons.replaceChildren(element('span', words.statuses[decision], `status ${decision}`))
    succeed('decided', named(words.statuses[decision], words.application, { plate, applicant }))
  }
  const lines = permits.map((permit) => {
    const line = permitLine(permit)
    const buttons = element('span', '', 'buttons')
    for (const [label, decision] of DECISIONS)
      buttons.append(decisionButton(label, permit, () => void decide(permit, decision, buttons)))
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
  act: () => void,
): HTMLButtonElement {
  const button = element('button', label)
  button.type = 'button'
  button.setAttribute('aria-label', named(label, words.application, { plate, applicant }))
  button.onclick = act
  return button
}

/** Removes all applications from the page. */
export function clearQueue(): void {
  at('officer-list', HTMLElement).replaceChildren()
  show('decided', false)
  show('officer', false)
}
