/** Which page is shown: the path of the address; what follows # is a place on that page. */
let path = $state(location.pathname);

export const currentPath = (): string => path;

export function go(to: string): void {
  if (to !== location.pathname + location.hash) history.pushState(null, "", to);
  path = location.pathname;
  if (location.hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else scrollTo(0, 0);
}

addEventListener("popstate", () => (path = location.pathname));

/** For links: stay in the client, unless the person wants a new tab. */
export function link(node: HTMLAnchorElement): { destroy(): void } {
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(node.pathname + node.hash);
  };
  node.addEventListener("click", follow);
  return { destroy: () => node.removeEventListener("click", follow) };
}
