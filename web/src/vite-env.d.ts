/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:catalogue/*" {
  const entries: Record<string, string | Record<string, string>>;
  export default entries;
}
