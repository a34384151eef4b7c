import { html } from '../../platform/html.ts'
import type { FourEyesWords } from './en.ts'

/** Acts that wait for another operator, in French. */
export const fr: FourEyesWords = {
  events: {
    asked: () => html`Un ordre sur ce compte attend qu’une autre personne l’approuve`,
    consented: () => html`Une autre personne a approuvé l’ordre sur ce compte`,
    withdrawn: () => html`L’ordre sur ce compte a été retiré avant d’être approuvé`,
  },
}
