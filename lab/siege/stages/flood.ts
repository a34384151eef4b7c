import { sendAtOnce } from '../../../journeys/kit/http/connection.ts'
import { cookieHeader } from '../../../journeys/kit/http/request.ts'
import { type HttpResponse, statusesOf } from '../../../journeys/kit/http/response.ts'
import { introspectionRequest } from '../../../journeys/kit/oauth-requests.ts'
import { familyMemoryMebibytes } from '../../../journeys/kit/proc.ts'
import { enterProgram } from '../../../packages/identity/testing/program-flow.ts'
import { startLoader } from '../../kit/load/loader.ts'
import type { LoadPlan } from '../../kit/load/plan.ts'
import { formOf } from '../../kit/page-forms.ts'
import type { Siege, Stage } from '../stage.ts'
import { type Deployment, newAddress, openDeployment } from '../targets/deployment.ts'

/** Many citizens sign in at once while programs introspect. */
export const flood: Stage = {
  name: 'flood',
  about: '500 parallel sign-ins, several times, during introspection',
  run: async (siege) => floodSignIns(siege, await openDeployment(siege, { processes: 1 })),
}

const SIGN_INS = 500
const GOAL_MILLISECONDS = 250
const MOST_GROWTH_MEGABYTES = 300

async function floodSignIns(siege: Siege, deployment: Deployment): Promise<void> {
  const { service, port, pid } = deployment.at(0)
  const { tokens } = await enterProgram(service, deployment.program, await deployment.newCitizen())
  const loader = startLoader()
  siege.cleanup.add(() => loader.stop())
  const request = introspectionRequest(deployment.program, tokens.access_token)
  const plan: LoadPlan = {
    ...{ port, connections: 2, pauseMilliseconds: 10, seconds: 2 },
    load: { kind: 'cycle', requests: [{ ...request, status: 200, contains: '' }] },
  }
  const calm = await loader.runFaultless(plan)
  const memory = () => Math.round(familyMemoryMebibytes(pid, 'VmRSS') ?? 0)
  const before = memory()
  const asking = loader.run({ ...plan, seconds: 3_600 })
  // If the load fails while sign-ins are sent, the wait below throws its error.
  asking.catch(() => undefined)
  let most = before
  const watch = setInterval(() => void (most = Math.max(most, memory())), 50)
  const signIns: HttpResponse[] = []
  const waves = siege.count(5, 20)
  for (let wave = 0; wave < waves; wave += 1) signIns.push(...(await signInAll(deployment)))
  clearInterval(watch)
  loader.end()
  const { p50Milliseconds, p99Milliseconds, answers, faults, firstFault } = await asking
  const [p99, calmP99] = [p99Milliseconds, calm.p99Milliseconds].map(Math.round)
  const statuses = statusesOf(signIns)
  siege.judge(
    `introspection stays under ${GOAL_MILLISECONDS} ms (p99) in a flood of sign-ins`,
    [
      ...(p99Milliseconds < GOAL_MILLISECONDS ? [] : [`p99 was ${p99} ms`]),
      ...(faults === 0 ? [] : [`${faults} introspections failed; ${firstFault}`]),
    ],
    `p99 ${p99} ms, median ${p50Milliseconds.toFixed(1)} ms of ${answers} (calm: p99 ${calmP99} ms); sign-ins: ${statuses}`,
  )
  const odd = new Set(
    signIns.map(({ status }) => status).filter((status) => ![303, 400, 429, 503].includes(status)),
  )
  siege.judge(
    'sign-ins without a place in the queue get 503',
    [...odd].map((status) => `a sign-in was answered ${status}`),
    statuses,
  )
  siege.judge(
    'memory stays bounded',
    most - before > MOST_GROWTH_MEGABYTES ? [`${most - before} MB more`] : [],
    `${before} MB before, at most ${most} MB`,
  )
}

async function signInAll(deployment: Deployment): Promise<readonly HttpResponse[]> {
  const visitor = deployment.at(0).browser()
  const page = await visitor.get('/login/')
  const cookie = cookieHeader(visitor.cookies)
  const forms = Array.from({ length: SIGN_INS }, (_, index) => {
    const fields = { email: `flood.${index}@example.test`, password: 'a guess that is wrong' }
    return formOf(page, fields, { cookie, ...newAddress() })
  })
  return sendAtOnce(deployment.ports, forms)
}
