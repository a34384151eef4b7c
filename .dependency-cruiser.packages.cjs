// Who may use the packages that are parts of what we run, and by which doors.
const { IDENTITY } = require('./plan.ts')

const SRC = IDENTITY.src
const TEST = '\\.(test|test-d|fixture)\\.ts$'
const PROCESSES_DOORS = '^packages/processes/src/(index|parent)\\.ts$'
const EMBEDDED_DOOR = '^packages/embedded-postgres/src/index\\.ts$'

const PARTS_THAT_ARE_PACKAGES = [
  {
    name: 'embedded-postgres-is-for-identity',
    comment: 'Only the identity service, and what starts or tests it, brings a PostgreSQL server of its own.',
    severity: 'error',
    from: { pathNot: '^(packages/(identity|embedded-postgres)|scripts|journeys|lab)/' },
    to: { path: '^packages/embedded-postgres/' },
  },
  {
    name: 'embedded-postgres-is-loaded-in-one-place',
    comment: 'An installed service has this package only where the operator wants it (decision 32).',
    severity: 'error',
    from: { path: `^${SRC}/`, pathNot: [TEST, `^${SRC}/load-embedded\\.ts$`] },
    to: { path: '^packages/embedded-postgres/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'embedded-postgres-has-one-door',
    severity: 'error',
    from: { pathNot: '^packages/embedded-postgres/' },
    to: { path: '^packages/embedded-postgres/', pathNot: EMBEDDED_DOOR },
  },
  {
    name: 'processes-stands-on-nothing',
    comment:
      'The service and the gate stand on it, on the two sides of the wire. It knows neither, and no package (decision 125).',
    severity: 'error',
    from: { path: '^packages/processes/src/', pathNot: TEST },
    to: { pathNot: '^packages/processes/src/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'processes-is-for-what-serves',
    comment: 'By its two doors. A program runs as many processes as its own server starts.',
    severity: 'error',
    from: { path: '^packages/(?!processes/)[^/]+/src/', pathNot: [TEST, '^packages/(identity|gate)/src/'] },
    to: { path: '^packages/processes/' },
  },
  {
    name: 'processes-has-two-doors',
    severity: 'error',
    from: { pathNot: '^packages/processes/' },
    to: { path: '^packages/processes/', pathNot: PROCESSES_DOORS },
  },
]

module.exports = { EMBEDDED_DOOR, PARTS_THAT_ARE_PACKAGES, PROCESSES_DOORS }
