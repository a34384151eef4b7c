/**
 * The parts of the service that `@portico/simulator` and `@portico/console` of the same release are made of. For everybody else they are no door: any
 * release may change them, and docs/versioning.md promises nothing about them. Nothing here starts or listens by itself.
 */
export { endSession, type ListedSession, listSessions } from './access/index.ts'
export {
  appendEvent,
  machineOperator,
  type OperatorOrder,
  type OperatorOrigin,
  readReason,
} from './audit/index.ts'
export {
  type AccountLook,
  countByHour,
  countOfClients,
  EVENT,
  EVENT_FORMS,
  type EventFilter,
  type EventPlace,
  eventJson,
  type HourlyEvents,
  type LatelyOfClient,
  type RecordedEvent,
  readStory,
  recordRead,
  type Story,
  searchEvents,
} from './audit-log/index.ts'
export { type ChainState, type ClosedDay, readChain, type SentClosing } from './audit-seals/index.ts'
export { type Brand, readBrandSetting } from './brand/index.ts'
export {
  endGlassVisit,
  findGlassVisitor,
  findOpenGlass,
  type GlassVisitor,
  LASTS_SECONDS as GLASS_LASTS_SECONDS,
  useBreakGlass,
} from './break-glass/index.ts'
export {
  type ChangeCitizen,
  type Citizen,
  callerOf,
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
export {
  addClient,
  type Client,
  type ClientSecret,
  findClient,
  findClientSecrets,
  findClientsAfter,
  findEndingSecrets,
  findSecretsOfClients,
  findWrongSecrets,
  isLive,
  isRetired,
  listClients,
  programIn,
  updateClient,
} from './clients/index.ts'
export {
  type Call,
  CONSOLE_ACTS,
  CommandRefused,
  type ConsoleCommand,
  devCommand,
  FINDING,
  findConsoleAct,
  findingJson,
  findMachineKeys,
  inPlainWords,
  isoTime,
  type OrderRefusal,
  openTerminal,
  plainReader,
  plainText,
  requireConsents,
  runPortico,
  SAYS_OF_RIGHTS,
  UsageFault,
  VERDICT,
} from './command/index.ts'
export { composeService, type Service } from './compose.ts'
export type { Config } from './config.ts'
export {
  confirmOrder,
  findOrder,
  insertOrder,
  type OrderAnswer,
  type StoredOrder,
} from './console-orders/index.ts'
export { isOnSeveralServers, mayDoMore, SIGN_IN_SCHEMA, VIEWS_SCHEMA } from './console-role/index.ts'
export { openMailboxServer, refusalOf } from './development/index.ts'
export {
  formlessFrame,
  problemReply,
  readLanguage,
  readOwnAddress,
  rememberLanguage,
} from './hosted-page/index.ts'
export {
  type ComparedSetting,
  compareSettings,
  type Instance,
  listInstances,
  placeOf,
  SETTING,
} from './instances/index.ts'
export { readLimits } from './limit-settings.ts'
export {
  countWaitingByKind,
  createMailboxTransport,
  createMailSender,
  type MailSender,
  subjectOf,
  type WaitingOfKind,
} from './mail/index.ts'
export { createAnswerTally, END, openMetricsServer, type TextFormat, textOfAll } from './metrics/index.ts'
export { migrateDatabase } from './migrate-database.ts'
export type {
  ActWords,
  AskedFact,
  AskNeeds,
  Consents,
  DoneFact,
  EffectFact,
  Fact,
  KnownMachineKey,
  LetterFact,
  MachineStep,
  RefusalFact,
  Said as SaidOfAct,
  Verdict,
  WaitingAct,
} from './moments/index.ts'
export { makeDatabaseServer, openKeyring, type Progress } from './open-database.ts'
export { openPools } from './open-pools.ts'
export {
  ENTERING_SIGN_IN,
  ENTRY,
  FRESH_SIGN_IN,
  findDeciders,
  findEnteringOperator,
  findOperator,
  isTrustedSignIn,
  type LookBound,
  type LookRefusal,
  listEntering,
  mayAs,
  type Operator,
  type RefusedLook,
  ROLES,
  type Role,
  recordConsoleRefusal,
  withinLooks,
} from './operators/index.ts'
export { isLoopback, readOwnOrigin } from './own-origin.ts'
export {
  assetsOf,
  type Design,
  designOf,
  favicon,
  field,
  isolated,
  layout,
  linkButton,
  moment,
  notice,
  type PageFrame,
  postForm,
  problemSummary,
  sentences,
  submitButton,
  wordsFor,
} from './pages/index.ts'
export { createPasswordHasher } from './passwords/index.ts'
export {
  type Clock,
  LAST_SECOND,
  latestOf,
  plusSeconds,
  type UnixMilliseconds,
  type UnixSeconds,
  unixSeconds,
} from './platform/clock.ts'
export { isDatabaseInstant } from './platform/database-instant.ts'
export { readTimeZone, type TimeZone, UTC } from './platform/date-words.ts'
export type { Basics, Foundation } from './platform/foundation.ts'
export { type Html, html, type PageDocument } from './platform/html.ts'
export { cacheable } from './platform/http/cacheable-reply.ts'
export { type TrustedProxies, trustedProxies } from './platform/http/client-address.ts'
export { type CookieJar, cookieJar } from './platform/http/cookies.ts'
export { type ListeningServer, listen } from './platform/http/listen.ts'
export { createServer } from './platform/http/node-http.ts'
export { type HttpProblem, PROBLEM_DETAIL, PROBLEM_STATUS } from './platform/http/problem.ts'
export { asset, json, pageWith as page, type Reply, redirect, refusing, text } from './platform/http/reply.ts'
export { type HttpRequest, type Route, route } from './platform/http/route.ts'
export { pathParameters } from './platform/http/routing.ts'
export { createServer as createServiceServer } from './platform/http/server.ts'
export { IDEMPOTENCY_KEY } from './platform/idempotency-key.ts'
export { type Keyring, keyring, tryUnseal } from './platform/keyring.ts'
export { inLanguage, languageWith, type Translations } from './platform/languages.ts'
export type { Log } from './platform/log.ts'
export type { Metric } from './platform/metric.ts'
export { namesOf } from './platform/names-of.ts'
export {
  countSchema,
  INSTANT,
  instantSchema,
  listOf,
  objectSchema,
  orNull,
  type Parameter,
  RETRY_AFTER,
  type Schema,
  textSchema,
} from './platform/operation.ts'
export { parseOwnJson } from './platform/own-json.ts'
export { plural } from './platform/plurals.ts'
export { type DatabasePool, openPool } from './platform/postgres/connect.ts'
export { isUndefinedTable } from './platform/postgres/outage.ts'
export { type Random, randomUuid } from './platform/random.ts'
export { accepted, type Result, refused } from './platform/result.ts'
export { sentenceForSupporters } from './platform/room/event.ts'
export {
  FINDING_WEIGHTS,
  type Finding,
  type Reader,
  type Said,
  sayWay,
} from './platform/room/explains.ts'
export { sayHeld } from './platform/room/holds.ts'
export type { ListedLimit } from './platform/room/limit.ts'
export { collectComponents } from './platform/schema-components.ts'
export { constantTimeEqual, Secret, sha256 } from './platform/secret.ts'
export { systemClock } from './platform/system-clock.ts'
export { systemLog } from './platform/system-log.ts'
export { systemKeyPair, systemRandom } from './platform/system-random.ts'
export { isUuid } from './platform/uuid.ts'
export { countedProgram, findCounters, findSpentCounters, type LimitConfig } from './rate-limits/index.ts'
export { countRefusals, type HourlyRefusals } from './refusals/index.ts'
export { EXPLAINS, HEADS, OWN_LINKS } from './room-heads.ts'
export { EVENTS, findEventName, LIMITS } from './rooms.ts'
export { listSigningKeys, type Signer } from './signing-keys/index.ts'
