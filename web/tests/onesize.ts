/** The test's document has no sizes: everything is told the same one, at once. */
export class OneSize implements ResizeObserver {
  constructor(private readonly tell: ResizeObserverCallback) {}
  observe(target: Element): void {
    const entry = { target, contentRect: { width: 800, height: 400 } } as unknown as ResizeObserverEntry;
    this.tell([entry], this);
  }
  unobserve(): void {}
  disconnect(): void {}
}
