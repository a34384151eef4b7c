import type { Brand } from '../brand/index.ts'
import { PATHS } from '../pages/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { TimeZone } from '../platform/date-words.ts'
import { type Html, html, keepWhole } from '../platform/html.ts'
import { textIn } from '../platform/languages.ts'
import { Secret } from '../platform/secret.ts'
import { greetingName, plainLine } from './greeting-name.ts'
import type { Letter, LetterStep, LetterText, SentLetter } from './letter.ts'
import type { Addressed } from './sealed-letter.ts'
import type { ComposedMail } from './transport.ts'
import { letterText, letterWords } from './words/letter-words.ts'
import type { LetterWords } from './words/wording.ts'

/** The sender: the operator's settings, never a person's input. */
export interface Sender {
  readonly baseUrl: string
  readonly serviceName: string
  readonly timeZone: TimeZone
  readonly brand?: Brand | undefined
  readonly from: { readonly name: string; readonly address: string }
}

/** A letter before its text is made. */
export interface LetterToCompose {
  readonly messageId: string
  readonly addressed: Addressed
  readonly at: UnixSeconds
}

/** Whether this release can write a letter. One of another release may wait in the outbox. */
export function isKnownLetter({ kind }: Letter): boolean {
  return kind === 'written' || kind === 'decoy' || Object.hasOwn(letterWords('en').letters, kind)
}

/** Makes the mail of a letter. Its headers contain only fixed words, the operator's settings and the bare address. */
export function composeLetter(sender: Sender, { messageId, addressed, at }: LetterToCompose): ComposedMail {
  const { to, language, letter } = addressed
  const words = letterWords(language)
  const sent = letter.kind === 'decoy' ? stillborn(sender) : letter
  const serviceName = plainLine(textIn(sender.brand?.name, words.language) ?? sender.serviceName)
  const code = 'code' in sent ? sent.code?.reveal() : undefined
  const said =
    sent.kind === 'written' ? sent.text : letterText(words, sent.kind, sent, { ...sender, serviceName })
  const body = {
    ...said,
    steps: said.steps.map(placeOf),
    before: [words.greeting(greetingName(to.name)), ...said.before.map(plainLine)],
    after: [...said.after.map(plainLine), words.footer(serviceName)],
  }
  return {
    messageId,
    headerId: `${messageId}@${new URL(sender.baseUrl).hostname}`,
    from: sender.from,
    to: to.address,
    subject: said.subject,
    at,
    language: words.language,
    text: asText(words, { ...body, code }, linksOf(sender, words)),
    html: asHtml(sender, words, { ...body, code }).toString(),
  }
}

/** Where a step leads, in clear. */
function placeOf(step: LetterStep): Place {
  const { label } = step
  return { label, address: 'link' in step ? step.link.reveal() : step.address }
}

/** The letter that a decoy imitates, so that composing it costs the same. */
function stillborn({ baseUrl }: Sender): SentLetter {
  return { kind: 'recovery', link: new Secret(baseUrl + PATHS.recover), code: new Secret('000000') }
}

const LINKS = ['help', 'privacy', 'accessibility'] as const

/** The pages of the deployment that its letters name. */
function linksOf({ brand }: Sender, words: LetterWords): readonly Place[] {
  return LINKS.flatMap((link) => {
    const address = textIn(brand?.links[link], words.language)
    return address === undefined ? [] : [{ label: words.links[link], address }]
  })
}

/** A step of the sent text, which is no secret any more. */
interface Place {
  readonly label: string
  readonly address: string
}

/** A letter, with its code where it has one. */
interface LetterBody extends Omit<LetterText, 'steps'> {
  readonly steps: readonly Place[]
  readonly code: string | undefined
}

function asText(
  words: LetterWords,
  { before, steps, code, after }: LetterBody,
  links: readonly Place[],
): string {
  const coded = code === undefined ? [] : [`${words.code}\n${code}`]
  const places = [steps, links].map((all) =>
    all.map(({ label, address }) => `${label}${words.colon}\n${address}`),
  )
  const [main = [], foot = []] = places
  return `${[...before, ...main, ...coded, ...after, ...foot].join('\n\n')}\n`
}

const PAGE = 'margin:0;padding:24px;background:#f4f4f1;color:#1d2327;font:16px/1.5 system-ui,sans-serif'
const SHEET = 'max-width:34em;margin:0 auto;padding:24px;background:#fff;border-radius:8px'
const TITLE = 'margin:0 0 16px;font-size:22px;line-height:1.25'
const CODE = 'margin:0 0 16px;font:600 28px/1.3 ui-monospace,monospace;letter-spacing:.1em'
const FINE = 'font-size:14px;color:#565d64'
const ADDRESS = `${FINE};word-break:break-all`
const LIGHT = { accent: '#0b5563', onAccent: '#ffffff' }
const DARK = { accent: '#7fd3dc', onAccent: '#06242a' }

const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:6px;text-decoration:none;font-weight:600;border:2px solid'

/** The first step stands out. Its edge is seen where the reader chooses the colours. */
const buttonStyle = ({ accent, onAccent } = LIGHT, index: number) =>
  index === 0
    ? `${BUTTON} transparent;background:${accent};color:${onAccent}`
    : `${BUTTON} ${accent};color:${accent}`

/** The colours of programs that show mail on a dark ground. The values of a deployment are checked. */
const darkRules = ({ accent, onAccent } = DARK) =>
  `a:focus-visible{outline:3px solid;outline-offset:2px}@media (prefers-color-scheme:dark){body,.page{background:#10181c!important;color:#e9eef0!important}.sheet{background:#182328!important}.fine,.fine a{color:#abb9bf!important}.go{background:${accent}!important;color:${onAccent}!important}.also{color:${accent}!important;border-color:${accent}!important}}`

/** The halves stand apart to be read aloud, and are copied together. */
function codePart({ code: words }: LetterWords, code: string): Html {
  const half = code.length / 2
  return html`<p>${words}</p>
<p class="code" style="${CODE}"><bdi dir="ltr"><span style="padding-right:.4em">${code.slice(0, half)}</span>${code.slice(half)}</bdi></p>
`
}

function asHtml(
  sender: Sender,
  words: LetterWords,
  { subject, before, steps, code, after }: LetterBody,
): Html {
  const { light, dark } = sender.brand?.colours ?? {}
  const links = linksOf(sender, words).map(
    ({ label, address }, index) =>
      html`${index > 0 && ' · '}<a style="color:inherit" href="${address}">${label}</a>`,
  )
  const places = steps.map(
    (
      { label, address },
      index,
    ) => html`<p><a class="${index === 0 ? 'go' : 'also'}" style="${buttonStyle(light, index)}" href="${address}">${label}</a></p>
<p class="fine" dir="ltr" style="${ADDRESS}">${address}</p>
`,
  )
  const main = html`<main>
<h1 style="${TITLE}">${subject}</h1>
${before.map((each) => html`<p><bdi>${each}</bdi></p>\n`)}
${places}${code !== undefined && codePart(words, code)}${after.slice(0, -1).map((each) => html`<p>${each}</p>\n`)}</main>
<footer>
<p>${after.at(-1)}</p>`
  return html`<!doctype html>
<html lang="${words.language}" dir="${words.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title><style>${darkRules(dark)}</style></head>
<body class="page" style="${PAGE}">
<div class="sheet" style="${SHEET}">
${keepWhole(main)}
${links.length > 0 && html`<p class="fine" style="${FINE}">${links}</p>`}
</footer>
</div>
</body>
</html>
`
}
