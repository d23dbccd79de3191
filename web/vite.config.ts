import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, defineConfig, type Plugin } from "vite";

const LOCALES = resolve(import.meta.dirname, "../src/qwirkle/locales");
/** The sentences that the client can need; those of the terminal and for programmers stay behind. */
const WANTED =
  /^(tile|web|chat|serve|bad(?!\.(argument|given|picture))|[TCO]\d+|ui\.(level|verify|start|word)|advice\.(?!basis|end|margin|win)\w+)(\.|$)/;
/** Those of the pages to read and learn from: they come with the first such page. */
const READING = /^(web\.(rule|rules|learn|fair|replay|record|review|analysis|you|ladder)|ui\.verify)\./;
/** What computer players say at a table: it comes with the first one that has some. */
const REMARKS = /^web\.remark\./;
const partOf = (key: string): string => (REMARKS.test(key) ? "remarks" : READING.test(key) ? "reading" : "catalogue");

/** What asks for all the rest. */
const FIRST = /src\/app\/(main|apology|catalogues|pages)\.ts|vite\/preload-helper/;
const BASE =
  /node_modules\/(svelte|esm-env|clsx)|src\/(app|design|editions|(tiles|cards)\/(art|presentation)|storage\/(?!drafts|reviews)|fair\/sha256|local\/(line|strength)|board\/(lines|LineMarks)|protocol\/(api|rows|tiles|ulid))/;
/** Small things that several pages share: each on its own would be one more file to wait for. */
const PARTS =
  /src\/(board\/(camera|runs)|pages\/(here|Box|Kept|Lost|TableList|replay)\b|table\/(Fold|LookBack|Pieces|ScoreChart|Scrubber))/;

/** The languages that have a catalogue, English first; with how each is called in itself. */
const LANGUAGES = readdirSync(LOCALES)
  .filter((name) => extname(name) === ".json")
  .map((name) => name.replace(".json", ""))
  .sort((one, other) => Number(other === "en") - Number(one === "en") || one.localeCompare(other));

function nameOf(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

const sentencesOf = (language: string) =>
  JSON.parse(readFileSync(resolve(LOCALES, `${language}.json`), "utf-8")) as Record<string, unknown>;

/** The module that knows all languages, and how to fetch their sentences when they are asked for. */
function languages(): string {
  const apologies = LANGUAGES.map((language) => {
    const { "web.page_failed": sentence, "web.reload": button } = sentencesOf(language);
    return [language, { sentence, button }];
  });
  const names = Object.fromEntries(LANGUAGES.map((language) => [language, nameOf(language)]));
  const fetchers = (part: string) => LANGUAGES.map((one) => `${one}: () => import("virtual:${part}/${one}")`).join();
  return `export const LANGUAGE_NAMES = ${JSON.stringify(names)};
    export const APOLOGIES = ${JSON.stringify(Object.fromEntries(apologies))};
    export const CATALOGUES = { ${fetchers("catalogue")} };
    export const READING = { ${fetchers("reading")} };
    export const REMARKS = { ${fetchers("remarks")} };`;
}

/** The catalogues of the Python package, three modules for each language. */
function catalogues(): Plugin {
  const module = /^\0virtual:(catalogue|reading|remarks)\/(\w+)$/;
  const index = "\0virtual:languages";
  return {
    name: "catalogues",
    resolveId: (id) => (module.test(`\0${id}`) || `\0${id}` === index ? `\0${id}` : undefined),
    load(id) {
      if (id === index) return languages();
      const [, part, language] = module.exec(id) ?? [];
      if (!part) return undefined;
      this.addWatchFile(resolve(LOCALES, `${language}.json`));
      const fits = Object.entries(sentencesOf(language!)).filter(([key]) => WANTED.test(key) && partOf(key) === part);
      return `export default ${JSON.stringify(Object.fromEntries(fits))}`;
    },
  };
}

const LINKS: Record<string, Record<string, string>> = {
  ".css": { rel: "stylesheet" },
  ".js": { rel: "modulepreload" },
  ".woff2": { rel: "preload", as: "font", type: "font/woff2" },
};

/** The page names what every address needs, so that the browser fetches it while the first file still decides the rest. */
function head(): Plugin {
  return {
    name: "head",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /assets\/(base|start|nunito-latin)-(?!ext)/.test(name))
          .map((name) => ({
            tag: "link",
            injectTo: "head" as const,
            attrs: { ...LINKS[extname(name)], crossorigin: true, href: `/${name}` },
          })),
    },
  };
}

/** As much of a browser as the first picture asks for. */
const ignore = () => undefined;
const BROWSER = {
  document: { documentElement: {}, querySelector: ignore, addEventListener: ignore },
  location: { pathname: "/" },
  localStorage: { getItem: () => null, setItem: ignore },
  navigator: { onLine: true },
  addEventListener: ignore,
  matchMedia: () => ({ matches: false }),
};

/** For the server: the first picture of the home page in every language, as the client itself would draw it, and which pages there are. */
function covers(): Plugin {
  const made = resolve(import.meta.dirname, "node_modules/.cache/cover");
  return {
    name: "covers",
    apply: "build",
    async generateBundle() {
      await build({
        configFile: false,
        logLevel: "error",
        root: import.meta.dirname,
        plugins: [svelte(), catalogues()],
        ssr: { noExternal: true },
        build: { ssr: "src/app/cover.ts", outDir: made, emptyOutDir: true, copyPublicDir: false },
      });
      for (const [name, value] of Object.entries(BROWSER))
        Object.defineProperty(globalThis, name, { value, configurable: true });
      const { covers, pageNames } = (await import(
        pathToFileURL(resolve(made, "cover.js")).href
      )) as typeof import("./src/app/cover");
      for (const [language, source] of Object.entries(await covers()))
        this.emitFile({ type: "asset", fileName: `cover.${language}.html`, source });
      this.emitFile({ type: "asset", fileName: "pages.json", source: JSON.stringify(pageNames()) });
    },
  };
}

/** The worker, with the list of what it keeps; another list is another version. */
function worker(): Plugin {
  const source = resolve(import.meta.dirname, "src/app/worker.js");
  const open = resolve(import.meta.dirname, "public");
  return {
    name: "worker",
    apply: "build",
    // After the page, which takes the file into itself that only fetches others.
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const made = Object.keys(bundle).filter((name) => /\.(js|css|wasm)$/.test(name));
        const given = readdirSync(open).filter((name) => !name.endsWith(".png")); // launchers ask for those
        const files = ["/index.html", ...[...made, ...given].sort().map((name) => `/${name}`)];
        const hash = createHash("sha256").update(readFileSync(source)).update(JSON.stringify(files));
        hash.update(readFileSync(resolve(import.meta.dirname, "index.html")));
        for (const name of readdirSync(open)) hash.update(readFileSync(resolve(open, name)));
        const text = readFileSync(source, "utf-8")
          .replace("__VERSION__", hash.digest("hex").slice(0, 12))
          .replace("__FILES__", JSON.stringify(files));
        this.emitFile({ type: "asset", fileName: "sw.js", source: text });
      },
    },
  };
}

/** Beside each text the same with Brotli, a seventh smaller than gzip: the server need only hand it out. */
function packed(): Plugin {
  return {
    name: "packed",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      for (const [name, file] of Object.entries(bundle))
        if (/\.(js|css|html|wasm)$/.test(name) && !name.startsWith("cover."))
          writeFileSync(
            resolve(dir, `${name}.br`),
            brotliCompressSync(file.type === "chunk" ? file.code : file.source),
          );
    },
  };
}

const PATIENCE = 60_000; // of tests: a busy machine is slow, not wrong

export default defineConfig({
  plugins: [svelte(), catalogues(), head(), covers(), worker(), packed()],
  build: {
    outDir: "../src/qwirkle/server/client",
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: true,
    modulePreload: { polyfill: false }, // where a browser cannot, files come one after the other
    // What the home page needs comes as one file: thirty small ones would wait for one another.
    rolldownOptions: {
      checks: { pluginTimings: false }, // the covers are a build of their own
      output: {
        codeSplitting: {
          groups: [
            { name: "first", test: FIRST, priority: 3 },
            { name: "base", test: BASE, priority: 2 },
            { name: "parts", test: PARTS, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] }, // the kernel is built beside the client
    proxy: { "/api": { target: "http://127.0.0.1:8108", ws: true }, "/s/": "http://127.0.0.1:8108" },
  },
  test: {
    environment: "./tests/environment.ts",
    setupFiles: "./tests/page.ts",
    isolate: false,
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    include: ["tests/**/*.test.ts"],
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
} as Parameters<typeof defineConfig>[0]);
