import { demand } from '../broken.ts'
import { described } from '../program.ts'
import type { Rule } from '../rule.ts'
import { type Pair, type Stage, within } from '../stage.ts'

const CEILING = {
  section: '5 rule 5',
  text: 'A password reset, suspension or ended central browser session invalidates connected program sessions; the shared program middleware checks central validity at least every 30 seconds when the program is used.',
}

/** What an answer may take beyond the ceiling. */
export const ANSWER_SECONDS = 1.5

/** What ends central sessions, each with a citizen of its own, so that all of them are tried at once. */
const ENDINGS = [
  { id: 'central-session-ended', citizen: 'boris@example.test', action: 'end-sessions' },
  { id: 'citizen-suspended', citizen: 'cedomila@example.test', action: 'suspend' },
  { id: 'new-password', citizen: 'olga@example.test', action: 'end-everything' },
] as const

/** A session that is over opens no address of the API, and its refresh token gives no other one. */
export async function demandOver(stage: Stage, { access, refresh }: Pair, when: string): Promise<void> {
  for (const url of stage.guarded) {
    const answer = await stage.program.read(url, access)
    demand(answer.status === 401, `${when}, ${url} answered ${described(answer)}`)
  }
  // The contract names no address for it; this one is the one of `@portico/program`.
  const renewed = await stage.program.post('refresh/', { refresh_token: refresh })
  demand(renewed.status !== 200, `${when}, the local refresh token gave new tokens`)
}

/** The rules about the end of central sessions. They wait, and do so together. */
export const SESSION_RULES: readonly Rule[] = ENDINGS.map(({ id, citizen, action }) => ({
  id,
  ...CEILING,
  async check(stage: Stage) {
    const { access, refresh } = await stage.signIn(citizen)
    const first = await stage.program.guarded(access)
    demand(first.status === 200, `status/ with a local bearer answered ${described(first)}`)
    await stage.simulator.act(citizen, action)
    try {
      let last = first
      const isOver = async () => {
        last = await stage.program.guarded(access)
        return last.status === 401
      }
      const ended = await within(stage.ceilingSeconds + ANSWER_SECONDS, isOver)
      demand(
        ended,
        `${stage.ceilingSeconds} seconds after ${action} the program still answers ${described(last)}`,
      )
      await demandOver(stage, { access, refresh }, `after ${action}`)
    } finally {
      await stage.simulator.act(citizen, 'reinstate')
    }
  },
}))
