import { addCitizen } from '../../testing/people.ts'
import { enrol } from '../../testing/soft-app.ts'
import type { TestService } from '../../testing/test-service.ts'
import { LostCase } from './lost-app.fixture.ts'

/** What a citizen does who has lost the app, with what comes before it. */
export const acts = {
  'a lost app': async (service: TestService) => {
    const lost = await addCitizen(service)
    await enrol(service, lost)
    return () => new LostCase(service, lost).ask()
  },
}
