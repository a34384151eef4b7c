import { createServer, type RequestListener } from 'node:http'
import { citizenOrAnswer, nodeSso } from '@portico/program/node'
import { sso } from './sso.ts'

const ours = nodeSso(sso)
const answer = async (...[req, res]: Parameters<RequestListener>) => {
  if (await ours(req, res)) return
  const citizen = await citizenOrAnswer(sso, req, res)
  if (citizen) res.end(JSON.stringify({ hello: citizen.account.name }))
}
const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy()))
server.listen(Number(process.env['PORT'] ?? 3000))
