// Takes over 10 s: schemathesis sends generated requests to every operation of the service and of the program side.
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../packages/identity/testing/people.ts'
import { enterProgram } from '../../packages/identity/testing/program-flow.ts'
import { nodeSso } from '../../packages/program/src/frameworks/node.ts'
import { BASE } from '../../packages/program/testing/program.ts'
import { openService, type Service } from '../service.ts'
import { fetchDocument } from './document.ts'
import { narrowed } from './narrowed.ts'
import { openProgramStage, type ProgramStage } from './program-stage.ts'
import {
  findSchemathesis,
  RUN_MILLISECONDS,
  runTrial,
  type Schemathesis,
  type Trial,
} from './schemathesis.ts'

let service: Service
let found: Schemathesis
const closings: (() => unknown)[] = []

beforeAll(async () => {
  found = await findSchemathesis()
  if ('missing' in found) return void process.stderr.write(`skipped: ${found.missing}\n`)
  service = await openService()
  closings.push(() => service.close())
})
afterAll(async () => {
  for (const close of closings) await close()
})

const LONG = { timeout: RUN_MILLISECONDS }

/** 431 is a refusal, too. */
const CHECKS = `
[checks.negative_data_rejection]
expected-statuses = ["4xx"]
`

/** How many operations a run tested, and what it prints where it finds something. */
async function trial(command: readonly string[], { settings, ...others }: Trial) {
  const { code, output } = await runTrial(command, { ...others, settings: CHECKS + settings })
  return { code, ...(code === 0 ? {} : { output }), tested: /Tested: (\d+)/.exec(output)?.[1] }
}

test('schemathesis finds nothing in the identity service', LONG, async ({ skip }) => {
  if ('missing' in found) return skip(found.missing)
  const { identity } = service
  const program = await addProgram(identity.service)
  const entered = await enterProgram(identity.service, program, await addCitizen(identity.service))
  const document = await fetchDocument(`${identity.baseUrl}/api/openapi.json`)
  const settings = `
[auth.openapi.client]
username = "${program.clientId}"
password = "${program.secret}"
[auth.openapi.accessToken]
bearer = "${entered.tokens.access_token}"
# A fault is sent to the callback.
[[operations]]
include-operation-id = ["authorize", "authorizeByForm"]
checks.negative_data_rejection.expected-statuses = [302, "4xx"]
# Codes and tokens that nobody was given are 400, as RFC 6749 says.
[[operations]]
include-operation-id = "issueTokens"
checks.positive_data_acceptance.expected-statuses = ["2xx", 400]
`
  const own = { client_id: program.clientId, redirect_uri: program.redirectUri }
  const operations = Object.values(document.paths).flatMap((item) => Object.keys(item)).length
  expect(
    await trial(found.command, { document: narrowed(document, own), url: identity.baseUrl, settings }),
  ).toEqual({
    code: 0,
    tested: String(operations),
  })
})

/** Serves a program on a port. */
async function served({ sso }: ProgramStage): Promise<string> {
  const answer = nodeSso(sso)
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

// Cookie mode has all endpoints of a program without it, and more.
test('schemathesis finds nothing in the program side', LONG, async ({ skip }) => {
  if ('missing' in found) return skip(found.missing)
  const stage = await openProgramStage({ cookies: {} })
  const [reader, leaver] = [await stage.signIn(), await stage.signIn()]
  const settings = `
[auth.openapi.localToken]
bearer = "${reader.accessToken}"
[[operations]]
include-operation-id = "logout"
headers.Authorization = "Bearer ${leaver.accessToken}"
# A state that nobody was given leads to the address without it, which is 400.
[[operations]]
include-operation-id = "callback"
checks.positive_data_acceptance.expected-statuses = [303, 400]
checks.negative_data_rejection.expected-statuses = [303, "4xx"]
`
  const operations = Object.values(stage.document.paths).flatMap((item) => Object.keys(item)).length
  const document = narrowed(stage.document, { return_uri: `${BASE}/signed-in` })
  expect(await trial(found.command, { document, url: await served(stage), settings })).toEqual({
    code: 0,
    tested: String(operations),
  })
})
