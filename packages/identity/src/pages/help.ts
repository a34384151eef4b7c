import { brandTextIn } from '../brand/index.ts'
import { type Html, html } from '../platform/html.ts'
import type { Design } from './design.ts'
import { type Fault, isolated } from './parts.ts'
import type { Words } from './words/en.ts'

/** What this needs of the frame of a page. */
interface HelpFrame {
  readonly words: Words
  readonly language: string
  readonly design?: Design
  readonly reference?: string
}

/** What went wrong on the page. */
interface WentWrong {
  readonly faults?: readonly Fault[]
  readonly deadEnd?: { readonly status?: number }
}

/**
 * Where to ask for help, and with which number: at the end of every page that says that something went wrong which no field
 * mends. A page says so by its parts, so that none can forget it.
 */
export function helpPart(frame: HelpFrame, { faults = [], deadEnd }: WentWrong): Html | false {
  const isTrouble = faults.some(({ fieldName }) => fieldName === undefined)
  if (!isTrouble && deadEnd === undefined) return false
  const { words, reference } = frame
  const number = [reference, deadEnd?.status].filter((part) => part !== undefined).join(' · ')
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
  const page = brandTextIn(design?.links.help, language)
  const call = brandTextIn(phone, language)
  const write = brandTextIn(email, language)
  const when = brandTextIn(hours, language)
  return [
    page !== undefined && html`<a href="${page}">${words.foot.help}</a>`,
    call !== undefined && html`<a href="tel:${call.replaceAll(/[ -]/g, '')}" dir="ltr">${call}</a>`,
    write !== undefined && html`<a href="mailto:${write}" dir="ltr">${write}</a>`,
    when !== undefined && isolated(when),
  ].filter((way) => way !== false)
}
