// The files of a checkout and how a module name in one of them is resolved: by the nearest
// configuration that holds the file, and by the names of the checkout's own packages.

import fs from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const SOURCE = ['.ts', '.tsx', '.mts', '.cts']
const SCRIPT = ['.js', '.jsx', '.mjs', '.cjs']

export function resolver(root) {
  const listed = ts.sys.readDirectory(root, undefined, ['**/node_modules', '**/.git'], undefined)
  const configs = listed.filter((file) => /^tsconfig.*\.json$/.test(path.basename(file))).map(read).filter(Boolean)
  const packages = workspace(listed)
  const files = new Set(configs.flatMap((config) => config.fileNames))
  const allowJs = configs.some((config) => config.options.allowJs)
  if (files.size === 0) {
    const endings = allowJs ? [...SOURCE, ...SCRIPT] : SOURCE
    for (const file of listed) if (endings.some((ending) => file.endsWith(ending))) files.add(file)
  }
  const shared = {
    target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.Preserve, strict: true, skipLibCheck: true, noEmit: true, allowJs, types: [], lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    experimentalDecorators: configs.some((config) => config.options.experimentalDecorators), allowImportingTsExtensions: true, resolveJsonModule: true,
    customConditions: [...new Set(configs.flatMap((config) => config.options.customConditions ?? []))],
  }

  const own = new Map()
  /** The options that hold for a file: its own project's, else those of the nearest configuration above. */
  function optionsOf(file) {
    if (own.has(file)) return own.get(file)
    const holding = configs.filter((config) => config.names.has(file))
    const above = configs.filter((config) => file.startsWith(path.dirname(config.file) + path.sep))
    const best = (holding.length ? holding : above).sort((a, b) => b.file.length - a.file.length)[0]
    const options = { ...shared, ...(best && { paths: best.options.paths, baseUrl: best.options.baseUrl, pathsBasePath: best.options.pathsBasePath, rootDir: best.options.rootDir, outDir: best.options.outDir, configFilePath: best.file }) }
    own.set(file, options)
    return options
  }

  // A package of the checkout is found as if it were installed, though nothing is.
  const real = (file) => {
    const at = file.lastIndexOf('/node_modules/')
    if (at < 0) return file
    const rest = file.slice(at + '/node_modules/'.length)
    for (const [name, folder] of packages) if (rest === name || rest.startsWith(`${name}/`)) return folder + rest.slice(name.length)
    const parents = [...packages.keys()].some((name) => name.startsWith(`${rest}/`))
    return parents || rest === '' ? root : file
  }
  const modules = {
    fileExists: (file) => ts.sys.fileExists(real(file)),
    readFile: (file) => ts.sys.readFile(real(file)),
    directoryExists: (file) => (file.endsWith('/node_modules') && packages.size > 0) || ts.sys.directoryExists(real(file)),
    realpath: (file) => real(file),
    getCurrentDirectory: () => root,
  }

  function resolve(literals, containing) {
    const options = optionsOf(containing)
    return literals.map((literal) => {
      const found = ts.resolveModuleName(literal.text, containing, options, modules)
      if (found.resolvedModule && !found.resolvedModule.resolvedFileName.endsWith('.d.ts')) return found
      const source = built(literal.text)
      return source ? { resolvedModule: { resolvedFileName: source, extension: path.extname(source), isExternalLibraryImport: false } } : found
    })
  }

  /** The source of a package's entry that only a build would make: `dist/x.js` stands for `src/x.ts`. */
  function built(name) {
    const found = [...packages].filter(([known]) => name === known || name.startsWith(`${known}/`)).sort((a, b) => b[0].length - a[0].length)[0]
    if (!found) return undefined
    const [known, folder] = found
    const inner = name.slice(known.length + 1)
    const entries = []
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
    const collect = (value) => typeof value === 'string' ? entries.push(value) : Object.values(value ?? {}).forEach(collect)
    collect(manifest.exports?.[inner ? `./${inner}` : '.'] ?? (inner ? undefined : [manifest.source, manifest.module, manifest.main]))
    const stems = entries.map((entry) => entry.replace(/^\.\//, '').replace(/(\.d)?\.[cm]?[jt]sx?$/, ''))
    const tries = stems.flatMap((stem) => [stem, stem.replace(/^(dist|lib|build|out)\/((types|cjs|esm)\/)?/, 'src/'), `src/${stem}`])
    tries.push(inner ? `src/${inner}` : 'src/index', inner ? `src/${inner}/index` : 'index')
    for (const stem of tries) for (const ending of SOURCE) {
      const file = path.join(folder, stem + ending)
      if (ts.sys.fileExists(file) && !file.endsWith('.d.ts')) return file
    }
    return undefined
  }

  function workspace(files) {
    const found = new Map()
    for (const file of files.filter((file) => path.basename(file) === 'package.json')) {
      try {
        const { name } = JSON.parse(fs.readFileSync(file, 'utf8'))
        if (name && !found.has(name)) found.set(name, path.dirname(file))
      } catch { /* a fixture need not be valid */ }
    }
    return found
  }

  function read(file) {
    const parsed = ts.readConfigFile(file, ts.sys.readFile)
    if (!parsed.config) return undefined
    const content = ts.parseJsonConfigFileContent(parsed.config, ts.sys, path.dirname(file), undefined, file)
    const fileNames = content.fileNames.filter((name) => !name.includes('/node_modules/') && name.startsWith(root + path.sep))
    return { file, options: content.options, fileNames, names: new Set(fileNames) }
  }

  return { files: [...files].sort(), options: shared, resolve }
}
