import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import type { TestService } from '../../testing/test-service.ts'
import type { Arrivals, Arrived } from '../mailed-links/arrived.fixture.ts'
import { carryOutAll, DAY_SECONDS, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'

async function lostApp(service: TestService): Promise<Arrived> {
  const { lost, browser } = await withOldApp(service, await addCitizen(service))
  await lost.report()
  const link = await lost.linkOf('lost-app')
  const use = async () =>
    browser.submit(await browser.get(link), { password: TEST_PASSWORD }, { follow: false })
  return { link, isUsed: () => lost.waits(), use }
}

/** The links of the first letter and of the reminder, which both stop the removal. */
const keptApp =
  (kind: 'app-removal-requested' | 'app-removal-soon') =>
  async (service: TestService): Promise<Arrived> => {
    const { lost } = await withOldApp(service, await addCitizen(service))
    await lost.ask()
    if (kind === 'app-removal-soon') service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
    await carryOutAll(service)
    const link = await lost.linkOf(kind)
    return {
      link,
      isUsed: async () => !(await lost.waits()),
      use: async () => {
        const browser = service.browser()
        return browser.submit(await browser.get(link), { email: lost.citizen.email }, { follow: false })
      },
    }
  }

/** The links about a lost app. */
export const arrivals: Arrivals = {
  'a lost app': lostApp,
  'keeping the app, in the first letter': keptApp('app-removal-requested'),
  'keeping the app, in the reminder': keptApp('app-removal-soon'),
}
