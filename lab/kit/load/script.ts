import type { CheckedRequest } from '../http/request.ts'
import type { HttpResponse } from '../http/response.ts'

/** A request of a script; `kind` names it in a mixed load. */
export type ScriptRequest = CheckedRequest & { readonly kind?: string }

/** What one connection does: it gives a request, and is told the response, until there is nothing more to send. */
export type Script = Generator<ScriptRequest, void, HttpResponse>
