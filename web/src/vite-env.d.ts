/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "virtual:catalogue/*" {
  const entries: Record<string, string | Record<string, string>>;
  export default entries;
}

declare module "virtual:reading/*" {
  const entries: Record<string, string | Record<string, string>>;
  export default entries;
}
