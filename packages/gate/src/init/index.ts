/**
 * `portico-gate init`: a folder with everything that a gate needs to start: its settings with a new key, and the file of the proxy
 * that asks it. It registers the program at a simulator on this machine. It changes no file that exists.
 */
export { INIT_OPTIONS } from './choices.ts'
export { initGate } from './init-gate.ts'
