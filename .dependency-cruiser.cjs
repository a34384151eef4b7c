/**
 * The plan of the building: each room, and the rooms it may look down on (by their doors). A room that is not
 * planned here fails the check, and so does looking up or sideways.
 */
const IDENTITY = {
  platform: [],
  pages: [],
  visits: ['pages'],
  audit: [],
  'rate-limits': [],
  mail: ['audit'],
  metrics: [],
  health: [],
  passwords: [],
  'signing-keys': ['audit'],
  citizens: ['audit'],
  clients: ['audit'],
  attempts: ['citizens', 'rate-limits', 'audit'],
  access: ['clients', 'citizens', 'audit'],
  oauth: ['access', 'clients', 'citizens', 'signing-keys', 'rate-limits', 'audit', 'visits', 'pages'],
  enrollment: [
    'oauth',
    'access',
    'attempts',
    'citizens',
    'passwords',
    'rate-limits',
    'mail',
    'audit',
    'visits',
    'pages',
  ],
  recovery: [
    'oauth',
    'access',
    'attempts',
    'citizens',
    'passwords',
    'rate-limits',
    'mail',
    'audit',
    'visits',
    'pages',
  ],
  'sign-in': [
    'oauth',
    'access',
    'attempts',
    'citizens',
    'passwords',
    'rate-limits',
    'mail',
    'audit',
    'visits',
    'pages',
  ],
  'account-pages': [
    'sign-in',
    'oauth',
    'access',
    'attempts',
    'clients',
    'citizens',
    'passwords',
    'rate-limits',
    'mail',
    'audit',
    'visits',
    'pages',
  ],
  development: ['mail', 'pages'],
  backups: ['signing-keys', 'citizens', 'audit'],
  command: [
    'backups',
    'signing-keys',
    'access',
    'attempts',
    'clients',
    'citizens',
    'rate-limits',
    'mail',
    'audit',
  ],
}

/** The same for the program side: frameworks and the command stand on top, the test kit beside. */
const PROGRAM = {
  platform: [],
  sealing: [],
  store: [],
  central: [],
  sessions: ['central', 'store', 'sealing'],
  routes: ['sessions', 'central', 'store'],
  frameworks: ['sessions'],
  command: ['store', 'sealing'],
  testing: ['store', 'sealing'],
}

const SRC = 'packages/identity/src'
const TEST = '\\.(test|fixture)\\.ts$'

/** One rule a room, and one that keeps unplanned rooms away. */
function rulesOf(name, src, plan) {
  const rooms = Object.entries(plan).map(([room, below]) => ({
    name: `${name}-${room}-looks-down`,
    comment: `${room} may look down on: ${below.join(', ') || 'the platform alone'}`,
    severity: 'error',
    from: { path: `^${src}/${room}/`, pathNot: TEST },
    to: {
      path: `^${src}/[^/]+/`,
      pathNot: [
        `^${src}/${room}/`,
        `^${src}/platform/`,
        ...below.map((other) => `^${src}/${other}/(index|[a-z]+/index)\\.ts$`),
      ],
    },
  }))
  const planned = Object.keys(plan).join('|')
  return [
    ...rooms,
    {
      name: `${name}-planned-rooms-only`,
      comment: 'A folder that is not in the plan above has no place in the building yet.',
      severity: 'error',
      from: {},
      to: { path: `^${src}/[^/]+/`, pathNot: `^${src}/(${planned})/` },
    },
  ]
}

module.exports = {
  forbidden: [
    ...rulesOf('identity', SRC, IDENTITY),
    ...rulesOf('program', 'packages/program/src', PROGRAM),
    {
      name: 'packages-meet-on-the-wire',
      comment:
        'The three packages share no code, so that one misreading of an RFC cannot hide on both sides.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: TEST },
      to: { path: '^packages/[^/]+/', pathNot: '^packages/$1/' },
    },
    {
      name: 'platform-knows-no-room',
      severity: 'error',
      from: { path: '^packages/(identity|program)/src/platform/', pathNot: TEST },
      to: {
        path: '^packages/(identity|program)/src/',
        pathNot: '^packages/(identity|program)/src/platform/',
      },
    },
    {
      name: 'doors-only',
      comment: 'Files outside the rooms come in by the door too.',
      severity: 'error',
      from: { path: `^(${SRC}/[^/]+\\.ts$|scripts/)`, pathNot: TEST },
      to: {
        path: `^${SRC}/[^/]+/`,
        pathNot: [`^${SRC}/platform/`, `^${SRC}/[^/]+/index\\.ts$`, `^${SRC}/[^/]+/[a-z]+/index\\.ts$`],
      },
    },
    {
      name: 'oauth-endpoints-stand-apart',
      comment: 'What two endpoints share lies beside them, in oauth/ itself.',
      severity: 'error',
      from: { path: `^${SRC}/oauth/([^/]+)/`, pathNot: TEST },
      to: { path: `^${SRC}/oauth/[^/]+/`, pathNot: `^${SRC}/oauth/$1/` },
    },
    {
      name: 'stores-know-sql-alone',
      severity: 'error',
      from: { path: `^${SRC}/.*(-store\\.ts$|/statements/)` },
      to: { path: `^${SRC}/(platform/http/|pages/|.*routes\\.ts$)` },
    },
    {
      name: 'routes-ask-use-cases',
      comment: 'Route, use case, store: a route reads no table.',
      severity: 'error',
      from: { path: `^${SRC}/.*routes\\.ts$` },
      to: { path: '-store\\.ts$' },
    },
    {
      name: 'use-cases-know-no-http',
      comment: 'A verb-thing file decides; what HTTP looks like is for routes and replies.',
      severity: 'error',
      from: { path: `^${SRC}/[^/]+/[a-z-]+-store\\.ts$` },
      to: { path: `^${SRC}/platform/http/` },
    },
    {
      name: 'lab-looks-down-on-its-kit',
      comment: 'Bench, siege and journeys share the kit and nothing else.',
      severity: 'error',
      from: { path: '^(lab/(?:kit|bench|siege)|journeys)/' },
      to: { path: '^(lab/(bench|siege)|journeys)/', pathNot: '^$1/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-drawers',
      comment: 'Name the thing; a drawer named utils is where names go to die.',
      severity: 'error',
      from: {},
      to: { path: '/(utils?|helpers?|common|misc|types)(/|\\.ts$)', pathNot: 'node_modules' },
    },
    {
      name: 'sources-need-no-tests',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: TEST },
      to: { path: '(^packages/[^/]+/testing/|\\.test\\.ts$|\\.fixture\\.ts$)', pathNot: 'node_modules' },
    },
    {
      name: 'examples-stand-alone',
      comment:
        'An example uses the two packages by their doors, as any program does; copying it must be enough.',
      severity: 'error',
      from: { path: '^examples/([^/]+)/', pathNot: [TEST, '^examples/[^/]+/testing/'] },
      to: {
        path: '^(packages|scripts|journeys|lab|docs|examples)/',
        pathNot: [
          '^examples/$1/(server|web)/',
          '^packages/(program|app)/src/(index|store/postgres/index|frameworks/[a-z]+)\\.ts$',
        ],
      },
    },
    {
      name: 'nobody-needs-an-example',
      comment: 'Only what starts the examples, and what tries them, knows them.',
      severity: 'error',
      from: { pathNot: '^(examples|scripts|journeys|lab)/' },
      to: { path: '^examples/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
}
