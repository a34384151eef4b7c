/**
 * A way into the console when nobody can sign in: all keys are lost, or the service and its mail are down (decision 123). Whoever has the machine makes a code for one operator; it opens the console
 * once, in one browser and network, until an hour after it was made, for looks at the service and at no citizen. Everybody is told. It touches no key: a stolen one is no operator's afterwards either.
 *
 * The command makes the code; the console uses it through the views of its role, where the database compares the hash.
 */
export { findOpenGlass, LASTS_SECONDS, type OpenGlass } from './break-glass-store.ts'
export { endGlassVisit, findGlassVisitor, type GlassVisitor } from './glass-session.ts'
export { type MadeGlass, type MakeRefusal, makeBreakGlass } from './make-break-glass.ts'
export { BREAK_GLASS_ROOM } from './room.ts'
export { useBreakGlass } from './use-break-glass.ts'
