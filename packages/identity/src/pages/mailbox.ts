import { type Html, html, type PageDocument } from '../platform/html.ts'
import { layout, type PageFrame } from './layout.ts'
import { moment } from './moments.ts'
import { isolated, linkButton } from './parts.ts'

/** A sent mail. `at` is in seconds since 1970. */
export interface MailItem {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly at: number
  readonly text: string
  /** The addresses in the text that become links. */
  readonly links: readonly string[]
}

/** The mails of a development machine. */
export interface MailboxView {
  readonly mails: readonly MailItem[]
  /** The path of this page. The HTML of the mails is below it. */
  readonly href: string
}

const isWebAddress = (link: string): boolean => /^https?:\/\//.test(link)

/** The text with its links. The longest come first, so that none is cut by another with the same beginning. */
function withLinks(text: string, links: readonly string[]): Html {
  const [link, ...rest] = [...links].sort((one, other) => other.length - one.length)
  if (link === undefined) return html`${text}`
  const pieces = text.split(link).map((piece) => withLinks(piece, rest))
  return html`${pieces.map((piece, index) => html`${index > 0 && html`<a href="${link}">${link}</a>`}${piece}`)}`
}

/** Where the mailbox serves the HTML of a mail. */
export function mailHtmlPath(home: string, id: string): string {
  return `${home}messages/${encodeURIComponent(id)}.html`
}

/** The frame runs no script and belongs to no origin. A link in it leads the whole window, if somebody follows it. */
function mailCard(frame: PageFrame, mail: MailItem, home: string): Html {
  const text = frame.words.mailbox
  return html`<article class="card" aria-labelledby="mail-${mail.id}">
<h2 id="mail-${mail.id}">${isolated(mail.subject)}</h2>
<dl>
<div><dt>${text.to}</dt><dd>${isolated(mail.to)}</dd></div>
<div><dt>${text.at}</dt><dd>${moment(frame, mail.at)}</dd></div>
</dl>
<div class="parts">
<div><h3>${text.asText}</h3>
<div class="letter" dir="auto">${withLinks(mail.text, mail.links.filter(isWebAddress))}</div></div>
<div><h3>${text.asHtml}</h3>
<iframe sandbox="allow-top-navigation-by-user-activation" loading="lazy" title="${text.asHtml}: ${mail.subject}" src="${mailHtmlPath(home, mail.id)}"></iframe></div>
</div>
</article>`
}

/** Shows every mail of a development machine, the newest first. */
export function mailboxPage(frame: PageFrame, { mails, href }: MailboxView): PageDocument {
  const text = frame.words.mailbox
  const newestFirst = [...mails].sort((one, other) => other.at - one.at)
  const main = html`<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="actions">${linkButton(text.refresh, href, 'secondary')}</p>
${newestFirst.length === 0 && html`<p>${text.none}</p>`}
${newestFirst.map((mail) => mailCard(frame, mail, href))}`
  return layout(frame, { title: text.title, main, home: href, wide: true })
}
