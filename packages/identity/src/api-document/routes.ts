import { wordsFor } from '../pages/index.ts'
import { cacheable } from '../platform/http/cacheable-reply.ts'
import { json, page } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { apiDocument, type DescribedRoute } from './document.ts'
import { DOCUMENT_OPERATION } from './operation.ts'
import { apiReferencePage } from './pages/api-reference.ts'
import { referenceView } from './reference-view.ts'
import { sharedReplies } from './shared-replies.ts'

/** The head of the document and of the page. */
export interface ApiDocumentNeeds {
  readonly baseUrl: string
  readonly serviceName: string
}

const DOCUMENT_PATH = '/api/openapi.json'

/** `/api/openapi.json` and the same as a page, about the described ones of these routes and about itself. */
export function apiDocumentRoutes(service: ApiDocumentNeeds, others: readonly Route[]): readonly Route[] {
  const routes = [
    route('GET', DOCUMENT_PATH, DOCUMENT_OPERATION, (http) => answerDocument(http)),
    route('GET', '/api/reference/', 'page', (http) => answerPage(http)),
  ]
  const document = apiDocument([...others, ...routes].filter(isDescribed), { ...service, sharedReplies })
  const answerDocument = cacheable(json(200, document))
  // The document is in English, so the page is.
  const frame = { serviceName: service.serviceName, ...wordsFor('en') }
  const answerPage = cacheable(page(200, apiReferencePage(frame, referenceView(document, DOCUMENT_PATH))))
  return routes
}

function isDescribed(one: Route): one is Route & DescribedRoute {
  return one.operation !== undefined
}
