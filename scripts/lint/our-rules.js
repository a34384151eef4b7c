/** Rules of docs/style that no linter has. */
const AMBIENT_TIME = 'Time is handed in: take a Clock (rule 5).'

const noNewDate = {
  create: (context) => ({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, message: AMBIENT_TIME })
    },
  }),
}

const noDefaultExport = {
  create: (context) => ({
    ExportDefaultDeclaration: (node) => context.report({ node, message: 'Named exports only (rule 1).' }),
  }),
}

const noEnum = {
  create: (context) => ({
    TSEnumDeclaration: (node) => context.report({ node, message: 'Use a union of words (rule 10).' }),
  }),
}

export default {
  meta: { name: 'portico' },
  rules: { 'no-new-date': noNewDate, 'no-default-export': noDefaultExport, 'no-enum': noEnum },
}
