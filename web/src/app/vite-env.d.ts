/// <reference types="svelte" />
/// <reference types="vite/client" />

/** What the build makes of the catalogue folder of the Python package (vite.config.ts), by language. */
declare module "virtual:languages" {
  type Fetch = () => Promise<{ default: Record<string, string | Record<string, string>> }>;
  /** What each language calls itself. */
  export const LANGUAGE_NAMES: Record<string, string>;
  /** What is said where not even the sentences have come. */
  export const APOLOGIES: Record<string, { sentence: string; button: string }>;
  export const CATALOGUES: Record<string, Fetch>;
  export const READING: Record<string, Fetch>;
  export const REMARKS: Record<string, Fetch>;
}
