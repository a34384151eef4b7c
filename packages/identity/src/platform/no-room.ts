/** Why nothing more can be written to a disk, and what to do, by the code of the system's error. */
export const NO_ROOM: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'the quota of the disk is used up: make room',
  EFBIG: 'this user may not write a file of this size: raise the limit',
}
