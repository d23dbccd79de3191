import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

/** Numbers, lists, times and dates are written in the language that was chosen, not in the browser's. */
const browsersLanguage = [
  "NewExpression[callee.object.name='Intl']",
  "CallExpression[callee.property.name=/^toLocale(Date|Time)?String$/]",
]
  .flatMap((call) => [
    `${call}[arguments.length=0]`,
    `${call}[arguments.0.type='Identifier'][arguments.0.name='undefined']`,
  ])
  .map((selector) => ({ selector, message: "Say in which language: language()." }));

/** In Safari, a module that waits while it is loaded lets others run too early. */
const waitingModules = {
  selector: ":matches(AwaitExpression, ForOfStatement[await=true]):not(:function *)",
  message: "Await in a function that is called: Safari runs other modules too early otherwise.",
};

export default defineConfig(
  { ignores: ["src/protocol/wire.ts", "src/app/worker.js"] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ["eslint.config.js", "svelte.config.js"] },
        extraFileExtensions: [".svelte"],
        svelteConfig,
        parser: ts.parser,
      },
    },
    rules: {
      "max-lines": ["error", { max: 400, skipBlankLines: true }],
      "no-restricted-syntax": ["error", ...browsersLanguage],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // A promise is what its caller waits for, whether or not this one has something to wait for.
      "@typescript-eslint/require-await": "off",
      // Sets and maps that are made and read within one function need no signals.
      "svelte/prefer-svelte-reactivity": "off",
      // Takes the reason behind an ignored warning for the names of further warnings.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  { files: ["src/**"], rules: { "no-restricted-syntax": ["error", ...browsersLanguage, waitingModules] } },
  {
    // The types of other components are svelte-check's business: here they are all unknown.
    files: ["**/*.svelte"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
      "@typescript-eslint/no-unnecessary-type-assertion": "off",
      "@typescript-eslint/no-redundant-type-constituents": "off",
      // A bindable property is written for its parent.
      "no-useless-assignment": "off",
    },
  },
);
