import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const LOCALES = resolve(import.meta.dirname, "../src/qwirkle/locales");
/** The sentences that the client can need; those of the terminal stay behind. */
const WANTED = /^(tile|web|chat|serve|[TCO]\d+|ui\.level)(\.|$)/;

/** The catalogues of the Python package, one module for each language. */
function catalogues(): Plugin {
  const prefix = "virtual:catalogue/";
  return {
    name: "catalogues",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const path = resolve(LOCALES, `${id.slice(prefix.length + 1)}.json`);
      this.addWatchFile(path);
      const all = Object.entries(JSON.parse(readFileSync(path, "utf-8")) as Record<string, unknown>);
      return `export default ${JSON.stringify(Object.fromEntries(all.filter(([key]) => WANTED.test(key))))}`;
    },
  };
}

export default defineConfig({
  plugins: [svelte(), catalogues()],
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
