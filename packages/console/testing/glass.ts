import { expect } from 'vitest'
import { portico, settingsFor } from '../../identity/src/command/portico.fixture.ts'
import { addOperator, type Role } from '../../identity/src/operators/index.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import type { ConsoleStage } from './console-stage.ts'

/** Where a code is entered. */
export const ENTER = '/break-glass/'

/** Operators who cannot sign in at a console, and codes of the machine for them. */
export function glassOf(stageOf: () => ConsoleStage) {
  let operators = 0

  async function operator(role: Role = 'administrator') {
    operators += 1
    const citizen = await addCitizen(stageOf().service)
    const name = `Locked out ${operators}`
    await addOperator(stageOf().service.foundation, { emailOrSubject: citizen.email, name, role })
    return { ...citizen, name }
  }

  async function codeFor(name: string): Promise<string> {
    const ran = await portico(
      settingsFor(stageOf().service.database),
      ['operator', 'break-glass', name, '--as', 'root', '--reason', 'all keys are lost', '--json'],
      { ask: 'nobody-there' },
    )
    return ran.json<{ code: string }>().code
  }

  async function enter(code: string, browser = stageOf().browser().inner) {
    const form = await browser.get(ENTER)
    const answer = await browser.submit(form, { code }, { follow: false })
    return { browser, answer }
  }

  /** A browser in which the code of a new operator has opened the console. */
  async function inside(role?: Role) {
    const who = await operator(role)
    const { browser, answer } = await enter(await codeFor(who.name))
    expect([answer.status, answer.location]).toEqual([303, `${stageOf().url}/today/`])
    return { ...who, browser }
  }

  return { operator, codeFor, enter, inside }
}
