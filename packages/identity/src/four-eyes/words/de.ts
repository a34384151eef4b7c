import { html } from '../../platform/html.ts'
import type { FourEyesWords } from './en.ts'

/** Acts that wait for another operator, in German. */
export const de: FourEyesWords = {
  events: {
    asked: () => html`Ein Auftrag zu diesem Konto wartet, bis noch jemand anders zustimmt`,
    consented: () => html`Jemand anders stimmte dem Auftrag zu diesem Konto zu`,
    withdrawn: () => html`Der Auftrag zu diesem Konto wurde zurückgezogen, bevor jemand zustimmte`,
  },
}
