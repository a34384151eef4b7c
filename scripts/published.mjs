// The packages that a release publishes, each behind those that it depends on: the oldest Node that each runs on, and the
// dependencies that their users choose to install. Whatever goes through the packages reads this list.
const OLDEST_NODE = '>=20.11'

/** The service uses what Node 22 brought (docs/versioning.md). */
export const OLDEST_NODE_OF_THE_SERVICE = '>=22.18'

export const PACKAGES = [
  { folder: 'app', peers: {}, node: OLDEST_NODE },
  { folder: 'conformance', peers: {}, node: OLDEST_NODE },
  { folder: 'create-program', peers: {}, node: OLDEST_NODE },
  {
    folder: 'program',
    peers: {
      ...{ fastify: '>=5', hono: '>=4', '@nestjs/common': '>=12', '@nestjs/core': '>=12' },
      ...{ pg: '>=8', postgres: '>=3', mysql2: '>=3' },
    },
    node: OLDEST_NODE,
  },
  { folder: 'processes', peers: {}, node: OLDEST_NODE_OF_THE_SERVICE },
  { folder: 'gate', peers: {}, node: OLDEST_NODE_OF_THE_SERVICE },
  { folder: 'embedded-postgres', peers: {}, node: OLDEST_NODE },
  {
    folder: 'identity',
    peers: { '@portico/embedded-postgres': undefined },
    node: OLDEST_NODE_OF_THE_SERVICE,
  },
  { folder: 'simulator', peers: {}, node: OLDEST_NODE_OF_THE_SERVICE },
  { folder: 'console', peers: {}, node: OLDEST_NODE_OF_THE_SERVICE },
]
