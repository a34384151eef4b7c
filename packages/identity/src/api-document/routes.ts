import { readFileSync } from 'node:fs'
import { type Design, wordsFor } from '../pages/index.ts'
import { constantPart } from '../platform/constant-part.ts'
import { inlineStyle, type PageDocument } from '../platform/html.ts'
import { cacheable } from '../platform/http/cacheable-reply.ts'
import { asset, json, page, type Reply } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { apiDocument, type DescribedRoute } from './document.ts'
import { examplesAt } from './examples.ts'
import { DOCUMENT_OPERATION } from './operation.ts'
import { apiReferencePage } from './pages/api-reference.ts'
import { referenceView } from './reference-view.ts'
import { sharedReplies } from './shared-replies.ts'

/** The head of the document and of the page. */
export interface ApiDocumentNeeds {
  readonly baseUrl: string
  readonly serviceName: string
  readonly design: Design
}

const DOCUMENT_PATH = '/api/openapi.json'
const SCRIPT_PATH = '/api/reference/search.js'

const readFile = (extension: 'css' | 'js'): string =>
  readFileSync(new URL(`./pages/reference.${extension}`, import.meta.url), 'utf8').replaceAll('\r\n', '\n')

/** `/api/openapi.json` and the same as a page, about the described ones of these routes and about itself. */
export function apiDocumentRoutes(service: ApiDocumentNeeds, others: readonly Route[]): readonly Route[] {
  const routes = [
    route('GET', DOCUMENT_PATH, DOCUMENT_OPERATION, (http) => answerDocument(http)),
    route('GET', '/api/reference/', 'page', (http) => answerPage(http)),
    route('GET', SCRIPT_PATH, 'page', (http) => answerScript(http)),
  ]
  const document = apiDocument([...others, ...routes].filter(isDescribed), { ...service, sharedReplies })
  const answerDocument = cacheable(json(200, document))
  const { baseUrl, serviceName } = service
  const { links, logo, style: ofEveryPage } = service.design
  const style = inlineStyle(ofEveryPage.part.text + readFile('css'))
  // The document is in English, so the page is.
  const frame = { serviceName, ...wordsFor('en'), design: { links, style, ...(logo && { logo }) } }
  const addresses = { documentHref: DOCUMENT_PATH, scriptHref: SCRIPT_PATH }
  const view = referenceView(document, { ...addresses, examples: examplesAt(baseUrl) })
  const answerPage = cacheable(packedPage(apiReferencePage(frame, view), baseUrl + SCRIPT_PATH))
  const answerScript = cacheable(asset('text/javascript; charset=utf-8', Buffer.from(readFile('js'))))
  return routes
}

/** The page has no secret and nothing of its reader, so that all of it is compressed, once. */
function packedPage(document: PageDocument, script: string): Reply {
  return { ...page(document, { script }), constant: constantPart(document.toString()) }
}

function isDescribed(one: Route): one is Route & DescribedRoute {
  return one.operation !== undefined
}
