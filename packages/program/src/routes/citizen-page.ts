import { htmlTag, visitorLanguage } from '../platform/index.ts'
import { type LinkWord, PAGE_WORDS, type PageSentence } from './page-words/index.ts'
import { htmlPage } from './reply.ts'
import type { RequestContext } from './request-context.ts'

/** The link of a page. The empty address is that of the page itself. */
export interface PageLink {
  readonly href: string
  readonly text: LinkWord
  /** The browser follows it by itself. */
  readonly isFollowed?: boolean
}

interface ShownPage {
  readonly status: number
  readonly sentence: PageSentence
  /** Null only where nothing is known that would help: an app without a web address. */
  readonly link: PageLink | null
  readonly headers?: Readonly<Record<string, string>>
}

/** A page with one sentence and one link, in the language of the visitor. Escapes both. */
export function citizenPage(
  { request }: Pick<RequestContext, 'request'>,
  { status, sentence, link, headers }: ShownPage,
): Response {
  const language = visitorLanguage(request.headers.get('accept-language'))
  const { title, sentences, links } = PAGE_WORDS[language]
  const href = link && escaped(link.href)
  const head = link?.isFollowed ? `<meta http-equiv="refresh" content="0;url=${href}">` : ''
  const leads = link ? `<p><a href="${href}">${escaped(links[link.text])}</a></p>` : ''
  const body = `<!doctype html>${htmlTag(language)}<meta charset="utf-8">${head}<meta name="viewport" content="width=device-width"><title>${title}</title>
<p>${escaped(sentences[sentence])}</p>${leads}</html>\n`
  return htmlPage(status, body, headers)
}

/** Leads to the same page again, or to the start page after a form, which a link cannot repeat. */
export function againOrHome({ request, service }: RequestContext): PageLink {
  const { cookies } = service.settings
  if (request.method === 'GET' || !cookies) return { href: '', text: 'reload' }
  return homeLink(cookies)
}

/** Leads to the start page. */
export function homeLink({ origin, basePath }: { origin: string; basePath: string }): PageLink {
  return { href: `${origin}${basePath}/`, text: 'home' }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
