import { type Html, html } from '../platform/html.ts'
import { textIn } from '../platform/languages.ts'
import type { Design } from './design.ts'
import { isolated } from './parts.ts'
import type { Words } from './words/en.ts'

/** What this needs of the frame of a page. */
interface HelpFrame {
  readonly words: Words
  readonly language: string
  readonly design?: Design
  readonly reference?: string
}

/** Where to ask for help, and with which number. The number has the status if there is one. */
export function helpPart(frame: HelpFrame, status: number | undefined): Html {
  const { words, reference } = frame
  const number = [reference, status].filter((part) => part !== undefined).join(' · ')
  const ways = waysToAsk(frame)
  return html`
${
  reference !== undefined &&
  html`<p class="reference"><span>${words.reference}</span> <code dir="ltr">${number}</code></p>
<p class="hint">${words.referenceHint}</p>`
}${
  ways.length > 0 &&
  html`
<p class="ways">${ways}</p>`
}`
}

/** The page, the number and the address of the people who help, and when they answer, in the language of the page. */
function waysToAsk({ words, language, design }: HelpFrame): readonly Html[] {
  const { phone, email, hours } = design?.contact ?? {}
  const page = textIn(design?.links.help, language)
  const call = textIn(phone, language)
  const write = textIn(email, language)
  const when = textIn(hours, language)
  return [
    page !== undefined && html`<a href="${page}">${words.foot.help}</a>`,
    call !== undefined && html`<a href="tel:${call.replaceAll(/[ -]/g, '')}" dir="ltr">${call}</a>`,
    write !== undefined && html`<a href="mailto:${write}" dir="ltr">${write}</a>`,
    when !== undefined && isolated(when),
  ].filter((way) => way !== false)
}
