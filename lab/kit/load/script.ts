import type { CheckedRequest } from '../http/request.ts'
import type { HttpResponse } from '../http/response.ts'

/** A request of a script; `kind` names it in a mixed load. */
export type ScriptRequest = CheckedRequest & { readonly kind?: string }

/** The requests of one connection: it yields a request, gets the response, and ends when nothing is left to send. */
export type Script = Generator<ScriptRequest, void, HttpResponse>
