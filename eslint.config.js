// What is asked of the JavaScript beyond its types. Undefined names are found by the type check (tsconfig.json).

import js from '@eslint/js';

export default [
  { ignores: ['dist/', 'target/', 'node_modules/'] },
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
    },
  },
  {
    files: ['www/**/*.js'],
    rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] },
  },
];
