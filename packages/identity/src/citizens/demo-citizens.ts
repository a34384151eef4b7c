const NAMES = ['ana', 'boris', 'cedomila', 'olga', 'uma', 'simon']

/** The addresses of the citizens that `npm start` and the simulator make. Nobody can receive mail there (RFC 2606). */
export const DEMO_ADDRESSES = NAMES.map((name) => `${name}@example.test`)

/** Their password. It is no secret, because they exist only on a developer's machine. */
export const DEMO_PASSWORD = 'a walk along the river'
