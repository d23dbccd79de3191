import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const LOCALES = resolve(import.meta.dirname, "../src/qwirkle/locales");
/** The sentences that the client can need; those of the terminal stay behind. */
const WANTED = /^(tile|web|chat|serve|[TCO]\d+|ui\.(level|verify))(\.|$)/;
/** Those of the pages to read and learn from: they come with the first such page. */
const READING = /^(web\.(rule|rules|learn|fair|replay|you|ladder)|ui\.verify)\./;

/** The catalogues of the Python package, two modules for each language. */
function catalogues(): Plugin {
  const module = /^\0virtual:(catalogue|reading)\/(\w+)$/;
  return {
    name: "catalogues",
    resolveId: (id) => (module.test(`\0${id}`) ? `\0${id}` : undefined),
    load(id) {
      const [, part, language] = module.exec(id) ?? [];
      if (!part) return undefined;
      const path = resolve(LOCALES, `${language}.json`);
      this.addWatchFile(path);
      const all = Object.entries(JSON.parse(readFileSync(path, "utf-8")) as Record<string, unknown>);
      const fits = all.filter(([key]) => WANTED.test(key) && READING.test(key) === (part === "reading"));
      return `export default ${JSON.stringify(Object.fromEntries(fits))}`;
    },
  };
}

/** The worker, with the list of what it keeps; another list is another version. */
function worker(): Plugin {
  const source = resolve(import.meta.dirname, "src/worker.js");
  const open = resolve(import.meta.dirname, "public");
  return {
    name: "worker",
    apply: "build",
    generateBundle(_, bundle) {
      const made = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name));
      const given = readdirSync(open).filter((name) => !name.endsWith(".png")); // launchers ask for those
      const files = ["/", ...[...made, ...given].sort().map((name) => `/${name}`)];
      const hash = createHash("sha256").update(readFileSync(source)).update(JSON.stringify(files));
      hash.update(readFileSync(resolve(import.meta.dirname, "index.html")));
      for (const name of readdirSync(open)) hash.update(readFileSync(resolve(open, name)));
      const text = readFileSync(source, "utf-8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 12))
        .replace("__FILES__", JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "sw.js", source: text });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), catalogues(), worker()],
  build: {
    outDir: "../src/qwirkle/server/client",
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: true,
  },
  server: {
    proxy: { "/api": { target: "http://127.0.0.1:8108", ws: true }, "/s": "http://127.0.0.1:8108" },
  },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"] },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
} as Parameters<typeof defineConfig>[0]);
