// The rooms and what each may look down on.
const {
  EMBEDDED_DOOR,
  PROCESSES_DOORS,
  PARTS_THAT_ARE_PACKAGES,
} = require('./.dependency-cruiser.packages.cjs')
const { GATE, IDENTITY, PROGRAM, REMOVABLE } = require('./plan.ts')

const SRC = IDENTITY.src
const PROGRAM_DOORS =
  '^packages/program/src/(index|(command|store/(postgres|sqlite|mysql))/index|frameworks/node)\\.ts$'
const PARTS_DOOR = `^${SRC}/parts\\.ts$`
const ROOM_HEADS = `^${SRC}/room-heads\\.ts$`
const HEAD = `^${SRC}/[^/]+/(head|tables|findings)\\.ts$`
const TEST = '\\.(test|test-d|fixture)\\.ts$'
const STORE = ['-store\\.ts$', `^${SRC}/[^/]+/statements/`]

/** Files that read requests or write replies, by their names; in the room `hosted-page` every file does. */
const SPEAKS_HTTP = [
  `^${SRC}/hosted-page/`,
  `^${SRC}/.+[/-](routes|page|pages|api|request|credentials|cookie|reply|replies|server)\\.ts$`,
]

/** What it keeps is the answer itself, so it is the one use case that knows HTTP (decision 62). */
const ANSWERS_ONCE = `^${SRC}/hosted-page/(answer-once|kept-answer|index)\\.ts$`

/** One rule a room, and one that keeps unplanned rooms away. */
function rulesOf(name, { src, rooms }) {
  const rules = Object.entries(rooms).map(([room, { looksDownOn: below }]) => ({
    name: `${name}-${room}-looks-down`,
    comment: `${room} may look down on: ${below.join(', ') || 'the platform alone'}`,
    severity: 'error',
    from: { path: `^${src}/${room}/`, pathNot: TEST },
    to: {
      path: `^${src}/[^/]+/`,
      pathNot: [
        `^${src}/${room}/`,
        `^${src}/platform/`,
        ...below.map((other) => `^${src}/${other}/(index|[a-z-]+/index)\\.ts$`),
      ],
    },
  }))
  const planned = Object.keys(rooms).join('|')
  return [
    ...rules,
    {
      name: `${name}-planned-rooms-only`,
      comment: 'A folder that is not in the plan above has no place in the building yet.',
      severity: 'error',
      from: {},
      to: { path: `^${src}/[^/]+/`, pathNot: `^${src}/(${planned})/` },
    },
  ]
}

/** A room that can be taken away is named by those that stand upon it, and by the lists of rooms. */
function removableRule(room) {
  const above = Object.entries(IDENTITY.rooms).filter(([, { looksDownOn }]) => looksDownOn.includes(room))
  const users = [room, ...above.map(([name]) => name)].join('|')
  return {
    name: `nothing-needs-${room}`,
    comment: 'What a test of another room needs of it is in a fixture that every room can have (fixturesOf).',
    severity: 'error',
    from: { pathNot: [`^${SRC}/(${users})/`, `^${SRC}/(rooms|room-heads)\\.ts$`] },
    to: { path: `^${SRC}/${room}/` },
  }
}

module.exports = {
  forbidden: [
    ...rulesOf('identity', IDENTITY),
    ...rulesOf('program', PROGRAM),
    ...rulesOf('gate', GATE),
    ...REMOVABLE.map(removableRule),
    ...PARTS_THAT_ARE_PACKAGES,
    {
      name: 'packages-meet-on-the-wire',
      comment:
        'Packages share no code but through the doors named above, so that one misreading of an RFC cannot hide on both sides.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: TEST },
      to: {
        path: '^packages/[^/]+/',
        pathNot: ['^packages/$1/', EMBEDDED_DOOR, PROCESSES_DOORS, PROGRAM_DOORS, PARTS_DOOR],
      },
    },
    {
      name: 'parts-are-for-simulator-and-console',
      comment: 'They stand around the service, and are made of its parts (decisions 86 and 117).',
      severity: 'error',
      from: { pathNot: '^packages/(simulator|console)/' },
      to: { path: PARTS_DOOR },
    },
    {
      name: 'only-gate-and-console-stand-on-the-program-side',
      comment: 'Both are programs. They use the package of programs by its doors, as any program does.',
      severity: 'error',
      from: { path: '^packages/(?!gate/|program/|console/)[^/]+/src/', pathNot: TEST },
      to: { path: '^packages/program/' },
    },
    {
      name: 'nothing-loads-simulator-or-console',
      comment:
        'Nothing of them can be switched on in `portico serve`. `portico dev` finds the simulator by its name (decision 86); the console is a process of its own (decision 117).',
      severity: 'error',
      from: { pathNot: '^packages/(simulator|console)/' },
      to: { path: '^packages/(simulator|console)/' },
    },
    {
      name: 'platform-knows-no-room',
      severity: 'error',
      from: { path: '^packages/(identity|program|gate)/src/platform/', pathNot: TEST },
      to: {
        path: '^packages/(identity|program|gate)/src/',
        pathNot: ['^packages/(identity|program|gate)/src/platform/', PROGRAM_DOORS],
      },
    },
    {
      name: 'doors-only',
      comment: 'Files outside the rooms come in by the door too.',
      severity: 'error',
      from: { path: `^(${SRC}/[^/]+\\.ts$|scripts/)`, pathNot: [TEST, ROOM_HEADS] },
      to: {
        path: `^${SRC}/[^/]+/`,
        pathNot: [`^${SRC}/platform/`, `^${SRC}/[^/]+/index\\.ts$`, `^${SRC}/[^/]+/[a-z-]+/index\\.ts$`],
      },
    },
    {
      name: 'heads-load-nothing',
      comment: 'A command knows every room by its head. A head names a use case, and loads it when it runs.',
      severity: 'error',
      from: { path: [ROOM_HEADS, HEAD] },
      to: {
        path: `^${SRC}/[^/]+/`,
        pathNot: [`^${SRC}/platform/`, HEAD, '/migrations/'],
        dependencyTypesNot: ['type-only', 'dynamic-import'],
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
      from: { path: STORE, pathNot: TEST },
      to: { path: `^${SRC}/(platform/http/|pages/|.*routes\\.ts$)` },
    },
    {
      name: 'http-asks-use-cases',
      comment: 'Route, use case, store: what reads requests and writes replies reads no table.',
      severity: 'error',
      from: { path: SPEAKS_HTTP, pathNot: [TEST, ...STORE, ANSWERS_ONCE] },
      to: { path: STORE },
    },
    {
      name: 'use-cases-know-no-http',
      comment:
        'Use cases, stores and things know no HTTP: only routes, pages, replies and readers of requests import it.',
      severity: 'error',
      from: {
        path: `^${SRC}/[^/]+/`,
        pathNot: [TEST, `^${SRC}/platform/`, ...SPEAKS_HTTP],
      },
      to: { path: `^${SRC}/platform/http/` },
    },
    {
      name: 'journeys-have-a-kit',
      comment: 'Tests and the laboratory share it, and it needs none of them.',
      severity: 'error',
      from: { path: '^journeys/(kit|pages)/' },
      to: { path: '^(journeys|lab)/', pathNot: '^journeys/$1/' },
    },
    {
      name: 'lab-stands-apart',
      comment: 'Nobody needs the laboratory: it is a workspace of its own (decision 86).',
      severity: 'error',
      from: { pathNot: '^lab/' },
      to: { path: '^lab/' },
    },
    {
      name: 'lab-looks-down-on-the-kit',
      comment: 'Bench, day, mutants and siege share the kits and nothing else.',
      severity: 'error',
      from: { path: '^lab/(kit|bench|day|mutants|siege)/' },
      to: {
        path: '^(lab/(bench|day|mutants|siege|pages)|journeys)/',
        pathNot: ['^lab/$1/', '^journeys/kit/'],
      },
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
      to: { path: '(^packages/[^/]+/testing/|\\.(test|test-d|fixture)\\.ts$)', pathNot: 'node_modules' },
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
          '^examples/$1/(server|web|words)/',
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
    {
      name: 'resolvable',
      comment:
        'The packages of the laboratory may be missing. `node:ffi` is younger than the list of Node that this tool has.',
      severity: 'error',
      from: { pathNot: '^lab/' },
      to: { couldNotResolve: true, pathNot: '^(node:)?ffi$' },
    },
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
