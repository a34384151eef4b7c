import type { UnixSeconds } from '../platform/clock.ts'
import { type Html, html } from '../platform/html.ts'
import { Secret } from '../platform/secret.ts'
import { greetingName, plainLine } from './greeting-name.ts'
import type { SentLetter } from './letter.ts'
import type { Addressed } from './sealed-letter.ts'
import type { ComposedMail } from './transport.ts'
import { letterText, letterWords } from './words/letter-words.ts'
import type { LetterText } from './words/wording.ts'

/** The sender: the operator's settings, never a person's input. */
export interface Sender {
  readonly baseUrl: string
  readonly serviceName: string
  readonly from: { readonly name: string; readonly address: string }
}

/** A letter before its text is made. */
export interface LetterToCompose {
  readonly messageId: string
  readonly addressed: Addressed
  readonly at: UnixSeconds
}

/** Makes the mail of a letter. Its headers contain only fixed words, the operator's settings and the bare address. */
export function composeLetter(sender: Sender, { messageId, addressed, at }: LetterToCompose): ComposedMail {
  const { to, language, letter } = addressed
  const words = letterWords(language)
  const sent: SentLetter = letter.kind === 'decoy' ? stillborn(sender) : letter
  const said = letterText(words, sent.kind, sent, plainLine(sender.serviceName))
  const body: LetterText = {
    ...said,
    before: [words.greeting(greetingName(to.name)), ...said.before.map(plainLine)],
    after: [...said.after, words.footer(plainLine(sender.serviceName))],
  }
  return {
    messageId,
    headerId: `${messageId}@${new URL(sender.baseUrl).hostname}`,
    from: sender.from,
    to: to.address,
    subject: said.subject,
    at,
    language: words.language,
    text: asText(body),
    html: asHtml(words.language, body).toString(),
  }
}

/** The letter that a decoy imitates, so that composing it costs the same. */
function stillborn({ baseUrl }: Sender): SentLetter {
  return { kind: 'recovery', link: new Secret(`${baseUrl}/recover/`) }
}

function asText({ before, steps, after }: LetterText): string {
  const places = steps.map(({ label, address }) => `${label}:\n${address}`)
  return `${[...before, ...places, ...after].join('\n\n')}\n`
}

const PAGE = 'margin:0;padding:24px;background:#f4f4f1;color:#1d2327;font:16px/1.5 system-ui,sans-serif'
const SHEET = 'max-width:34em;margin:0 auto;padding:24px;background:#fff;border-radius:8px'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1c4f82;color:#fff;border-radius:6px;text-decoration:none;font-weight:600'
const FINE = 'font-size:14px;color:#565d64;word-break:break-all'

function asHtml(language: string, { subject, before, steps, after }: LetterText): Html {
  const places = steps.map(
    ({ label, address }) => html`<p><a style="${BUTTON}" href="${address}">${label}</a></p>
<p style="${FINE}">${address}</p>
`,
  )
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="${PAGE}">
<div style="${SHEET}">
${before.map((words) => html`<p><bdi>${words}</bdi></p>\n`)}
${places}${after.map((words) => html`<p>${words}</p>\n`)}</div>
</body>
</html>
`
}
