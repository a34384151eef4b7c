/**
 * Passwords whose hashes another system made: argon2, bcrypt, scrypt, PBKDF2, SHA-crypt, SSHA and phpass, as the systems write them. A
 * hash is sealed and stands where ours stand, until its citizen gives the right password for the first time: then it is replaced by ours.
 * Comparisons have a process and a queue of their own, so that those that cost more slow nobody else. What is too weak, or would take
 * too much work, is not taken; its citizen sets a new password by mail
 * (docs/decisions/0111-hashes-of-other-systems-are-sealed-and-replaced.md).
 */

export { FOREIGN_PASSWORDS } from './room.ts'
export { openHash, readBroughtHash, sealHash } from './stored-hash.ts'
