// The parts of Node that the tests use.

declare module "node:assert/strict" {
  const assert: any;
  export default assert;
}
declare module "node:fs" {
  export const readFileSync: (file: URL, encoding: string) => string;
}
declare module "node:test" {
  export const test: any, before: any, after: any;
}
