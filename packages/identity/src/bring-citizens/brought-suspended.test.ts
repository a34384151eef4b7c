import { afterAll, beforeAll, expect, test } from 'vitest'
import { explained, inWords } from '../../testing/explained.ts'
import { addCitizen } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { type Citizen, reinstateCitizen, suspendCitizen } from '../citizens/index.ts'
import { unixSeconds } from '../platform/clock.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const because = ({ subject }: Citizen, reason: string) => ({ emailOrSubject: subject, reason })

test('a suspension of another system is told as that, and no operator is blamed for it', async () => {
  for (const since of [undefined, service.clock.now() - 86_400]) {
    const citizen = await addCitizen(service, { standing: 'suspended' })
    const { citizenId } = citizen
    const at = service.clock.now()
    const { db } = service.database
    if (since)
      await db.query`insert into suspensions (citizen_id, cause, since) values (${citizenId}, 'misuse', to_timestamp(${since}))`
    const details = { verified: true, password: 'kept' }
    const origin = { actor: 'operator', operator: 'ada', reason: 'the move' } as const
    await appendEvent(service.foundation, { name: 'citizen-brought', origin, citizenId, details })
    const there = since ? ` There it was suspended on ${inWords(unixSeconds(since))}.` : ''
    const cause = since ? ' The cause: the account is used for what is not allowed.' : ''
    expect((await explained(service, citizen)).get('account-suspended')?.found).toBe(
      `The account was suspended already when it was brought from another system on ${inWords(at)}. The reason is not known here.${there} The suspension lasts until an operator ends it.${cause}`,
    )
    await reinstateCitizen(service.foundation, because(citizen, 'A mistake there'))
    await suspendCitizen(service.foundation, because(citizen, 'Again'))
    expect((await explained(service, citizen)).get('account-suspended')?.found).toMatch(
      /^An operator suspended .+ “Again”\.$/,
    )
  }
})
