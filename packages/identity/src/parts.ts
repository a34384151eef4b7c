/**
 * The parts of the service that `@portico/simulator` of the same release is made of. For everybody else they are no door: any
 * release may change them, and docs/versioning.md promises nothing about them. Nothing here starts or listens by itself.
 */
export { endSession, listSessions } from './access/index.ts'
export { appendEvent, type OperatorOrder } from './audit/index.ts'
export {
  type ChangeCitizen,
  type Citizen,
  DEMO_ADDRESSES,
  DEMO_PASSWORD,
  findForOperator,
  insertCitizen,
  lockCitizen,
  readEmail,
  reinstateCitizen,
  replaceEmail,
  signOutCitizen,
  suspendCitizen,
} from './citizens/index.ts'
export { addClient, findClient, updateClient } from './clients/index.ts'
export {
  type Call,
  CommandRefused,
  devCommand,
  openTerminal,
  runPortico,
  UsageFault,
} from './command/index.ts'
export { composeService, type Service } from './compose.ts'
export { type Config, isLoopback } from './config.ts'
export { openMailboxServer, refusalOf } from './development/index.ts'
export { createMailboxTransport, createMailSender, type MailSender } from './mail/index.ts'
export { migrateDatabase } from './migrate-database.ts'
export { makeDatabaseServer, openKeyring, type Progress } from './open-database.ts'
export { openPools } from './open-pools.ts'
export { layout, notice, type PageFrame, postForm, submitButton, wordsFor } from './pages/index.ts'
export { createPasswordHasher } from './passwords/index.ts'
export { type Clock, type UnixMilliseconds, unixSeconds } from './platform/clock.ts'
export type { Basics, Foundation } from './platform/foundation.ts'
export { type Html, html, type PageDocument } from './platform/html.ts'
export { type ListeningServer, listen } from './platform/http/listen.ts'
export { createServer } from './platform/http/node-http.ts'
export { asset, json, page, type Reply, redirect, text } from './platform/http/reply.ts'
export { type HttpRequest, type Route, route } from './platform/http/route.ts'
export { createServer as createServiceServer } from './platform/http/server.ts'
export type { Log } from './platform/log.ts'
export { namesOf } from './platform/names-of.ts'
export { parseOwnJson } from './platform/own-json.ts'
export { type Random, randomUuid } from './platform/random.ts'
export { accepted, type Result, refused } from './platform/result.ts'
export { constantTimeEqual } from './platform/secret.ts'
export { systemClock } from './platform/system-clock.ts'
export { systemLog } from './platform/system-log.ts'
export { systemRandom } from './platform/system-random.ts'
export type { Signer } from './signing-keys/index.ts'
