// Lint rules for the JavaScript: style, and the imports that each folder of www/ may have
// (docs/develop/architecture.md, Module dependencies). The type check (tsconfig.json) finds undefined names.

import { readFileSync, readdirSync } from 'node:fs';
import js from '@eslint/js';

const WWW_FOLDER = new URL('www/', import.meta.url);

/** The folders that wire everything together. They import what they need, except each other. */
const WIRING = ['embed', 'page', 'race'];

/**
 * The folders and files that each other folder of www/ may import besides its own files.
 * @type {Record<string, string[]>}
 */
export const IMPORTS = {
  about: ['engine/', 'game/seed.js', 'pkg-game/afterstate.js', 'storage/', 'text/', 'vendor/', 'view/'],
  advisor: ['engine/', 'players/', 'text/'],
  ask: ['advisor/', 'engine/', 'game/', 'state/', 'vendor/'],
  engine: ['text/'],
  game: ['text/'],
  input: ['state/'],
  lab: ['engine/', 'pkg-game/afterstate.js', 'players/', 'state/', 'storage/', 'text/', 'view/'],
  learn: ['engine/', 'state/notices.js', 'storage/', 'text/', 'view/'],
  offline: [],
  players: ['engine/', 'storage/solutions.js'],
  state: ['engine/protocol.js', 'game/', 'storage/', 'text/', 'vendor/'],
  storage: ['game/daily.js', 'game/findings.js', 'game/size.js', 'style/themes.js', 'text/', 'vendor/'],
  style: ['text/'],
  text: [],
  view: ['engine/protocol.js', 'game/', 'state/', 'text/', 'vendor/'],
};

/** Folders whose types each folder may import besides. @type {Record<string, string[]>} */
const TYPES = { advisor: ['game/'], game: ['storage/record.js'], storage: ['game/'] };

for (const { name } of readdirSync(WWW_FOLDER, { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
))
  if (!Object.hasOwn(IMPORTS, name) && ![...WIRING, 'icons', 'pictures', 'vendor'].includes(name))
    throw new Error(`eslint.config.js does not say what www/${name} may import`);

/** The views: the files of www/view that follow the state. The others are what views are made of. */
const VIEWS = readdirSync(new URL('view/', WWW_FOLDER)).filter((file) =>
  readFileSync(new URL(`view/${file}`, WWW_FOLDER), 'utf8').includes("from '../vendor/signals-core.js'"),
);
const NO_VIEW = {
  regex: `^\\./(${VIEWS.join('|')})$`,
  message: 'A view knows no other view: let both follow the state.',
};
/** Every import is a file of the page. */
const FILES = { regex: '^(?!\\.\\.?/)', message: 'Import files of www/ by relative paths.' };
const NO_OTHER_PAGE = {
  regex: `^\\.\\./(${[...WIRING, 'about', 'lab', 'learn'].join('|')})/`,
  message: 'What two pages share belongs to a folder that is neither’s.',
};
const NO_PAGE = {
  selector: ':function > Identifier[name=/^(game|the)?page$/i]',
  message: 'Take the state, or a part of it, not the page.',
};

const NO_CHANGE = {
  selector: `:matches(AssignmentExpression > .left, UpdateExpression > .argument)[property.name='value']:matches([object.object.name=/^(state|race|player|rival|puzzles)$/], [object.object.property.name='state'], [object.name=/^(parting|phase)$/])`,
  message: 'Only the functions of www/state/ change the state.',
};

/** Folders that may name `document` and `window`. */
const DOCUMENT = [
  'www/view/**',
  'www/input/**',
  'www/page/**',
  'www/embed/**',
  'www/about/main.js',
  'www/about/live-view.js',
  'www/lab/**',
  'www/learn/main.js',
  'www/learn/*-view.js',
  'www/learn/plot.js',
  'www/race/**',
  'www/text/load.js',
  'www/storage/early.js',
];
const STORAGE = ['www/storage/**'];
const PARALLEL = {
  selector: 'Literal[value=/pkg-parallel/]',
  message: 'Only engine/ loads the package with threads.',
};

const WWW = ['www/**/*.js'];
const STORES = ['localStorage', 'sessionStorage', 'indexedDB'];
const globals = (/** @type {string[]} */ names) => [
  'error',
  ...names.map((name) => ({ name, message: 'See eslint.config.js for where it may stand.' })),
];

/**
 * The same for types, which are imported in comments: no rule of ESLint reads those.
 * @type {import('eslint').Rule.RuleModule}
 */
const typeImports = {
  meta: { schema: false },
  create: ({ options: [regex, message], report, sourceCode }) => ({
    Program() {
      for (const { value, loc } of sourceCode.getAllComments())
        for (const [, path = ''] of value.matchAll(/(?:from |import\()'(\.[^']+)'/g))
          if (loc && new RegExp(regex).test(path))
            report({ loc, message: `${message} Not the types of ${path}.` });
    },
  }),
};

/** @param {string} folder @param {string[]} allowed */
function importsOf(folder, allowed) {
  const others = allowed
    .map((path) => (path.endsWith('/') ? path : `${path.replaceAll('.', '\\.')}$`))
    .join('|');
  // Folders have no subfolders, so imports from other folders begin with `../`.
  const regex = `^(?!\\./)${others === '' ? '' : `(?!\\.\\./(${others}))`}`;
  // The types of the messages to workers and of the rules are for everybody.
  const types = [
    ...allowed,
    ...(TYPES[folder] ?? []),
    'engine/types.js',
    'pkg-game/',
    'pkg-learn/',
    'pkg-papers/',
    'pkg/',
  ];
  const typeRegex = `^(?!\\./)(?!\\.\\./(${types.join('|')}))`;
  const message = `www/${folder} may import ${['its own files', ...allowed].join(', ')}.`;
  const late = { selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`, message };
  return {
    files: [`www/${folder}/*.js`],
    plugins: { layers: { rules: { types: typeImports } } },
    rules: {
      'layers/types': ['error', typeRegex, message],
      'no-restricted-imports': [
        'error',
        { patterns: [{ regex, message }, ...(folder === 'view' ? [NO_VIEW] : [])] },
      ],
      'no-restricted-syntax': [
        'error',
        late,
        NO_PAGE,
        ...(folder === 'engine' ? [] : [PARALLEL]),
        ...(folder === 'state' ? [] : [NO_CHANGE]),
      ],
    },
  };
}

export default [
  { ignores: ['dist/', 'dist-packages/', 'dist-release/', 'target/', 'www/vendor/', '**/node_modules/'] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-implicit-globals': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      // Prettier formats code; strings may be longer.
      'max-len': ['error', { code: 1000, comments: 110, ignoreUrls: true }],
    },
  },
  {
    files: WWW,
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'max-lines-per-function': ['error', { max: 100, skipComments: true }],
      'no-restricted-globals': globals(['document', 'window', ...STORES]),
      'no-restricted-imports': ['error', { patterns: [FILES] }],
      'no-restricted-syntax': ['error', PARALLEL],
      'no-restricted-properties': [
        'error',
        ...STORES.flatMap((property) =>
          ['window', 'globalThis', 'self'].map((object) => ({ object, property })),
        ),
      ],
    },
  },
  {
    files: ['tests/browser/*.js'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['[async=true]', '[body.callee.name=Promise]'].map((form) => ({
          selector: `CallExpression[callee.property.name=waitForFunction] > ArrowFunctionExpression${form}`,
          message: 'It would be asked only once, because a promise is true: use untilTrue of table.js.',
        })),
      ],
    },
  },
  { files: DOCUMENT, rules: { 'no-restricted-globals': globals(STORES) } },
  { files: STORAGE, rules: { 'no-restricted-globals': globals(['document', 'window']) } },
  { files: ['www/storage/early.js'], rules: { 'no-restricted-globals': 'off' } },
  { files: ['www/sw.js'], rules: { 'no-restricted-syntax': 'off' } },
  ...Object.entries(IMPORTS).map(([folder, allowed]) => importsOf(folder, allowed)),
  {
    files: [`www/{${WIRING.join()}}/*.js`],
    plugins: { layers: { rules: { types: typeImports } } },
    rules: {
      'layers/types': ['error', NO_OTHER_PAGE.regex, NO_OTHER_PAGE.message],
      'no-restricted-imports': ['error', { patterns: [FILES, NO_OTHER_PAGE] }],
      'no-restricted-syntax': ['error', PARALLEL, NO_CHANGE],
    },
  },
];
