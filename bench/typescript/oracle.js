// Samples declarations of a checkout and asks the TypeScript language service who refers to them.
//
//   node oracle.js ROOT [--seed 1] [--count 200] [--out facts.json]
//
// The output is what ../compare.py reads; ../README.md defines its terms.

import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import ts from 'typescript'
import { resolver } from './modules.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '200' }, out: { type: 'string' } },
})
const root = fs.realpathSync(positionals[0] ?? '.')
const relative = (file) => path.relative(root, file).split(path.sep).join('/')
const inside = (file) => !relative(file).startsWith('..') && !file.includes('/node_modules/')

const project = resolver(root)
const service = languageService()
const program = service.getProgram()
const checker = program.getTypeChecker()
const sources = program.getSourceFiles().filter((file) => inside(file.fileName))
const skipped = {}
const skip = (why) => { skipped[why] = (skipped[why] ?? 0) + 1 }

const tokens = index()
const all = population()
const sample = shuffled(all, Number(values.seed)).slice(0, Number(values.count))
const facts = {
  oracle: `typescript ${ts.version}`,
  root,
  seed: Number(values.seed),
  population: all.length,
  skipped,
  judged: sources.filter((file) => !file.isDeclarationFile).map((file) => relative(file.fileName)).sort(),
  symbols: sample.map(describe),
}
const text = JSON.stringify(facts, null, 1)
values.out ? fs.writeFileSync(values.out, text) : console.log(text)
console.error(`${facts.symbols.length} of ${all.length} symbols in ${sources.length} files`)

// ---- the program

function languageService() {
  const host = {
    getCompilationSettings: () => project.options,
    getScriptFileNames: () => project.files,
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      const text = ts.sys.readFile(file)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    resolveModuleNameLiterals: project.resolve,
  }
  return ts.createLanguageService(host)
}

// ---- what can be sampled

function population() {
  const found = []
  for (const file of sources) {
    if (file.isDeclarationFile) { skip('declaration file'); continue }
    const exported = new Set()
    const module = checker.getSymbolAtLocation(file)
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      for (const declaration of meant.declarations ?? []) exported.add(declaration)
    }
    const seen = new Set()
    const add = (name, kind) => {
      const symbol = name && checker.getSymbolAtLocation(name)
      if (!symbol || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return skip('no plain name')
      if (seen.has(symbol)) return
      seen.add(symbol)
      found.push({ file, name, kind, symbol, path: relative(file.fileName), line: lineOf(file, name) })
    }
    const visit = (node) => {
      if (ts.isFunctionDeclaration(node)) return node.name && add(node.name, 'function')
      if (ts.isClassDeclaration(node)) {
        if (node.name) add(node.name, 'class')
        for (const member of node.members) if (ts.isMethodDeclaration(member)) add(member.name, 'method')
        return
      }
      if (ts.isInterfaceDeclaration(node)) return add(node.name, 'interface')
      if (ts.isTypeAliasDeclaration(node)) return add(node.name, 'type')
      if (ts.isEnumDeclaration(node)) return add(node.name, 'enum')
      if (ts.isModuleDeclaration(node) && node.body) return ts.forEachChild(node.body, visit)
      if (!ts.isVariableStatement(node)) return
      for (const one of node.declarationList.declarations) {
        const value = one.initializer
        const callable = value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
        if (!ts.isIdentifier(one.name)) continue
        if (callable) add(one.name, 'function')
        else if (exported.has(one)) add(one.name, 'const')
      }
    }
    ts.forEachChild(file, visit)
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.name.pos - b.name.pos))
}

/** A Fisher-Yates shuffle driven by mulberry32: the same seed gives the same order anywhere. */
function shuffled(list, seed) {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const out = [...list]
  for (let at = out.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other], out[at]]
  }
  return out
}

// ---- one symbol

function describe({ file, name, kind, path, line, symbol }) {
  const references = []
  const declarations = []
  const aliases = new Set()
  const known = new Set()
  for (const entry of entries(symbol, name)) {
    const source = program.getSourceFile(entry.fileName)
    if (!source || !inside(entry.fileName) || source.isDeclarationFile) continue
    const node = tokenAt(source, entry.textSpan.start)
    const key = `${entry.fileName}:${entry.textSpan.start}`
    if (known.has(key)) continue
    known.add(key)
    const place = { path: relative(entry.fileName), line: 1 + source.getLineAndCharacterOfPosition(entry.textSpan.start).line }
    if (!node) { skip('reference in a comment'); continue }
    if (names(node)) { declarations.push(place); continue }
    if (ts.isIdentifier(node) && node.text !== name.text && node.text !== 'default') aliases.add(node.text)
    references.push({ ...place, call: calls(node), enclosing: enclosing(source, node), tag: tag(node) })
  }
  const others = []
  for (const node of (tokens.get(name.text) ?? [])) {
    const source = node.getSourceFile()
    if (known.has(`${source.fileName}:${node.getStart(source)}`)) continue
    others.push({ path: relative(source.fileName), line: lineOf(source, node), tag: tag(node), what: meaning(node) })
  }
  const parent = symbol.parent && kind === 'method' ? `${symbol.parent.name}.` : ''
  return { path, line, name: name.text, qualified: parent + name.text, kind, aliases: [...aliases], declarations, references, others }
}

/** What the service answers at every declaration of a symbol: an interface and a const of one name are one symbol. */
function entries(symbol, name) {
  const names = new Set([name])
  for (const declaration of symbol.declarations ?? []) {
    if (declaration.name && inside(declaration.getSourceFile().fileName)) names.add(declaration.name)
  }
  return [...names].flatMap((one) => {
    const source = one.getSourceFile()
    return (service.findReferences(source.fileName, one.getStart(source)) ?? []).flatMap((group) => group.references)
  })
}

function index() {
  const found = new Map()
  for (const source of sources) {
    const visit = (node) => {
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        const list = found.get(node.text)
        list ? list.push(node) : found.set(node.text, [node])
      }
      ts.forEachChild(node, visit)
    }
    if (!source.isDeclarationFile) visit(source)
  }
  return found
}

function lineOf(source, node) {
  return 1 + source.getLineAndCharacterOfPosition(node.getStart(source)).line
}

/** The name or string at a position; nothing in a comment. */
function tokenAt(source, position) {
  let found
  const visit = (node) => {
    if (position < node.getStart(source) || position >= node.end) return
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node) || node.kind === ts.SyntaxKind.DefaultKeyword || node.kind === ts.SyntaxKind.ThisKeyword) found = node
    else ts.forEachChild(node, visit)
  }
  visit(source)
  // A span within a string begins after its quote.
  return found && (found.getStart(source) === position || ts.isStringLiteralLike(found)) ? found : undefined
}

/** Whether a node is the name of a declaration. Import and export specifiers, object keys and destructured names are uses. */
function names(node) {
  const parent = node.parent
  if (parent?.name !== node) return node.kind === ts.SyntaxKind.DefaultKeyword
  return ts.isFunctionLike(parent) || ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent) || ts.isTypeAliasDeclaration(parent)
    || ts.isEnumDeclaration(parent) || ts.isEnumMember(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent)
    || ts.isPropertyDeclaration(parent) || ts.isPropertySignature(parent) || ts.isModuleDeclaration(parent) || ts.isTypeParameterDeclaration(parent)
}

/** Whether a node is what a call, `new`, a tagged template, a decorator or a JSX element calls. */
function calls(node) {
  let at = node
  while ((ts.isPropertyAccessExpression(at.parent) && at.parent.name === at) || ts.isNonNullExpression(at.parent) || ts.isParenthesizedExpression(at.parent)) at = at.parent
  const parent = at.parent
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === at
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag === at
  if (ts.isDecorator(parent)) return true
  return (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent)) && parent.tagName === at
}

/** `line:name` of the nearest declaration around a node. */
function enclosing(source, node) {
  for (let at = node.parent; at; at = at.parent) {
    const value = ts.isVariableDeclaration(at) || ts.isPropertyAssignment(at) || ts.isPropertyDeclaration(at)
    const callable = at.initializer && (ts.isArrowFunction(at.initializer) || ts.isFunctionExpression(at.initializer) || ts.isClassExpression(at.initializer))
    const outer = ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent ?? at)
    const holds = (value && (callable || outer || ts.isPropertyDeclaration(at))) || ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)
      || ts.isAccessor(at) || ts.isConstructorDeclaration(at) || ts.isClassDeclaration(at) || ts.isInterfaceDeclaration(at)
      || ts.isTypeAliasDeclaration(at) || ts.isEnumDeclaration(at)
    if (holds && at.name !== node) return `${lineOf(source, at)}:${at.name ? at.name.getText(source) : 'constructor'}`
  }
  return null
}

/** What kind of place a reference stands in. */
function tag(node) {
  const parent = node.parent
  if (ts.isStringLiteralLike(node)) return 'string'
  if (node.kind === ts.SyntaxKind.ThisKeyword) return 'this'
  if (ts.findAncestor(node, ts.isJSDoc)) return 'jsdoc'
  if (ts.isExportSpecifier(parent)) return parent.parent.parent.moduleSpecifier ? 're-export' : 'local export list'
  if (ts.isImportSpecifier(parent) || ts.isNamespaceImport(parent) || ts.isImportEqualsDeclaration(parent)) return 'import'
  if (ts.isImportClause(parent)) return 'default import'
  if (ts.isExportAssignment(parent)) return 'export default'
  if (ts.isBindingElement(parent)) return 'destructuring'
  if (ts.isShorthandPropertyAssignment(parent)) return 'shorthand property'
  if (ts.isPropertyAssignment(parent) && parent.name === node) return 'object key'
  if (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent) || ts.isJsxClosingElement(parent)) return 'jsx'
  if (ts.isJsxAttribute(parent)) return 'jsx attribute'
  if (ts.isTypeQueryNode(parent)) return 'typeof'
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    const on = parent.expression.kind
    if (on === ts.SyntaxKind.ThisKeyword || on === ts.SyntaxKind.SuperKeyword) return 'this member'
    return ts.isIdentifier(parent.expression) ? 'member of a name' : 'member of an expression'
  }
  if (ts.isQualifiedName(parent) || ts.isImportTypeNode(parent)) return 'qualified type'
  if (ts.isExpressionWithTypeArguments(parent)) return 'heritage'
  if (ts.isTypeReferenceNode(parent)) return 'type'
  return calls(node) ? 'bare call' : 'bare name'
}

/** What a name of the same spelling means when it is none of the references. */
function meaning(node) {
  if (names(node)) return 'another declaration'
  if (ts.findAncestor(node, ts.isJSDoc)) return 'jsdoc'
  let symbol
  try { symbol = checker.getSymbolAtLocation(node) } catch { return 'unresolved' }
  if (!symbol) return 'unresolved'
  if (symbol.flags & ts.SymbolFlags.Alias) {
    symbol = checker.getAliasedSymbol(symbol)
    if (checker.isUnknownSymbol?.(symbol) || symbol.escapedName === 'unknown') return 'unresolved'
  }
  const declared = symbol.declarations?.[0]
  if (!declared) return symbol.escapedName === 'unknown' || symbol.flags & ts.SymbolFlags.Transient ? 'unresolved' : 'built in'
  const kind = ts.SyntaxKind[declared.kind].replace(/Declaration|Signature$/, '')
  const source = declared.getSourceFile()
  const where = !inside(source.fileName) ? ' of a library' : source === node.getSourceFile() ? ' of the same file' : ''
  return `${kind}${where}`
}
