import type { Awaitable } from '../platform/awaitable.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readOwnForm } from './own-form.ts'
import type { PageAgain } from './page-again.ts'
import { type PageNeeds, type PageRequest, pageRequestOf } from './page-request.ts'

/** A page for everybody. */
export function pageRoute<Service extends PageNeeds>(
  service: Service,
  path: string,
  answer: (request: PageRequest, service: Service) => Awaitable<Reply>,
): Route {
  return route('GET', path, 'page', (http) => answer(pageRequestOf(service, http), service))
}

/** A form for everybody, if this service showed it to this browser in the current visit. */
export function formRoute<Service extends PageNeeds>(
  service: Service,
  path: string,
  again: PageAgain,
  answer: (request: PageRequest, form: Parameters, service: Service) => Promise<Reply>,
): Route {
  return route('POST', path, 'page', async (http) => {
    const request = pageRequestOf(service, http)
    const form = readOwnForm(request, again)
    return form.ok ? answer(request, form.value, service) : form.refusal
  })
}
