import { signInWithoutPause } from '../sign-in-without-pause.fixture.ts'
import { embeddedStore } from './index.ts'

await signInWithoutPause(embeddedStore({ file: process.argv[2] ?? '' }))
