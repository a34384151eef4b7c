/**
 * The programs that citizens sign in to, as OAuth clients: their registration, secrets, exact redirect URIs and
 * authentication (RFC 6749 section 2.3.1, HTTP Basic alone). Only operators add and change them; there is no dynamic
 * registration. `access` has what a citizen has allowed a program.
 */
export { addClient, addNamedClient, isChosenId, type NewClient } from './add-client.ts'
export {
  type AuthenticatedClient,
  type ClientAuthenticator,
  createClientAuthenticator,
  type ProvenClient,
} from './authenticate-client.ts'
export { readBasicCredentials } from './basic-credentials.ts'
export {
  type ClientChange,
  disableClient,
  enableClient,
  removeClient,
  type UpdateClientFault,
  updateClient,
} from './change-client.ts'
export {
  addClientSecret,
  endClientSecret,
  handInClientSecret,
  isSecretLabel,
  retireClientSecret,
} from './change-secrets.ts'
export { type Client, type ClientRegistration, type Confirmation } from './client.ts'
export { type ClientDirectory, createClientDirectory } from './client-directory.ts'
export { type ClientSecret, isLive, isRetired, isWeakSecret, MOST_LIVE_SECRETS } from './client-secret.ts'
export { type ClientSecretKey, findClientSecrets, findSecretsOfClients } from './client-secret-store.ts'
export {
  findClient,
  findClientsAfter,
  isCurrentClient,
  listClientNames,
  listClients,
  lockClients,
} from './client-store.ts'
export { type EndingSecret, findEndingSecrets, TOLD_BEFORE_SECONDS } from './ending-secrets.ts'
export { type HomeFacts, homeOf, namesOf, type Program, programIn } from './program.ts'
export { readWholeRegistration } from './registration.ts'
export { REGISTRATION } from './registration-schema.ts'
export { CLIENTS } from './room.ts'
export { type ClientFault, sayClientFault, sayClientFaults, saySecretFault } from './say-faults.ts'
export { SCOPES, STANDARD_SCOPE } from './scope.ts'
export { watchSecrets } from './watch-secrets.ts'
export { findWrongSecrets, type WrongSecret } from './wrong-secrets.ts'
