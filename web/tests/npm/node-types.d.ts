// The parts of Node that the tests use.

declare module "node:assert/strict" {
  const assert: any;
  export default assert;
}
declare module "node:child_process" {
  export const spawnSync: (program: string, words: string[], options: { encoding: string, timeout: number }) =>
    { status: number | null, stdout: string, stderr: string };
}
declare const process: { execPath: string };
declare module "node:fs" {
  export const readFileSync: (file: URL, encoding: string) => string;
}
declare module "node:test" {
  export const test: any, before: any, after: any;
}
