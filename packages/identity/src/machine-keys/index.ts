/**
 * Keys of machines that ask the API of the console (decision 124): each with a name, a role, an end and its last use. Whoever has the machine of the service adds and removes them by the command. The database stores
 * a hash of a hash: the console sends SHA-256 of the key that came, the database hashes it once more and says whose it is, also with each step of an order. What a role may, and the API itself, are the matter of the console.
 *
 * It reaches the command and the console by its head (`machineKeys`). The room can be taken away: then there is neither the command nor the API.
 */
export { MACHINE_KEYS } from './room.ts'
