/**
 * Citizens of other systems, with their subjects and their passwords: `portico citizen import`, and its mirror `portico citizen export`. Exports
 * of Keycloak, Auth0, Firebase and Django are read as they are. A file is read line by line by the rules of
 * the registration, and stored in batches, each with its events. What cannot be brought is written with what is wrong with it. A file may be
 * brought again: who is there stays as they are (docs/decisions/0113-citizens-are-brought-in-batches.md). An import sends no letter: `portico citizen invite`
 * tells the citizens where their account is now, so many an hour (docs/decisions/0136-invitations-wait-for-other-letters.md).
 */

export { BRING_CITIZENS } from './room.ts'
