require('@testing-library/jest-dom');

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
if (globalThis.Element !== undefined) globalThis.Element.prototype.scrollIntoView ??= () => {};
