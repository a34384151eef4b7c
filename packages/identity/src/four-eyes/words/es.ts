import { html } from '../../platform/html.ts'
import type { FourEyesWords } from './en.ts'

/** Acts that wait for another operator, in Spanish. */
export const es: FourEyesWords = {
  events: {
    asked: () => html`Una orden sobre la cuenta espera a que otra persona la apruebe`,
    consented: () => html`Otra persona aprobó la orden sobre la cuenta`,
    withdrawn: () => html`La orden sobre la cuenta se retiró antes de que nadie la aprobara`,
  },
}
