// For `node --import`: makes imports of Express load version 4.
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (name, context, next) => next(name === 'express' ? 'express4' : name, context),
})
