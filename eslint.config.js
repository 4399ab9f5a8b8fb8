// Lint rules for the JavaScript: style, and the imports that each folder of www/ may have
// (docs/develop/architecture.md, Module dependencies). The type check (tsconfig.json) finds undefined names.

import { readFileSync, readdirSync } from 'node:fs';
import js from '@eslint/js';

const WWW_FOLDER = new URL('www/', import.meta.url);

/** Folders of www/ without code of ours. */
const NO_CODE = ['icons', 'pictures', 'vendor'];
/** What the features rest on. @type {Record<string, string[]>} */
const BASE = {
  shared: ['vendor/'],
  engine: ['shared/'],
  players: ['engine/', 'shared/'],
  game: ['shared/', 'vendor/'],
  ai: ['engine/', 'game/', 'players/', 'shared/', 'vendor/'],
};
/** A feature knows no other feature. */
const FEATURE = [...Object.keys(BASE).map((folder) => `${folder}/`), 'pkg-game/afterstate.js', 'vendor/'];
/** The page knows the features by their list. */
const PAGE = [...FEATURE, 'features.js'];

/**
 * The folders and files that each folder of www/ may import besides its own files.
 * @type {Record<string, string[]>}
 */
export const IMPORTS = Object.fromEntries(
  readdirSync(WWW_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NO_CODE.includes(entry.name))
    .map(({ name }) => [name, name === 'page' ? PAGE : (BASE[name] ?? FEATURE)]),
);

/** Folders whose types each folder may import besides. @type {Record<string, string[]>} */
const TYPES = { game: ['ai/'], shared: ['game/state.js', 'game/types.js'] };

/** Files that draw. */
const VIEW = /^(view|.*-view)\.js$/;
/** The views of a folder: its files that draw and follow the state. @param {string} folder */
const viewsOf = (folder) =>
  readdirSync(new URL(`${folder}/`, WWW_FOLDER)).filter(
    (file) =>
      VIEW.test(file) &&
      readFileSync(new URL(`${folder}/${file}`, WWW_FOLDER), 'utf8').includes(
        "from '../vendor/signals-core.js'",
      ),
  );
/** Every import is a file of the page. */
const FILES = { regex: '^(?!\\.\\.?/)', message: 'Import files of www/ by relative paths.' };
const NO_PAGE = {
  selector: ':function > Identifier[name=/^(game|the)?page$/i]',
  message: 'Take the state, or a part of it, not the page.',
};

const NO_CHANGE = {
  selector: `:matches(AssignmentExpression > .left, UpdateExpression > .argument)[property.name='value']:matches([object.object.name=/^(state|race|player|rival|puzzles)$/], [object.object.property.name='state'], [object.name=/^(parting|phase)$/])`,
  message: 'Only the functions of a file named for its state change the state.',
};

/** Files that may change the state. */
const STATE = ['acts', 'dialogs', 'follow', 'notices', 'rate-move', 'review', 'state', 'viewer'];

/** Files that may name `document` and `window`. */
const DOCUMENT = [
  'www/*/{dialog,main,mount,view,*-view}.js',
  'www/{embed,lab,page,race}/**',
  'www/game/{board-parts,input,swipe}.js',
  'www/shared/{announcer,appearance,chart,dialog,early,element,file,frames,load,not-started,page,share,style,toasts}.js',
  'www/daily/board.js',
  'www/setup/{board,size}.js',
  'www/learn/plot.js',
  'www/offline/install.js',
  'www/story/picture.js',
  'www/ai/wake-lock.js',
];
/** Files that may name the browser's storage. */
const STORAGE = ['www/game/kept-games.js', 'www/shared/{database,store}.js'];
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

/**
 * `a ?? 0 > 1` is `a ?? (0 > 1)`, which was never meant.
 * @type {import('eslint').Rule.RuleModule}
 */
const nullishComparison = {
  meta: { schema: false },
  create: ({ report }) => ({
    "LogicalExpression[operator='??'] > BinaryExpression.right[operator=/^([<>]=?|[!=]==?)$/]"(
      /** @type {import('estree').Node} */ node,
    ) {
      report({ node, message: 'The comparison is made before `??`: write (a ?? b) in parentheses.' });
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
  const views = viewsOf(folder);
  const noView = {
    regex: `^\\./(${views.join('|')})$`,
    message: 'A view knows no other view: let both follow the state.',
  };
  /** @param {object[]} syntax @param {object[]} patterns */
  const rules = (syntax, patterns) => ({
    'no-restricted-imports': ['error', { patterns: [{ regex, message }, ...patterns] }],
    'no-restricted-syntax': [
      'error',
      late,
      ...(['embed', 'page'].includes(folder) ? [] : [NO_PAGE]),
      ...(folder === 'engine' ? [] : [PARALLEL]),
      ...syntax,
    ],
  });
  return [
    {
      files: [`www/${folder}/*.js`],
      plugins: { layers: { rules: { types: typeImports } } },
      rules: { 'layers/types': ['error', typeRegex, message], ...rules([NO_CHANGE], []) },
    },
    { files: [`www/${folder}/{${STATE.join()},*-state}.js`], rules: rules([], []) },
    ...(views.length === 0
      ? []
      : [{ files: [`www/${folder}/{view,*-view}.js`], rules: rules([NO_CHANGE], [noView]) }]),
  ];
}

export default [
  { ignores: ['dist/', 'dist-packages/', 'dist-release/', 'target/', 'www/vendor/', '**/node_modules/'] },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { operators: { rules: { nullish: nullishComparison } } },
    rules: {
      'operators/nullish': 'error',
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
  { files: ['www/shared/early.js'], rules: { 'no-restricted-globals': 'off' } },
  { files: ['www/sw.js'], rules: { 'no-restricted-syntax': 'off' } },
  ...Object.entries(IMPORTS).flatMap(([folder, allowed]) => importsOf(folder, allowed)),
];
