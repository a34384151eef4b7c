import type { Clock } from '../../platform/clock.ts'
import type { RequestContext } from './replies.ts'
import { signResume } from './resume.ts'

/** The handle that continues this request after the citizen has signed in with another session. */
export function resumeHandle(
  clock: Clock,
  { browser, request, requester }: RequestContext,
  staleSession: string,
): string {
  return signResume(browser, clock, {
    query: request.query,
    arrival: requester.arrival,
    staleSession,
    generation: request.client.generation,
    programName: request.client.name,
    loginHint: request.loginHint,
    languages: request.languages,
  })
}
