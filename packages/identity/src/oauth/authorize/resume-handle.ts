import type { Clock } from '../../platform/clock.ts'
import type { RequestContext } from './replies.ts'
import { signResume } from './resume.ts'

/** The handle by which this request is taken up again once the citizen has signed in with another session than this. */
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
