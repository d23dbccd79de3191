/** Compiled as for a browser, and no page yet: page.ts makes one for each file. */
import type { Environment } from "vitest/runtime";

export default {
  name: "pages",
  viteEnvironment: "client",
  setup: () => ({ teardown: () => undefined }),
} satisfies Environment;
