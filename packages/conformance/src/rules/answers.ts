import { demand } from '../broken.ts'
import { type Answer, jsonRequest } from '../http.ts'
import { described, newProof } from '../program.ts'
import type { Rule } from '../rule.ts'
import type { Stage } from '../stage.ts'

const FOREIGN = 'https://evil.example'
const PARTS_OF_A_STACK_TRACE = [
  /\n\s+at .+:\d+:\d+/,
  /\\n\s+at .+:\d+:\d+/,
  /Traceback \(most recent call last\)/,
  /\bat [\w.$]+\([\w.]+\.java:\d+\)/,
  /goroutine \d+ \[/,
  /\.php(?: on line |:)\d+/,
]

/** The rules about every answer: what it shows, to whom, and who may keep it. */
export const ANSWER_RULES: readonly Rule[] = [
  {
    id: 'cors',
    section: '4.2',
    text: 'Program-side endpoints: POST /api/v1/sso/begin/, exchange/, status/.',
    async check({ program, returnUri }) {
      for (const path of ['begin/', 'exchange/', 'status/', 'config/'])
        for (const origin of [FOREIGN, 'null', `${new URL(returnUri).origin}.evil.example`])
          demandNotForEverybody(await crossOrigin(program, path, origin), path, origin)
    },
  },
  {
    id: 'tokens-not-cached',
    section: 'RFC 6749 5.1',
    text: 'The authorization server must include Cache-Control: no-store in any response that contains tokens.',
    async check(stage) {
      const { query, verifier } = await stage.land()
      const answer = await stage.exchange(query.get('sso_code') ?? '', verifier)
      const rule = answer.headers.get('cache-control') ?? 'nothing'
      demand(rule.includes('no-store'), `Cache-Control of exchange/ says ${rule}`)
    },
  },
  {
    id: 'json-only',
    section: '4.2',
    text: 'Program-side statuses: 400 invalid app input.',
    async check(stage) {
      const body = JSON.stringify({ return_uri: stage.returnUri, code_challenge: newProof().challenge })
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const request = { method: 'POST', body, headers: { 'content-type': type } }
        const answer = await stage.program.send('begin/', request)
        const isRefused = answer.status === 400 || answer.status === 415
        demand(isRefused, `begin/ with Content-Type: ${type} answered ${described(answer)}`)
      }
    },
  },
  {
    id: 'no-stack-traces',
    section: '7',
    text: 'Program: invalid app input: 400.',
    async check(stage) {
      for (const answer of await provoked(stage)) {
        demand(answer.status < 500, `bad input answered ${described(answer)}`)
        const shown = PARTS_OF_A_STACK_TRACE.some((part) => part.test(answer.text))
        demand(!shown, `the answer to bad input (${answer.status}) shows a stack trace`)
      }
    },
  },
]

/** The preflight and the request of a page that is on another origin. */
function crossOrigin(program: Stage['program'], path: string, origin: string): Promise<readonly Answer[]> {
  const asks = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  }
  return Promise.all([
    program.send(path, { method: 'OPTIONS', headers: asks }),
    program.send(path, { method: 'GET', headers: { origin } }),
    program.send(path, { ...jsonRequest({}), headers: { 'content-type': 'application/json', origin } }),
  ])
}

function demandNotForEverybody(answers: readonly Answer[], path: string, origin: string): void {
  for (const { headers } of answers) {
    const allowed = headers.get('access-control-allow-origin')
    const isOpen = allowed === origin && headers.get('access-control-allow-credentials') === 'true'
    demand(!isOpen, `${path} lets pages of ${origin} read its answers with credentials`)
  }
}

/** Answers to input that careless code trips over. */
function provoked({ program }: Stage): Promise<readonly Answer[]> {
  const json = { 'content-type': 'application/json' }
  const deep = '['.repeat(2000) + ']'.repeat(2000)
  const bodies = ['{', 'null', '"text"', '[]', deep, '{"__proto__":null}', '{"return_uri":{}}', '\u0000']
  return Promise.all([
    ...['begin/', 'exchange/'].flatMap((path) =>
      bodies.map((body) => program.send(path, { method: 'POST', body, headers: json })),
    ),
    program.send('callback/?state=%00&code=%ff', {}),
    program.send('callback/?state=a&state=b&code=c&code=d', {}),
    program.send('status/', { headers: { authorization: 'Bearer ' } }),
    program.send('status/', { headers: { authorization: `Bearer ${'a'.repeat(4000)}` } }),
  ])
}
