// Given to `node --import`: whoever asks for Express gets version 4.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (name, context, next) => next(name === 'express' ? 'express4' : name, context),
})
